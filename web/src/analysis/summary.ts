/** The summary of a game in a few sentences. */
import { formatList, t } from "../words/words.svelte";
import { percent, points } from "./figures";
import { titleOf, type AnalysedGame } from "./wording";

/** Sentences on the winner, the biggest change of a seat's chances, and one thing to practise. */
export function summaryOf(game: AnalysedGame, own: number): string[] {
  const player = game.report?.players[own];
  if (!player) return [];
  const { turning, advice } = player;
  return [
    outcomeOf(game),
    t(`turn.${turning.cause === "start" ? "deal" : turning.cause}`, {
      who: own === game.reader ? "you" : "other",
      name: game.replay.names[own] ?? "",
      round: turning.round,
      offer: turning.offer ?? 0,
      deed: titleOf(game, turning.number),
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

function outcomeOf({ report, replay, reader }: AnalysedGame): string {
  const { ending, winners, score, second, second_score, round } = report!.outcome;
  const names = winners.map((seat) => replay.names[seat] ?? "");
  return t(`outcome.${ending}`, {
    who: winners.length === 1 && winners[0] === reader ? "you" : "other",
    name: formatList(names),
    other:
      second === null ? "" : second === reader ? t("outcome.you") : (replay.names[second] ?? ""),
    n: score,
    m: second_score,
    round,
  });
}
