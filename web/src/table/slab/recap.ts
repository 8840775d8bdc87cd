/** The moves of the other seats since one's own last move, in a few words for each seat. */
import { goodName } from "../../cards/names";
import { stallOf } from "../../cards/face";
import type { Card, Event, UpdateStep, Update, View } from "../../protocol/types";
import { t, type Facts, type Key } from "../../words/words.svelte";
import { othersOf } from "../seats/seats";
import { CARDS_HERE, type Sentence } from "../log/sentences";

export interface RecapItem extends Sentence {
  /** The item is left out where there is little room. */
  readonly isMinor: boolean;
}

export interface SeatRecap {
  readonly seat: number;
  readonly items: readonly RecapItem[];
}

type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** The recap of each other seat, clockwise. */
export function recapOf(steps: readonly UpdateStep[], view: View): SeatRecap[] {
  const events = eventsSince(steps, view.seat);
  return othersOf(view).map((seat) => ({ seat, items: itemsOf(seat, events) }));
}

const MAIN_EVENTS: readonly Event["type"][] = [
  "auction_won",
  "lot_granted",
  "stall_taken",
  "trio_sold",
  "game_ended",
];

/** An update with only those events that are announced after a skip. */
export function withMainEventsOnly(update: Update): Update {
  const steps = update.steps.map((step) => ({
    ...step,
    events: step.events.filter(({ type }) => MAIN_EVENTS.includes(type)),
  }));
  return { ...update, steps };
}

/** The events after the last move of a seat. */
function eventsSince(steps: readonly UpdateStep[], seat: number | null): readonly Event[] {
  const last = steps.findLastIndex(({ events }) => events.some((event) => isMove(event, seat)));
  return steps.slice(last + 1).flatMap((step) => step.events);
}

function isMove(event: Event, seat: number | null): boolean {
  switch (event.type) {
    case "bid_laid":
    case "passed":
    case "card_given":
    case "stall_taken":
    case "card_discarded":
    case "seat_done":
      return event.seat === seat;
    default:
      return false;
  }
}

function itemsOf(seat: number, all: readonly Event[]): RecapItem[] {
  const ofSeat = <Type extends Event["type"]>(type: Type): EventOf<Type>[] =>
    all.filter(
      (event): event is EventOf<Type> =>
        event.type === type && "seat" in event && event.seat === seat,
    );
  const sold = ofSeat("trio_sold");
  const discarded = ofSeat("card_discarded").map(({ card }) => card);
  const items = [
    ...ofSeat("auction_won").map(({ offer, bid_value }) =>
      item("recap.won", { n: offer, m: bid_value }),
    ),
    ...lotsWithoutBid(ofSeat("card_given"), ofSeat("auction_won"), ofSeat("lot_granted")).map((n) =>
      item("recap.got", { n }),
    ),
    ...ofSeat("stall_taken").map(({ stall, cards }) => ({
      ...item("recap.took", { good: goodName(stall) }, cards),
      isMinor: true,
    })),
    ...(sold.length ? [saleItem(sold)] : []),
    ...(discarded.length ? [{ ...item("recap.discarded", {}, discarded), isMinor: true }] : []),
  ];
  return items.length ? items : bidAndPass(ofSeat("bid_laid"), ofSeat("passed"));
}

/** The lots that a seat got without a bid: the last of a round, or one that nobody bid for. */
function lotsWithoutBid(
  given: readonly EventOf<"card_given">[],
  won: readonly EventOf<"auction_won">[],
  granted: readonly EventOf<"lot_granted">[],
): number[] {
  const paid = won.map(({ offer }) => offer);
  return [...given, ...granted].map(({ offer }) => offer).filter((offer) => !paid.includes(offer));
}

function saleItem(sold: readonly EventOf<"trio_sold">[]): RecapItem {
  const kept = sold.map((each) => each.kept);
  if (sold.length > 1) return item("recap.sales", { k: sold.length }, kept);
  return item("recap.sale", { good: goodName(stallOf(kept[0]!)) }, kept);
}

/** The last bid and a pass, for a seat that got nothing. */
function bidAndPass(
  bids: readonly EventOf<"bid_laid">[],
  passes: readonly EventOf<"passed">[],
): RecapItem[] {
  const bid = bids.at(-1);
  return [
    ...(bid ? [item("recap.bid", { n: bid.bid_value })] : []),
    ...(passes.length ? [item("recap.passed")] : []),
  ];
}

function item(key: Key, facts: Facts = {}, cards: readonly Card[] = []): RecapItem {
  return { text: t(key, { ...facts, cards: CARDS_HERE }), cards, isMinor: false };
}
