/** The result in words. */
import { cardNames } from "../cards/names";
import type { Card, Standing } from "../protocol/types";
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

/** Which lot the winner owes most to; empty where none can be named. */
export function whyOf({ view }: Desk): string {
  const lot = view.deciding;
  if (!lot) return "";
  return t(lot.is_decisive ? "end.why" : "end.most", {
    l: lot.offer,
    r: lot.round,
    what: thingsOf(lot.cards),
    paid: lot.price === null ? "no" : "yes",
    n: lot.price ?? 0,
  });
}

/** "wine 2, wine 4 and a merchant": merchants are counted, goods named. */
function thingsOf(cards: readonly Card[]): string {
  const goods = cards.filter((card) => card !== "M");
  const n = cards.length - goods.length;
  const names = [...cardNames(goods), ...(n ? [t("end.merchants", { n })] : [])];
  return list(names).replaceAll(/ (?=\d)/g, "\u00a0"); // a number never stands alone on a line
}

/** Why one of several with the same profit has this place; empty where nobody else has it. */
export function tieNote(desk: Desk, standing: Standing): string {
  return standing.by_tie_break ? tieOf(desk, standing) : "";
}

/** Who has the same profit, and that more cards in hand decide: to one of two, about the other. */
function tieOf(desk: Desk, { profit }: Standing): string {
  const equals = desk.view.standings.filter((each) => each.profit === profit);
  const own = equals.find(({ seat }) => seat === desk.seat);
  const other = equals.find(({ seat }) => seat !== desk.seat);
  if (own && other && equals.length === 2) {
    const name = desk.name(other.seat);
    return t("end.tieYou", { name, n: profit, a: own.hand_count, b: other.hand_count });
  }
  const held = equals.map(({ seat, hand_count }) =>
    t("end.cards", { name: desk.name(seat), n: hand_count }),
  );
  const names = list(equals.map(({ seat }) => desk.name(seat)));
  return t("end.tie", { names, n: profit, cards: list(held) });
}
