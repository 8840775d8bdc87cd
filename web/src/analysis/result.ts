/** The result of a game in a few words. */
import { formatList, t } from "../words/words.svelte";
import type { AnalysedGame } from "./wording";

/** "You won, 27 to 24", or "Leo won, 27 to 24". */
export function resultOf({ replay, reader }: AnalysedGame): string {
  const standings = replay.frames.at(-1)?.view.standings ?? [];
  const [first] = standings;
  if (!first) return "";
  const winners = standings.filter(({ place }) => place === first.place);
  if (winners.length > 1) {
    const names = formatList(winners.map(({ seat }) => replay.names[seat] ?? ""));
    return t("end.shared", { names, n: first.profit });
  }
  const other = standings.find(({ seat }) => seat !== first.seat);
  if (other?.profit === first.profit)
    return t("analysis.wonTie", {
      who: first.seat === reader ? "you" : "other",
      name: replay.names[first.seat] ?? "",
      n: first.profit,
    });
  return t("analysis.won", {
    who: first.seat === reader ? "you" : "other",
    name: replay.names[first.seat] ?? "",
    n: first.profit,
    m: other?.profit ?? 0,
  });
}

/** The seat that won. */
export function winnerOf({ replay }: Pick<AnalysedGame, "replay">): number {
  return replay.frames.at(-1)?.view.standings[0]?.seat ?? 0;
}
