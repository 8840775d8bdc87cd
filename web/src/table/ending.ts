/** The result in words. */
import type { Standing } from "../protocol/types";
import { list, t } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";

export function headlineOf(desk: Desk): string {
  const { standings } = desk.view;
  const winners = standings.filter(({ place }) => place === 1);
  const [first] = winners;
  if (!first) return "";
  const own = standings.find(({ seat }) => seat === desk.seat);
  const name = list(winners.map(({ seat }) => desk.name(seat)));
  if (winners.length > 1) return t("end.shared", { names: name, n: first.profit });
  if (own?.place === 1) return t("end.win", { n: first.profit });
  if (!own) return t("end.watch", { name, n: first.profit });
  return t("end.other", { name, n: first.profit, m: own.profit });
}

/** How far ahead the winner is, or what broke the tie for the first place. */
export function summaryOf(desk: Desk): string {
  const { standings } = desk.view;
  const [first, second] = standings;
  if (first?.by_tie_break) return tieOf(desk, first);
  if (!first || !second) return "";
  if (first.profit === second.profit) return t("end.equal", { n: first.hand_count });
  const facts = {
    k: first.profit - second.profit,
    name: desk.name(second.seat),
    winner: desk.name(first.seat),
  };
  if (first.seat === desk.seat) return t("end.ahead", facts);
  return t(second.seat === desk.seat ? "end.behind" : "end.otherAhead", facts);
}

/** Why one of several with the same profit has this place; empty where nobody else has it. */
export function tieNote(desk: Desk, standing: Standing): string {
  return standing.by_tie_break ? tieOf(desk, standing) : "";
}

/** "Zoe and Leo have 24 each. More cards in hand decide: 5 and 2." */
function tieOf({ view }: Desk, { profit }: Standing): string {
  const equals = view.standings.filter((each) => each.profit === profit);
  return t("end.tie", {
    names: list(equals.map(({ seat }) => view.seats[seat]?.name ?? "")),
    n: profit,
    cards: list(equals.map(({ hand_count }) => String(hand_count))),
  });
}
