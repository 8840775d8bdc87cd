/** A game in a few sentences, for the player who looks. */
import { list, t } from "../words/words.svelte";
import { percent, points } from "./figures";
import { titleOf, type Story } from "./wording";

/** Who won, the biggest step of one's own curve, and one thing to practise. */
export function summaryOf(story: Story, own: number): string[] {
  const player = story.report?.players[own];
  if (!player) return [];
  const { turning, advice } = player;
  return [
    outcomeOf(story),
    t(`turn.${turning.cause === "start" ? "deal" : turning.cause}`, {
      who: own === story.reader ? "you" : "other",
      name: story.replay.names[own] ?? "",
      round: turning.round,
      offer: turning.offer ?? 0,
      deed: titleOf(story, turning.number),
      before: percent(turning.before),
      after: percent(turning.after),
    }),
    t(`practise.${advice.topic}`, {
      n: advice.times,
      chance: percent(advice.loss),
      profit: points(advice.profit_loss),
    }),
  ];
}

function outcomeOf({ report, replay, reader }: Story): string {
  const { ending, winners, score, second, second_score, round } = report!.outcome;
  const names = winners.map((seat) => replay.names[seat] ?? "");
  return t(`outcome.${ending}`, {
    who: winners.length === 1 && winners[0] === reader ? "you" : "other",
    name: list(names),
    other:
      second === null ? "" : second === reader ? t("outcome.you") : (replay.names[second] ?? ""),
    n: score,
    m: second_score,
    round,
  });
}
