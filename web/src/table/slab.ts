/** What lies on the slab, and what is written beside it. */
import { stallOf, type Face } from "../cards/face";
import { goodName, goodTitle } from "../cards/names";
import type { Card, LotView, Options, View } from "../protocol/types";
import { t } from "../words/words.svelte";
import type { Act } from "./act";
import type { Desk } from "./desk.svelte";
import { lotPlace, ordinalName, turnPlace } from "./ordinals";
import { cardsAt } from "./selection";

/** On the left: an offer card, or a seat and what it does. */
interface Head {
  readonly title: string;
  readonly text: string;
  readonly offer?: number;
  readonly seat?: number;
}

export interface Slab {
  readonly head: Head | null;
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

const NOTHING: Slab = {
  head: null,
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

export function slabOf(desk: Desk): Slab {
  const { lot } = desk.view;
  switch (desk.situation) {
    case "bid":
    case "bid-wait":
      return lot ? auction(desk, lot) : NOTHING;
    case "give":
    case "give-wait":
      return lot ? gift(desk, lot) : NOTHING;
    case "take":
    case "take-wait":
      return market(desk);
    case "limit":
      return limit(desk);
    case "limit-wait":
      return othersLimit(desk);
    case "close":
      return closing(desk);
    case "close-wait":
      return othersClosing(desk);
    case "over":
      return NOTHING;
  }
}

/** What another seat has just done. */
export function slabOfAct(desk: Desk, { event, handBefore, excessBefore }: Act): Slab {
  const { seat } = event;
  const name = desk.name(seat);
  switch (event.type) {
    case "stall_taken":
      return {
        ...NOTHING,
        head: {
          seat,
          title: t("slab.takes", { name, good: goodName(event.stall) }),
          text: turnOf(desk, seat),
        },
        cards: event.cards,
        number: event.cards.length,
        caption: t("slab.cards", { n: event.cards.length }),
        text: t("market.grows", { n: handBefore + event.cards.length }),
      };
    case "trio_sold":
      return {
        ...NOTHING,
        head: { seat, title: t("slab.sells", { name }), text: soldName(event.kept) },
        ...kept(event.cards, event.kept),
        number: event.profit,
        caption: t("slab.profit"),
        text: t("slab.toBox"),
      };
    case "card_discarded":
      return {
        ...NOTHING,
        head: { seat, title: t("slab.discards", { name }), text: tooMany(excessBefore) },
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

function lotHead(lot: LotView, text: string): Head {
  return { title: t("lot.title", { n: lot.offer }), text, offer: lot.offer };
}

function auction(desk: Desk, lot: LotView): Slab {
  const { leader, beat } = lot;
  const need = t("bid.need", { n: (beat ?? 0) + 1 });
  const answers =
    desk.view.turn === null
      ? ""
      : t(leader === null ? "bid.toBid" : "bid.answers", { name: desk.name(desk.view.turn) });
  return {
    ...NOTHING,
    head: lotHead(lot, lotPlace(lot.number, desk.view.seats.length)),
    cards: lot.cards,
    number: beat || null,
    caption: leader === null ? t("bid.none") : leads(desk, leader),
    text: desk.situation === "bid" ? need : answers,
  };
}

function leads(desk: Desk, leader: number): string {
  return leader === desk.seat ? t("bid.youLead") : t("bid.otherLeads", { name: desk.name(leader) });
}

function gift(desk: Desk, lot: LotView): Slab {
  const text = lot.price === null ? t("lot.last") : t("lot.price", { n: lot.price });
  const isMine = desk.situation === "give";
  const name = desk.name(desk.view.turn ?? 0);
  return {
    ...NOTHING,
    head: lotHead(lot, text),
    cards: lot.cards,
    number: lot.price,
    caption: isMine ? t("won.you") : t("won.other", { name }),
    text: isMine ? t("won.giveShort") : t("won.otherGives"),
  };
}

function market(desk: Desk): Slab {
  const { view } = desk;
  const stalls = view.market.filter(({ cards }) => cards.length > 0);
  const chosen = stalls.find(({ stall }) => stall === desk.stall);
  if (!chosen) return choosing(desk, stalls);
  const option = desk.options?.take.find((each) => each.stall === chosen.stall);
  const good = goodTitle(chosen.stall);
  return {
    ...NOTHING,
    head: desk.situation === "take" ? ownTurn(desk) : chooser(desk),
    cards: chosen.cards,
    number: chosen.cards.length,
    caption: desk.situation === "take" ? good : t("market.planned", { good }),
    text: option ? outcome(option) : ownPlace(desk),
  };
}

/** All stalls, for one's own choice or another's. */
function choosing(desk: Desk, stalls: View["market"]): Slab {
  const isMine = desk.situation === "take";
  return {
    ...NOTHING,
    head: isMine ? ownTurn(desk) : chooser(desk),
    stalls,
    number: stalls.length,
    caption: t("slab.stalls", { n: stalls.length }),
    text: isMine ? t("market.lookUp") : ownPlace(desk),
  };
}

function ownTurn(desk: Desk): Head | null {
  const own = desk.seat === null ? undefined : desk.view.seats[desk.seat];
  if (own?.offer == null || own.takes_at === null) return null;
  return {
    title: t("lot.title", { n: own.offer }),
    text: t("market.order", { ordinal: ordinalName(own.takes_at) }),
    offer: own.offer,
  };
}

function chooser(desk: Desk): Head {
  const seat = desk.view.turn ?? 0;
  return { seat, title: t("slab.chooses", { name: desk.name(seat) }), text: turnOf(desk, seat) };
}

/** "first of four": when this seat takes. */
function turnOf({ view }: Desk, seat: number): string {
  const place = view.seats[seat]?.takes_at ?? null;
  return place === null ? "" : turnPlace(place, view.seats.length);
}

/** When one's own turn comes, as long as it is still to come. */
function ownPlace({ view, seat }: Desk): string {
  const place = seat === null ? null : (view.seats[seat]?.takes_at ?? null);
  if (place === null || view.market.some((stall) => stall.taken_by === seat)) return "";
  return t("market.order", { ordinal: ordinalName(place) });
}

function outcome(option: TakeOption): string {
  return option.completes && !option.excess_after
    ? t("market.completes")
    : t("market.grows", { n: option.hand_after });
}

function limit(desk: Desk): Slab {
  const k = desk.view.excess_count;
  const common = {
    ...NOTHING,
    number: desk.hand.length,
    caption: t("limit.tooMany", { k }),
    text: t("limit.limit", { n: desk.hand.length - k }),
  };
  if (desk.showsSale && desk.sale) return { ...common, ...kept(desk.sale.cards, desk.sale.kept) };
  const cards = cardsAt(desk.hand, desk.picked);
  return { ...common, cards, leaving: 0, message: cards.length ? "" : t("limit.chooseCard") };
}

/** Another hand is too large: its backs, and how many of them have to go. */
function othersLimit(desk: Desk): Slab {
  const seat = desk.view.turn ?? 0;
  const n = desk.view.seats[seat]?.hand_count ?? 0;
  const k = desk.view.excess_count;
  return {
    ...NOTHING,
    head: { seat, title: t("limit.other", { name: desk.name(seat) }), text: tooMany(k) },
    cards: Array.from({ length: n }, () => "back" as const),
    leaving: n - k,
    number: n,
    caption: t("slab.inHand", { n }),
    text: t("slab.limit", { n: n - k }),
  };
}

function closing(desk: Desk): Slab {
  if (!desk.sale) return { ...NOTHING, ...ownProfit(desk), message: t("close.nothing") };
  return { ...NOTHING, ...ownProfit(desk), ...kept(desk.sale.cards, desk.sale.kept) };
}

function othersClosing(desk: Desk): Slab {
  const seats = desk.view.seats.flatMap(({ is_done }, seat) => (is_done ? [] : [seat]));
  return {
    ...NOTHING,
    ...(desk.seat === null ? {} : ownProfit(desk)),
    head: { title: t("close.pill"), text: t("slab.waits", { n: seats.length }) },
    seats,
  };
}

function ownProfit(desk: Desk): Pick<Slab, "number" | "caption" | "text"> {
  const number = desk.view.own?.profit ?? 0;
  return { number, caption: t("close.profit"), text: t("close.soFar") };
}

/** A set: the kept card, then the two that go to the box. */
function kept(cards: readonly Card[], card: Card): Pick<Slab, "cards" | "leaving" | "isKept"> {
  return { cards: bestFirst(cards, card), leaving: 1, isKept: true };
}

/** The kept card, then the two that go to the box, the higher one first. */
export function bestFirst(cards: readonly Card[], kept: Card): readonly Card[] {
  const rest = [...cards];
  rest.splice(rest.indexOf(kept), 1);
  return [kept, ...rest.reverse()];
}
