/** What lies on the slab, and what is written beside it. */
import { stallOf, type Face } from "../cards/face";
import { goodName, goodTitle } from "../cards/names";
import type { Card, LotView, Options, View } from "../protocol/types";
import { t } from "../words/words.svelte";
import type { ShownMove } from "./shownMove";
import type { TableState } from "./tableState.svelte";
import { lotPlace, ordinalName, turnPlace } from "./ordinals";
import { cardsAt } from "./selection";

/** On the left: an offer card, or a seat and what it does. */
export interface SlabHeadingText {
  readonly title: string;
  readonly text: string;
  readonly offer?: number;
  readonly seat?: number;
}

export interface SlabContent {
  readonly heading: SlabHeadingText | null;
  readonly cards: readonly Face[];
  /** From this card on they leave the game. */
  readonly leaving: number | null;
  /** Is the first card kept as profit? */
  readonly isKept: boolean;
  /** Stalls to choose from, as small arches. */
  readonly stalls: View["market"];
  /** Seats that the game waits for. */
  readonly seats: readonly number[];
  /** Instead of cards. */
  readonly message: string;
  readonly number: number | null;
  readonly caption: string;
  readonly text: string;
}

type TakeOption = Options["take"][number];

const NOTHING: SlabContent = {
  heading: null,
  cards: [],
  leaving: null,
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
      return lot ? auction(table, lot) : NOTHING;
    case "give":
    case "give-wait":
      return lot ? gift(table, lot) : NOTHING;
    case "take":
    case "take-wait":
      return market(table);
    case "limit":
      return limit(table);
    case "limit-wait":
      return othersLimit(table);
    case "close":
      return closing(table);
    case "close-wait":
      return othersClosing(table);
    case "over":
      return NOTHING;
  }
}

/** What another seat has just done. */
export function shownMoveContent(
  table: TableState,
  { event, handBefore, excessBefore }: ShownMove,
): SlabContent {
  const { seat } = event;
  const name = table.name(seat);
  switch (event.type) {
    case "stall_taken":
      return {
        ...NOTHING,
        heading: {
          seat,
          title: t("slab.takes", { name, good: goodName(event.stall) }),
          text: turnOf(table, seat),
        },
        cards: event.cards,
        number: event.cards.length,
        caption: t("slab.cards", { n: event.cards.length }),
        text: t("market.grows", { n: handBefore + event.cards.length }),
      };
    case "trio_sold":
      return {
        ...NOTHING,
        heading: { seat, title: t("slab.sells", { name }), text: soldName(event.kept) },
        ...kept(event.cards, event.kept),
        number: event.profit,
        caption: t("slab.profit"),
        text: t("slab.toBox"),
      };
    case "card_discarded":
      return {
        ...NOTHING,
        heading: { seat, title: t("slab.discards", { name }), text: tooMany(excessBefore) },
        cards: [event.card],
        leaving: 0,
        number: handBefore,
        caption: t("slab.inHand", { n: handBefore }),
        text: excessBefore === null ? "" : t("slab.limit", { n: handBefore - excessBefore }),
      };
  }
}

function tooMany(excess: number | null): string {
  return excess === null ? "" : t("slab.tooMany", { k: excess });
}

function soldName(kept: Card): string {
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
    ...NOTHING,
    heading: lotHeading(lot, lotPlace(lot.number, table.view.seats.length)),
    cards: lot.cards,
    number: beat || null,
    caption: leader === null ? t("bid.none") : leads(table, leader),
    text: table.situation === "bid" ? need : answers,
  };
}

function leads(table: TableState, leader: number): string {
  return leader === table.seat
    ? t("bid.youLead")
    : t("bid.otherLeads", { name: table.name(leader) });
}

function gift(table: TableState, lot: LotView): SlabContent {
  const text = lot.price === null ? t("lot.last") : t("lot.price", { n: lot.price });
  const isMine = table.situation === "give";
  const name = table.name(table.view.turn ?? 0);
  return {
    ...NOTHING,
    heading: lotHeading(lot, text),
    cards: lot.cards,
    number: lot.price,
    caption: isMine ? t("won.you") : t("won.other", { name }),
    text: isMine ? t("won.giveShort") : t("won.otherGives"),
  };
}

function market(table: TableState): SlabContent {
  const { view } = table;
  const stalls = view.market.filter(({ cards }) => cards.length > 0);
  const chosen = stalls.find(({ stall }) => stall === table.stall);
  if (!chosen) return choosing(table, stalls);
  const option = table.options?.take.find((each) => each.stall === chosen.stall);
  const good = goodTitle(chosen.stall);
  return {
    ...NOTHING,
    heading: table.situation === "take" ? ownTurn(table) : chooser(table),
    cards: chosen.cards,
    number: chosen.cards.length,
    caption: table.situation === "take" ? good : t("market.planned", { good }),
    text: option ? outcome(option) : ownPlace(table),
  };
}

/** All stalls, for one's own choice or another's. */
function choosing(table: TableState, stalls: View["market"]): SlabContent {
  const isMine = table.situation === "take";
  return {
    ...NOTHING,
    heading: isMine ? ownTurn(table) : chooser(table),
    stalls,
    number: stalls.length,
    caption: t("slab.stalls", { n: stalls.length }),
    text: isMine ? t("market.lookUp") : ownPlace(table),
  };
}

function ownTurn(table: TableState): SlabHeadingText | null {
  const own = table.seat === null ? undefined : table.view.seats[table.seat];
  if (own?.offer == null || own.takes_at === null) return null;
  return {
    title: t("lot.title", { n: own.offer }),
    text: t("market.order", { ordinal: ordinalName(own.takes_at) }),
    offer: own.offer,
  };
}

function chooser(table: TableState): SlabHeadingText {
  const seat = table.view.turn ?? 0;
  return { seat, title: t("slab.chooses", { name: table.name(seat) }), text: turnOf(table, seat) };
}

/** "first of four": when this seat takes. */
function turnOf({ view }: TableState, seat: number): string {
  const place = view.seats[seat]?.takes_at ?? null;
  return place === null ? "" : turnPlace(place, view.seats.length);
}

/** When one's own turn comes, as long as it is still to come. */
function ownPlace({ view, seat }: TableState): string {
  const place = seat === null ? null : (view.seats[seat]?.takes_at ?? null);
  if (place === null || view.market.some((stall) => stall.taken_by === seat)) return "";
  return t("market.order", { ordinal: ordinalName(place) });
}

function outcome(option: TakeOption): string {
  return option.completes && !option.excess_after
    ? t("market.completes")
    : t("market.grows", { n: option.hand_after });
}

function limit(table: TableState): SlabContent {
  const k = table.view.excess_count;
  const common = {
    ...NOTHING,
    number: table.hand.length,
    caption: t("limit.tooMany", { k }),
    text: t("limit.limit", { n: table.hand.length - k }),
  };
  if (table.showsSale && table.sale)
    return { ...common, ...kept(table.sale.cards, table.sale.kept) };
  const cards = cardsAt(table.hand, table.picked);
  return { ...common, cards, leaving: 0, message: cards.length ? "" : t("limit.chooseCard") };
}

/** Another hand is too large: its backs, and how many of them have to go. */
function othersLimit(table: TableState): SlabContent {
  const seat = table.view.turn ?? 0;
  const n = table.view.seats[seat]?.hand_count ?? 0;
  const k = table.view.excess_count;
  return {
    ...NOTHING,
    heading: { seat, title: t("limit.other", { name: table.name(seat) }), text: tooMany(k) },
    cards: Array.from({ length: n }, () => "back" as const),
    leaving: n - k,
    number: n,
    caption: t("slab.inHand", { n }),
    text: t("slab.limit", { n: n - k }),
  };
}

function closing(table: TableState): SlabContent {
  if (!table.sale) return { ...NOTHING, ...ownProfit(table), message: t("close.nothing") };
  return { ...NOTHING, ...ownProfit(table), ...kept(table.sale.cards, table.sale.kept) };
}

function othersClosing(table: TableState): SlabContent {
  const seats = table.view.seats.flatMap(({ is_done }, seat) => (is_done ? [] : [seat]));
  return {
    ...NOTHING,
    ...(table.seat === null ? {} : ownProfit(table)),
    heading: { title: t("close.pill"), text: t("slab.waits", { n: seats.length }) },
    seats,
  };
}

function ownProfit(table: TableState): Pick<SlabContent, "number" | "caption" | "text"> {
  const number = table.view.own?.profit ?? 0;
  return { number, caption: t("close.profit"), text: t("close.soFar") };
}

/** A set: the kept card, then the two that go to the box. */
function kept(
  cards: readonly Card[],
  card: Card,
): Pick<SlabContent, "cards" | "leaving" | "isKept"> {
  return { cards: bestFirst(cards, card), leaving: 1, isKept: true };
}

/** The kept card, then the two that go to the box, the higher one first. */
export function bestFirst(cards: readonly Card[], kept: Card): readonly Card[] {
  const rest = [...cards];
  rest.splice(rest.indexOf(kept), 1);
  return [kept, ...rest.reverse()];
}
