/** What the other seats did since one's own last move, in a few words for each. */
import { goodName } from "../cards/names";
import { stallOf } from "../cards/face";
import type { Card, Event, UpdateStep, Update, View } from "../protocol/types";
import { t, type Facts, type Key } from "../words/words.svelte";
import { othersOf } from "./seats";
import { CARDS_HERE, type Sentence } from "./sentences";

export interface RecapItem extends Sentence {
  /** Least worth telling, where there is little room. */
  readonly isMinor: boolean;
}

export interface SeatRecap {
  readonly seat: number;
  readonly items: readonly RecapItem[];
}

type Of<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** A column for each of the others, clockwise. */
export function recapOf(steps: readonly UpdateStep[], view: View): SeatRecap[] {
  const events = eventsSince(steps, view.seat);
  return othersOf(view).map((seat) => ({ seat, items: itemsOf(seat, events) }));
}

const READ_OUT: readonly Event["type"][] = [
  "auction_won",
  "lot_granted",
  "stall_taken",
  "trio_sold",
  "game_ended",
];

/** An update without what a screen reader need not say after a skip. */
export function withMainEventsOnly(update: Update): Update {
  const steps = update.steps.map((step) => ({
    ...step,
    events: step.events.filter(({ type }) => READ_OUT.includes(type)),
  }));
  return { ...update, steps };
}

/** All that came after the last move of a seat. */
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
  const of = <Type extends Event["type"]>(type: Type): Of<Type>[] =>
    all.filter(
      (event): event is Of<Type> => event.type === type && "seat" in event && event.seat === seat,
    );
  const sold = of("trio_sold");
  const discarded = of("card_discarded").map(({ card }) => card);
  const items = [
    ...of("auction_won").map(({ offer, bid_value }) =>
      item("recap.won", { n: offer, m: bid_value }),
    ),
    ...lotsWithoutBid(of("card_given"), of("auction_won"), of("lot_granted")).map((n) =>
      item("recap.got", { n }),
    ),
    ...of("stall_taken").map(({ stall, cards }) => ({
      ...item("recap.took", { good: goodName(stall) }, cards),
      isMinor: true,
    })),
    ...(sold.length ? [sale(sold)] : []),
    ...(discarded.length ? [{ ...item("recap.discarded", {}, discarded), isMinor: true }] : []),
  ];
  return items.length ? items : answers(of("bid_laid"), of("passed"));
}

/** The lots that a seat got as the last one, or because nobody bid. */
function lotsWithoutBid(
  given: readonly Of<"card_given">[],
  won: readonly Of<"auction_won">[],
  granted: readonly Of<"lot_granted">[],
): number[] {
  const paid = won.map(({ offer }) => offer);
  return [...given, ...granted].map(({ offer }) => offer).filter((offer) => !paid.includes(offer));
}

function sale(sold: readonly Of<"trio_sold">[]): RecapItem {
  const kept = sold.map((each) => each.kept);
  if (sold.length > 1) return item("recap.sales", { k: sold.length }, kept);
  return item("recap.sale", { good: goodName(stallOf(kept[0]!)) }, kept);
}

/** Who got nothing bid or passed. */
function answers(bids: readonly Of<"bid_laid">[], passes: readonly Of<"passed">[]): RecapItem[] {
  const bid = bids.at(-1);
  return [
    ...(bid ? [item("recap.bid", { n: bid.bid_value })] : []),
    ...(passes.length ? [item("recap.passed")] : []),
  ];
}

function item(key: Key, facts: Facts = {}, cards: readonly Card[] = []): RecapItem {
  return { text: t(key, { ...facts, cards: CARDS_HERE }), cards, isMinor: false };
}
