import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Event, Setup, Update } from "../../src/protocol/types";
import { movesToShow } from "../../src/table/slab/shownMove";
import { TableState } from "../../src/table/tableState.svelte";
import { Playback } from "../../src/table/playback.svelte";
import { slabContent, shownMoveContent } from "../../src/table/slab/slabContent";
import { loadWords, setLanguage } from "../../src/words/words.svelte";
import { fixture, fixturesOf, PLAYERS } from "./fixtures";
import { FixtureRoom } from "./FixtureRoom.svelte";

beforeAll(async () => {
  await loadWords("table");
  await setLanguage("en");
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sit(players: number, name: string) {
  const room = new FixtureRoom(fixture(players, name));
  return { room, table: new TableState(room, new Playback(room)) };
}

function after({ update }: FixtureRoom, events: readonly Event[], pace?: Setup["pace"]): Update {
  const seq = update.seq + 1;
  const setup = { ...update.room.setup, ...(pace ? { pace } : {}) };
  return { ...update, seq, steps: [{ seq, events }], room: { ...update.room, setup } };
}

const taken = (seat: number): Event => ({
  type: "stall_taken",
  seat,
  stall: "V",
  cards: ["V1", "V3"],
});
const sold = (seat: number): Event => ({
  type: "trio_sold",
  seat,
  cards: ["V1", "V2", "V3"],
  kept: "V3",
  profit: 3,
});
const discarded = (seat: number): Event => ({ type: "card_discarded", seat, card: "C1" });

test("a move of another seat is shown with its cards, number and name", () => {
  const { table, room } = sit(4, "take-wait");
  const seat = table.view.turn!;
  const hand = table.view.seats[seat]!.hand_count;
  const [take, sale] = movesToShow(after(room, [taken(seat), sold(seat)]), room.update);
  const name = table.name(seat);
  expect(shownMoveContent(table, take!)).toMatchObject({
    heading: { seat, title: `${name} takes wine` },
    cards: ["V1", "V3"],
    number: 2,
    caption: "cards",
    text: `hand grows to ${hand + 2}`,
  });
  expect(shownMoveContent(table, sale!)).toMatchObject({
    heading: { title: `${name} sells`, text: "a set of wine" },
    cards: ["V3", "V2", "V1"],
    isKept: true,
    leavesFrom: 1,
    number: 3,
    text: "two cards to the box",
  });
  expect(sale!.handBefore).toBe(hand + 2);
});

test("a discard shows how many cards were over the limit before it", () => {
  const { table, room } = sit(4, "limit-wait");
  const seat = table.view.turn!;
  const n = table.view.seats[seat]!.hand_count;
  const k = table.view.excess_count;
  const [act] = movesToShow(after(room, [discarded(seat)]), room.update);
  expect(shownMoveContent(table, act!)).toMatchObject({
    heading: { text: k === 1 ? "one too many" : `${k} too many` },
    number: n,
    text: `limit is ${n - k}`,
    leavesFrom: 0,
  });
});

test.each([
  ["calm", 720],
  ["quick", 240],
] as const)("at the pace %s a move is shown for %i milliseconds", (pace, hold) => {
  const { table, room } = sit(4, "take-wait");
  room.push(after(room, [taken(3), sold(3)], pace));
  expect(table.shownMoves.shown?.event.type).toBe("stall_taken");
  vi.advanceTimersByTime(hold - 1);
  expect(table.shownMoves.shown?.event.type).toBe("stall_taken");
  vi.advanceTimersByTime(1);
  expect(table.shownMoves.shown?.event.type).toBe("trio_sold");
  vi.advanceTimersByTime(hold);
  expect(table.shownMoves.shown).toBeNull();
});

test("of moves that come while one is shown, only the latest follows", () => {
  const { table, room } = sit(4, "take-wait");
  room.push(after(room, [taken(3)]));
  room.push(after(room, [sold(3)]));
  room.push(after(room, [discarded(3)]));
  expect(table.shownMoves.shown?.event.type).toBe("stall_taken");
  vi.advanceTimersByTime(720);
  expect(table.shownMoves.shown?.event.type).toBe("card_discarded");
  table.shownMoves.dismiss();
  expect(table.shownMoves.shown).toBeNull();
  vi.advanceTimersByTime(5_000);
  expect(table.shownMoves.shown).toBeNull();
});

test("no move is shown over the reader's pending decision", () => {
  const { table, room } = sit(4, "bid-raise");
  const other = (table.seat! + 1) % 4;
  room.push(after(room, [sold(other)]));
  expect(table.shownMoves.shown).toBeNull();
});

test("the reader's moves, moves that were taken back and the end are not shown", () => {
  const { table, room } = sit(4, "take-wait");
  const update = after(room, [taken(3)]);
  expect(movesToShow(after(room, [taken(table.seat!)]), room.update)).toEqual([]);
  expect(movesToShow({ ...update, is_rewound: true }, room.update)).toEqual([]);
  expect(movesToShow({ ...update, view: { ...update.view!, phase: "over" } }, room.update)).toEqual(
    [],
  );
});

test("the slab always has cards, stalls, seats or a message", () => {
  for (const players of PLAYERS) {
    for (const name of Object.keys(fixturesOf(players))) {
      const { table } = sit(players, name);
      if (table.situation === "over") continue;
      const { cards, stalls, seats, message } = slabContent(table);
      expect(cards.length + stalls.length + seats.length + message.length, name).toBeGreaterThan(0);
    }
  }
});

test("a hand over the limit is shown as backs, with the cards that must leave", () => {
  const { table } = sit(4, "limit-wait");
  const { cards, leavesFrom } = slabContent(table);
  const n = table.view.seats[table.view.turn!]!.hand_count;
  expect(cards).toEqual(Array.from({ length: n }, () => "back"));
  expect(leavesFrom).toBe(n - table.view.excess_count);
});
