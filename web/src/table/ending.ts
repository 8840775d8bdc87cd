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

/** How far ahead the winner is, or what broke the tie. */
export function summaryOf(desk: Desk): string {
  const { standings } = desk.view;
  const tied = standings.filter(({ by_tie_break }) => by_tie_break);
  if (tied.length) return tieOf(desk, tied);
  const [first, second] = standings;
  if (!first || !second) return "";
  if (first.profit === second.profit) return t("end.equal", { n: first.hand_count });
  const facts = { k: first.profit - second.profit, name: desk.name(second.seat) };
  if (second.seat === desk.seat) return t("end.behind", facts);
  return t("end.ahead", facts);
}

/** "Zoe and Leo both have 24. Zoe has more cards in hand: 5 against 2." */
function tieOf(desk: Desk, tied: readonly Standing[]): string {
  const [first] = tied;
  const equals = tied.filter(({ profit }) => profit === first!.profit);
  const names = list(equals.map(({ seat }) => who(desk, seat)));
  const facts = {
    names,
    n: first!.profit,
    name: who(desk, first!.seat),
    cards: list(equals.map(({ hand_count }) => String(hand_count))),
  };
  return t("end.tie", facts);
}

function who(desk: Desk, seat: number): string {
  return desk.name(seat);
}
