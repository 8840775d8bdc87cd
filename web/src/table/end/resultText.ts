/** The result of a game in words. */
import { cardNames } from "../../cards/names";
import type { Card, Standing } from "../../protocol/types";
import { formatList, t } from "../../words/words.svelte";
import type { TableState } from "../tableState.svelte";

/** A result, and who reads it: the player of a seat, or somebody who only watched (null). */
export type Result = Pick<TableState, "seat" | "name"> & {
  readonly view: Pick<TableState["view"], "standings" | "deciding">;
};

export function headlineOf(table: Result): string {
  const { standings } = table.view;
  const winners = standings.filter(({ place }) => place === 1);
  const [first] = winners;
  if (!first) return "";
  const own = standings.find(({ seat }) => seat === table.seat);
  const name = formatList(winners.map(({ seat }) => table.name(seat)));
  if (winners.length > 1) return t("end.shared", { names: name, n: first.profit });
  if (own?.place === 1) return t("end.win", { n: first.profit });
  if (!own) return t("end.watch", { name, n: first.profit });
  return t("end.other", { name, n: first.profit, m: own.profit });
}

/** The lead of the winner, or how the tie for the first place was broken. */
export function marginText(table: Result): string {
  const { standings } = table.view;
  const [first, second] = standings;
  if (first?.by_tie_break) return tieText(table, first);
  if (!first || !second) return "";
  if (first.profit === second.profit) return t("end.equal", { n: first.hand_count });
  const facts = {
    k: first.profit - second.profit,
    name: table.name(second.seat),
    winner: table.name(first.seat),
  };
  if (first.seat === table.seat) return t("end.ahead", facts);
  return t(second.seat === table.seat ? "end.behind" : "end.otherAhead", facts);
}

/** The lot that gave the winner the most profit; empty if there is no such lot. */
export function decidingLotText({ view }: Result): string {
  const lot = view.deciding;
  if (!lot) return "";
  return t(lot.is_decisive ? "end.why" : "end.most", {
    l: lot.offer,
    r: lot.round,
    what: cardsText(lot.cards),
    paid: lot.price === null ? "no" : "yes",
    n: lot.price ?? 0,
  });
}

/** "wine 2, wine 4 and a merchant": merchants are counted, goods named. */
function cardsText(cards: readonly Card[]): string {
  const goods = cards.filter((card) => card !== "M");
  const n = cards.length - goods.length;
  const names = [...cardNames(goods), ...(n ? [t("end.merchants", { n })] : [])];
  return formatList(names).replaceAll(/ (?=\d)/g, "\u00a0"); // a value stays on the line of its good
}

/** How a tie in profit was broken; empty without a tie. */
export function tieNote(table: Result, standing: Standing): string {
  return standing.by_tie_break ? tieText(table, standing) : "";
}

/** The players with the same profit and their cards in hand, which decide. A player who is one of two
 *  is told about the other. */
function tieText(table: Result, { profit }: Standing): string {
  const equals = table.view.standings.filter((each) => each.profit === profit);
  const own = equals.find(({ seat }) => seat === table.seat);
  const other = equals.find(({ seat }) => seat !== table.seat);
  if (own && other && equals.length === 2) {
    const name = table.name(other.seat);
    return t("end.tieYou", { name, n: profit, a: own.hand_count, b: other.hand_count });
  }
  const held = equals.map(({ seat, hand_count }) =>
    t("end.cards", { name: table.name(seat), n: hand_count }),
  );
  const names = formatList(equals.map(({ seat }) => table.name(seat)));
  return t("end.tie", { names, n: profit, cards: formatList(held) });
}
