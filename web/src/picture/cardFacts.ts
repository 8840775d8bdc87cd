/** A finished game in words for people who were not there: the texts of its picture. */
import type { Replay, View } from "../protocol/types";
import { decidingLotText, headlineOf, marginText } from "../table/end/resultText";
import { currentLanguage, t } from "../words/words.svelte";
import { cutName, type CardFacts } from "./resultCard";

/** The texts and the result of a game; null if it was ended early. */
export function factsOf(replay: Replay, link: CardFacts["link"]): CardFacts | null {
  const view = replay.frames.at(-1)!.view;
  if (view.standings.length === 0) return null;
  const names = replay.names.map(cutName);
  const result = { view, seat: null, name: (seat: number) => names[seat]! };
  return {
    headline: headlineOf(result),
    sentences: [marginText(result), view.deciding?.is_decisive ? decidingLotText(result) : ""]
      .filter(Boolean)
      .map(asSentence),
    names,
    standings: view.standings,
    link,
    size: sizeText(replay.date, view),
  };
}

/** A text with a full stop; its last word, often a number, does not stand alone on a line. */
function asSentence(text: string): string {
  return `${text.replace(/\.$/, "").replace(/ (?=[^ ]*$)/, "\u00a0")}.`;
}

/** "14 November, 4 players, 6 rounds"; the year is named if it is not this one. */
function sizeText(date: string | null, { seats, rounds }: View): string {
  const facts = { n: seats.length, r: rounds };
  if (date === null) return t("picture.size", facts);
  const isThisYear = date.startsWith(String(new Date().getFullYear()));
  const day = new Intl.DateTimeFormat(currentLanguage(), {
    day: "numeric",
    month: "long",
    year: isThisYear ? undefined : "numeric",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));
  return t("picture.dated", { date: day, ...facts });
}
