import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Update, UpdateStep } from "../../src/protocol/types";
import { addGuess, continueEvening, keepScore, scoreOf } from "../../src/table/bidding/guessScore";
import { Playback } from "../../src/table/playback.svelte";
import { TableState } from "../../src/table/tableState.svelte";
import { fixture } from "./fixtures";
import { FixtureRoom } from "./FixtureRoom.svelte";

const HOUR = 3_600_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => vi.useRealTimers());

function sit(name = "bid-passed"): { table: TableState; room: FixtureRoom } {
  const room = new FixtureRoom(fixture(4, name));
  return { table: new TableState(room, new Playback(room)), room };
}

/** The running lot is sold for this price, and the next one begins. */
function sell(room: FixtureRoom, price: number): void {
  const { update } = room;
  const { lot } = update.view!;
  const event = { type: "auction_won", seat: 1, offer: lot!.offer, paid: [], bid_value: price };
  const steps = [{ seq: update.seq + 1, events: [event] }] as unknown as readonly UpdateStep[];
  const view = { ...update.view!, lot: { ...lot!, number: lot!.number + 1 } };
  room.push({ ...update, seq: update.seq + 1, steps, view });
}

describe("the result of a guess", () => {
  test.each([
    [7, 7, 3],
    [6, 7, 2],
    [8, 7, 2],
    [9, 7, 1],
    [4, 7, 0],
    [1, 12, 0],
  ])("a guess of %i for a price of %i gives %i points", (guess, price, points) => {
    const { table, room } = sit();
    table.guess.value = guess;
    sell(room, price);
    expect(table.guess.result).toMatchObject({ guess, price, points });
    expect(table.guess.value).toBeNull();
  });

  test("the price is that of the guessed lot, even if more was sold before it was shown", () => {
    const { table, room } = sit("watch-bid");
    table.playback.setSpeed("pause");
    table.guess.value = 5;
    sell(room, 6);
    sell(room, 15);
    expect(table.guess.result).toBeNull();
    table.playback.setSpeed("live");
    expect(table.guess.result).toMatchObject({ price: 6, points: 2 });
  });

  test("a lot that nobody wanted has no price", () => {
    const { table, room } = sit();
    table.guess.value = 2;
    const { update } = room;
    const event = { type: "lot_granted", seat: 1, offer: 3, cards: [] };
    const steps = [{ seq: update.seq + 1, events: [event] }] as unknown as Update["steps"];
    room.push({ ...update, seq: update.seq + 1, steps });
    expect(table.guess.result).toMatchObject({ price: 0, points: 1 });
  });
});

describe("the score of an evening", () => {
  test("counts guesses, those exact or one off, and points", () => {
    [3, 2, 1, 0].forEach((points, number) => addGuess("a", `1.${number}`, points));
    expect(scoreOf("a")).toEqual({ count: 4, near: 2, points: 6 });
    expect(scoreOf("b")).toBeNull();
  });

  test("counts an auction once, also if two tabs show it", () => {
    addGuess("a", "1.1", 2);
    addGuess("a", "1.1", 3);
    expect(scoreOf("a")).toEqual({ count: 1, near: 1, points: 2 });
  });

  test("goes on in a rematch, but not at another table", () => {
    addGuess("a", "1.1", 3);
    continueEvening("a", "b");
    continueEvening("a", "b");
    expect(scoreOf("b")).toEqual({ count: 1, near: 1, points: 3 });
    addGuess("b", "1.1", 1);
    addGuess("other", "1.1", 3);
    expect(scoreOf("a")).toEqual({ count: 2, near: 1, points: 4 });
    expect(scoreOf("other")!.count).toBe(1);
  });

  test("ends after a pause of six hours", () => {
    addGuess("a", "1.1", 3);
    vi.advanceTimersByTime(6 * HOUR);
    expect(scoreOf("a")!.count).toBe(1);
    addGuess("a", "1.2", 3);
    vi.advanceTimersByTime(6 * HOUR + 1);
    expect(scoreOf("a")).toBeNull();
    addGuess("a", "1.3", 3);
    expect(scoreOf("a")!.count).toBe(1);
  });

  test("needs little room", () => {
    for (let table = 0; table < 10; table++) {
      for (let game = 0; game < 30; game++) {
        const room = `${table}-${game}`.padEnd(32, "0");
        for (let number = 0; number < 24; number++) addGuess(room, `1.${number}`, 1);
        continueEvening(room, `${table}-${game + 1}`.padEnd(32, "0"));
      }
      vi.advanceTimersByTime(1);
    }
    expect(localStorage.getItem("byzanz.guesses")!.length).toBeLessThan(30_000);
    expect(scoreOf("9-29".padEnd(32, "0"))!.count).toBe(19 * 24);
  });

  test.each(["nonsense", "{}", "[null, 3]", '[{"at": 1, "games": [null]}]'])(
    "begins anew if the stored text is %s",
    (text) => {
      localStorage.setItem("byzanz.guesses", text);
      expect(scoreOf("a")).toBeNull();
      addGuess("a", "1.1", 3);
      expect(scoreOf("a")!.count).toBe(1);
    },
  );
});

describe("at the table", () => {
  test("the score grows with each result and survives a reload", () => {
    const { table, room } = sit();
    keepScore(table);
    expect(table.guess.score).toBeNull();
    table.guess.value = 7;
    sell(room, 7);
    sell(room, 9);
    table.guess.value = 7;
    sell(room, 9);
    expect(table.guess.score).toEqual({ count: 2, near: 1, points: 4 });
    const later = sit().table;
    keepScore(later);
    expect(later.guess.score).toEqual(table.guess.score);
  });

  test("the score goes on in the next room", () => {
    const { table, room } = sit();
    keepScore(table);
    table.guess.value = 7;
    sell(room, 7);
    const { update } = room;
    const state = { ...update.room, rematch: "next" };
    room.push({ ...update, seq: update.seq + 1, steps: [], room: state });
    expect(scoreOf("next")).toEqual({ count: 1, near: 1, points: 3 });
  });
});
