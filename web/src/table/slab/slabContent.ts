/** The content of the slab in each situation. */
import { stallOf, type Face } from "../../cards/face";
import { goodName, goodTitle } from "../../cards/names";
import type { Card, LotView, Options, View } from "../../protocol/types";
import { t } from "../../words/words.svelte";
import type { ShownMove } from "./shownMove";
import type { TableState } from "../tableState.svelte";
import { lotOrdinal, ordinalName, turnOrdinal } from "../ordinals";
import { cardsAt } from "../hand/selection";

/** The heading on the left, about an offer card or a seat. */
export interface SlabHeadingText {
  readonly title: string;
  readonly text: string;
  readonly offer?: number;
  readonly seat?: number;
}

export interface SlabContent {
  readonly heading: SlabHeadingText | null;
  readonly cards: readonly Face[];
  /** The index of the first card that leaves the game; null if none does. */
  readonly leavesFrom: number | null;
  /** Is the first card kept as profit? */
  readonly isKept: boolean;
  /** Stalls to choose from, as small arches. */
  readonly stalls: View["market"];
  /** Seats that the game waits for. */
  readonly seats: readonly number[];
  /** A text shown instead of cards; empty if there is none. */
  readonly message: string;
  readonly number: number | null;
  readonly caption: string;
  readonly text: string;
}

type TakeOption = Options["take"][number];

const EMPTY: SlabContent = {
  heading: null,
  cards: [],
  leavesFrom: null,
  isKept: false,
  stalls: [],
  seats: [],
  message: "",
  number: null,
  caption: "",
  text: "",
};

export function slabContent(table: TableState): SlabContent {
  const { lot } = table.view;
  switch (table.situation) {
    case "bid":
    case "bid-wait":
      return lot ? auction(table, lot) : EMPTY;
    case "give":
    case "give-wait":
      return lot ? giving(table, lot) : EMPTY;
    case "take":
    case "take-wait":
      return taking(table);
    case "limit":
      return limit(table);
    case "limit-wait":
      return limitOfOther(table);
    case "close":
      return closing(table);
    case "close-wait":
      return closingOfOthers(table);
    case "over":
      return EMPTY;
  }
}

/** The content for a shown move. */
export function shownMoveContent(
  table: TableState,
  { event, handBefore, excessBefore }: ShownMove,
): SlabContent {
  const { seat } = event;
  const name = table.name(seat);
  switch (event.type) {
    case "stall_taken":
      return {
        ...EMPTY,
        heading: {
          seat,
          title: t("slab.takes", { name, good: goodName(event.stall) }),
          text: turnText(table, seat),
        },
        cards: event.cards,
        number: event.cards.length,
        caption: t("slab.cards", { n: event.cards.length }),
        text: t("market.grows", { n: handBefore + event.cards.length }),
      };
    case "trio_sold":
      return {
        ...EMPTY,
        heading: { seat, title: t("slab.sells", { name }), text: setText(event.kept) },
        ...setContent(event.cards, event.kept),
        number: event.profit,
        caption: t("slab.profit"),
        text: t("slab.toBox"),
      };
    case "card_discarded":
      return {
        ...EMPTY,
        heading: { seat, title: t("slab.discards", { name }), text: excessText(excessBefore) },
        cards: [event.card],
        leavesFrom: 0,
        number: handBefore,
        caption: t("slab.inHand", { n: handBefore }),
        text: excessBefore === null ? "" : t("slab.limit", { n: handBefore - excessBefore }),
      };
  }
}

function excessText(excess: number | null): string {
  return excess === null ? "" : t("slab.tooMany", { k: excess });
}

function setText(kept: Card): string {
  return kept === "M" ? t("slab.merchants") : t("slab.set", { good: goodName(stallOf(kept)) });
}

function lotHeading(lot: LotView, text: string): SlabHeadingText {
  return { title: t("lot.title", { n: lot.offer }), text, offer: lot.offer };
}

function auction(table: TableState, lot: LotView): SlabContent {
  const { leader, beat } = lot;
  const need = t("bid.need", { n: (beat ?? 0) + 1 });
  const answers =
    table.view.turn === null
      ? ""
      : t(leader === null ? "bid.toBid" : "bid.answers", { name: table.name(table.view.turn) });
  return {
    ...EMPTY,
    heading: lotHeading(lot, lotOrdinal(lot.number, table.view.seats.length)),
    cards: lot.cards,
    number: beat || null,
    caption: leader === null ? t("bid.none") : leaderText(table, leader),
    text: table.situation === "bid" ? need : answers,
  };
}

function leaderText(table: TableState, leader: number): string {
  return leader === table.seat
    ? t("bid.youLead")
    : t("bid.otherLeads", { name: table.name(leader) });
}

function giving(table: TableState, lot: LotView): SlabContent {
  const text = lot.price === null ? t("lot.last") : t("lot.price", { n: lot.price });
  const isOwnTurn = table.situation === "give";
  const name = table.name(table.view.turn ?? 0);
  return {
    ...EMPTY,
    heading: lotHeading(lot, text),
    cards: lot.cards,
    number: lot.price,
    caption: isOwnTurn ? t("won.you") : t("won.other", { name }),
    text: isOwnTurn ? t("won.giveShort") : t("won.otherGives"),
  };
}

function taking(table: TableState): SlabContent {
  const { view } = table;
  const stalls = view.market.filter(({ cards }) => cards.length > 0);
  const chosen = stalls.find(({ stall }) => stall === table.stall);
  if (!chosen) return choosing(table, stalls);
  const option = table.options?.take.find((each) => each.stall === chosen.stall);
  const good = goodTitle(chosen.stall);
  return {
    ...EMPTY,
    heading: table.situation === "take" ? ownTurnHeading(table) : choosingHeading(table),
    cards: chosen.cards,
    number: chosen.cards.length,
    caption: table.situation === "take" ? good : t("market.planned", { good }),
    text: option ? takeOutcome(option) : ownTurnText(table),
  };
}

/** All stalls, while a seat has not chosen one yet. */
function choosing(table: TableState, stalls: View["market"]): SlabContent {
  const isOwnTurn = table.situation === "take";
  return {
    ...EMPTY,
    heading: isOwnTurn ? ownTurnHeading(table) : choosingHeading(table),
    stalls,
    number: stalls.length,
    caption: t("slab.stalls", { n: stalls.length }),
    text: isOwnTurn ? t("market.lookUp") : ownTurnText(table),
  };
}

function ownTurnHeading(table: TableState): SlabHeadingText | null {
  const own = table.seat === null ? undefined : table.view.seats[table.seat];
  if (own?.offer == null || own.takes_at === null) return null;
  return {
    title: t("lot.title", { n: own.offer }),
    text: t("market.order", { ordinal: ordinalName(own.takes_at) }),
    offer: own.offer,
  };
}

function choosingHeading(table: TableState): SlabHeadingText {
  const seat = table.view.turn ?? 0;
  return {
    seat,
    title: t("slab.chooses", { name: table.name(seat) }),
    text: turnText(table, seat),
  };
}

/** "first of four": the turn of a seat in the market. */
function turnText({ view }: TableState, seat: number): string {
  const turn = view.seats[seat]?.takes_at ?? null;
  return turn === null ? "" : turnOrdinal(turn, view.seats.length);
}

/** The turn of the reader in the market; empty once the reader has taken a stall. */
function ownTurnText({ view, seat }: TableState): string {
  const turn = seat === null ? null : (view.seats[seat]?.takes_at ?? null);
  if (turn === null || view.market.some((stall) => stall.taken_by === seat)) return "";
  return t("market.order", { ordinal: ordinalName(turn) });
}

function takeOutcome(option: TakeOption): string {
  return option.completes && !option.excess_after
    ? t("market.completes")
    : t("market.grows", { n: option.hand_after });
}

function limit(table: TableState): SlabContent {
  const k = table.view.excess_count;
  const common = {
    ...EMPTY,
    number: table.hand.length,
    caption: t("limit.tooMany", { k }),
    text: t("limit.limit", { n: table.hand.length - k }),
  };
  if (table.showsSale && table.sale)
    return { ...common, ...setContent(table.sale.cards, table.sale.kept) };
  const cards = cardsAt(table.hand, table.picked);
  return { ...common, cards, leavesFrom: 0, message: cards.length ? "" : t("limit.chooseCard") };
}

/** The hand of another seat that is over the limit: its backs, and the number of cards
 *  to discard. */
function limitOfOther(table: TableState): SlabContent {
  const seat = table.view.turn ?? 0;
  const n = table.view.seats[seat]?.hand_count ?? 0;
  const k = table.view.excess_count;
  return {
    ...EMPTY,
    heading: { seat, title: t("limit.other", { name: table.name(seat) }), text: excessText(k) },
    cards: Array.from({ length: n }, () => "back" as const),
    leavesFrom: n - k,
    number: n,
    caption: t("slab.inHand", { n }),
    text: t("slab.limit", { n: n - k }),
  };
}

function closing(table: TableState): SlabContent {
  if (!table.sale) return { ...EMPTY, ...ownProfit(table), message: t("close.nothing") };
  return { ...EMPTY, ...ownProfit(table), ...setContent(table.sale.cards, table.sale.kept) };
}

function closingOfOthers(table: TableState): SlabContent {
  const seats = table.view.seats.flatMap(({ is_done }, seat) => (is_done ? [] : [seat]));
  return {
    ...EMPTY,
    ...(table.seat === null ? {} : ownProfit(table)),
    heading: { title: t("close.pill"), text: t("slab.waits", { n: seats.length }) },
    seats,
  };
}

function ownProfit(table: TableState): Pick<SlabContent, "number" | "caption" | "text"> {
  const number = table.view.own?.profit ?? 0;
  return { number, caption: t("close.profit"), text: t("close.soFar") };
}

/** A set with its kept card first. */
function setContent(
  cards: readonly Card[],
  card: Card,
): Pick<SlabContent, "cards" | "leavesFrom" | "isKept"> {
  return { cards: withKeptFirst(cards, card), leavesFrom: 1, isKept: true };
}

/** The kept card, then the two that go to the box, the higher one first. */
export function withKeptFirst(cards: readonly Card[], kept: Card): readonly Card[] {
  const rest = [...cards];
  rest.splice(rest.indexOf(kept), 1);
  return [kept, ...rest.reverse()];
}
