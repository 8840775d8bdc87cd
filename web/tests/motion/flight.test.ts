import { expect, test } from "vitest";
import { latestDeal, flightsOf, flightsByEvent } from "../../src/motion/flight";
import type { Event } from "../../src/protocol/types";
import { allEvents } from "../table/fixtures";

test("a bid travels from the hand, card by card", () => {
  const flights = flightsOf({ type: "bid_laid", seat: 2, cards: ["W4", "O2"], bid_value: 6 });
  expect(flights.map(({ face, from, to, delay }) => [face, from, to, delay])).toEqual([
    ["W4", "hand:2", "bid:2", 0],
    ["O2", "hand:2", "bid:2", 40],
  ]);
});

test("hidden cards are dealt as backs", () => {
  const flights = flightsOf({ type: "dealt", seat: 1, card_count: 4, cards: null });
  expect(flights.map(({ face }) => face)).toEqual(["back", "back", "back", "back"]);
});

test("one card of a set is kept and two leave", () => {
  const flights = flightsOf({
    type: "trio_sold",
    seat: 0,
    cards: ["C4", "C4", "M"],
    kept: "C4",
    profit: 4,
  });
  expect(flights.map(({ to, isLeaving }) => [to, isLeaving ?? false])).toEqual([
    ["profit:0", false],
    ["hand:0", true],
    ["hand:0", true],
  ]);
});

test("events follow each other, and none takes long", () => {
  for (const event of allEvents()) {
    for (const { delay, duration } of flightsOf(event))
      expect(delay + duration).toBeLessThan(2_000);
  }
  const eventFlights = flightsByEvent([
    { type: "passed", seat: 1, cards: ["C1"] },
    { type: "auction_won", seat: 0, offer: 4, paid: ["G2"], bid_value: 2 },
  ]);
  expect(eventFlights.map(({ start }) => start)).toEqual([0, 160]);
  expect(eventFlights.flatMap(({ flights }) => flights.map(({ delay }) => delay))).toEqual([
    0, 160,
  ]);
});

const LOT: Event = { type: "lot_revealed", opener: 0, offer: 4, cards: ["C1", "G2"] };
const PASS: Event = { type: "passed", seat: 1, cards: [] };

test("a new lot waits until the slab has shown the last move", () => {
  const taken: Event = { type: "stall_taken", seat: 1, stall: "C", cards: ["C1"] };
  const starts = (shownFor: number) =>
    flightsByEvent([taken, LOT], shownFor).map(({ start }) => start);
  expect(starts(0)).toEqual([0, 160]);
  expect(starts(720)).toEqual([0, 720]);
});

test("the deal is animated up to the first lot even if quick bots have already moved", () => {
  const deal: Event[] = [0, 1, 2].map((seat) => ({
    type: "dealt",
    seat,
    card_count: 4,
    cards: null,
  }));
  const begun: Event = { type: "round_begun", round: 1, opener: 0 };
  const opening = [...deal, begun, LOT];
  expect(latestDeal(opening)).toEqual(opening);
  expect(latestDeal([...opening, PASS, PASS, PASS, PASS])).toEqual(opening);
  expect(latestDeal([...opening, ...Array.from({ length: 12 }, () => PASS)])).toEqual([]);
  expect(latestDeal([begun, LOT, PASS])).toEqual([]);
  expect(latestDeal([])).toEqual([]);
});
