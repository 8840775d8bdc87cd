import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SeatState } from "../../src/protocol/types";
import { actionBarOf } from "../../src/table/actionBar";
import { TableState } from "../../src/table/tableState.svelte";
import { noticeOf } from "../../src/table/notice";
import { Playback } from "../../src/table/playback.svelte";
import { absenceOf } from "../../src/table/seats";
import { loadWords, setLanguage } from "../../src/words/words.svelte";
import { fixture } from "./fixtures";
import { FixtureRoom } from "./FixtureRoom.svelte";

const MINUTE = 60_000;

/** A table of people; some seats are otherwise, by their number after one's own. */
function sit(name: string, others: Readonly<Record<number, Partial<SeatState>>>) {
  const { update, hint } = fixture(4, name);
  const own = update.room.seat!;
  const seats = update.room.seats.map((seat, number): SeatState => {
    const person = { ...seat, kind: "person" as const, bot: null };
    return { ...person, ...others[(number - own + 4) % 4] };
  });
  const room = new FixtureRoom({ hint, update: { ...update, room: { ...update.room, seats } } });
  room.offset = update.now - Date.now();
  return { room, own, table: new TableState(room, new Playback(room)), since: update.now };
}

beforeAll(async () => {
  await setLanguage("en");
  await loadWords("table");
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is missing is written on the seat", () => {
  const now = fixture(4, "bid-wait").update.now;
  const { table, room, own } = sit("bid-wait", {
    1: { gone_since: now - 3.5 * MINUTE },
    2: { is_away: true },
    3: { has_left: true },
  });
  const texts = [1, 2, 3].map((step) => absenceOf(table, (own + step) % 4)?.text);
  expect(texts).toEqual(["gone for 3 min", "away, a bot plays", "left, a bot plays"]);
  room.presence = { type: "presence", connected: [own], spectators: 0 };
  expect(absenceOf(table, (own + 1) % 4)?.kind).toBe("gone");
});

test("one is asked about the gone seat that the game waits for, until one waits", () => {
  const now = fixture(4, "bid-wait").update.now;
  const gone = { gone_since: now - 2 * MINUTE };
  const { table } = sit("bid-wait", { 1: gone, 2: gone, 3: gone });
  const end = table.absence.watch();
  expect(table.absence.asked).toBe(table.view.turn);
  expect(table.isAskedOfGone).toBe(true);
  for (let count = 0; count < 3; count++) table.absence.wait(table.absence.asked!);
  expect(table.isAskedOfGone).toBe(false);
  vi.advanceTimersByTime(119_000);
  expect(table.absence.asked).toBeNull();
  vi.advanceTimersByTime(2_000);
  expect(table.absence.asked).not.toBeNull();
  end?.();
});

test("whoever has a move to make is not interrupted", () => {
  const now = fixture(4, "bid-raise").update.now;
  const { table } = sit("bid-raise", { 1: { gone_since: now - 2 * MINUTE } });
  expect(table.isMine).toBe(true);
  expect(table.isAskedOfGone).toBe(false);
  expect(actionBarOf(table).primary).not.toBeNull();
});

test("where nobody is gone nothing ticks", () => {
  const { table } = sit("bid-wait", {});
  expect(table.absence.watch()).toBeUndefined();
  expect(table.absence.present.length).toBe(3);
});

test("the seconds till the end are counted by the server's clock", () => {
  const { table, room } = sit("bid-wait", { 1: { is_away: true } });
  const { update } = room;
  room.push({ ...update, steps: [], room: { ...update.room, ends_at: update.now + 9_500 } });
  const end = table.absence.watch();
  expect(table.absence.endsIn).toBe(10);
  vi.advanceTimersByTime(4_000);
  expect(table.absence.endsIn).toBe(6);
  expect(table.isAskedOfGone).toBe(true);
  end?.();
});

test("only those who are there are still to agree", () => {
  const now = fixture(4, "bid-wait").update.now;
  const { table, room, own } = sit("bid-wait", {
    1: { gone_since: now - 2 * MINUTE },
    2: { is_away: true },
  });
  const { update } = room;
  room.push({ ...update, steps: [], room: { ...update.room, abort_asked: [own] } });
  expect(noticeOf(table)?.text).toContain(table.name((own + 3) % 4));
  expect(noticeOf(table)?.text).not.toContain(table.name((own + 1) % 4));
});
