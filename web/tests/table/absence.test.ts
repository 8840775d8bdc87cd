import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SeatState } from "../../src/protocol/types";
import { actionBarOf } from "../../src/table/actions/actionBar";
import { TableState } from "../../src/table/tableState.svelte";
import { noticeOf } from "../../src/table/actions/notice";
import { Playback } from "../../src/table/playback.svelte";
import { absenceOf } from "../../src/table/seats/seats";
import { loadWords, setLanguage } from "../../src/words/words.svelte";
import { fixture } from "./fixtures";
import { FixtureRoom } from "./FixtureRoom.svelte";

const MINUTE = 60_000;

/** A table of people; `others` changes seats, by their distance from the reader's seat. */
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

test("the seat says that its person is gone, away or has left", () => {
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

test("the actions for a gone seat are offered until the reader chooses to wait", () => {
  const now = fixture(4, "bid-wait").update.now;
  const gone = { gone_since: now - 2 * MINUTE };
  const { table } = sit("bid-wait", { 1: gone, 2: gone, 3: gone });
  const end = table.absence.watch();
  expect(table.absence.seatInQuestion).toBe(table.view.turn);
  expect(table.showsAbsenceActions).toBe(true);
  for (let count = 0; count < 3; count++) table.absence.wait(table.absence.seatInQuestion!);
  expect(table.showsAbsenceActions).toBe(false);
  vi.advanceTimersByTime(119_000);
  expect(table.absence.seatInQuestion).toBeNull();
  vi.advanceTimersByTime(2_000);
  expect(table.absence.seatInQuestion).not.toBeNull();
  end?.();
});

test("the actions for a gone seat do not hide the reader's decision", () => {
  const now = fixture(4, "bid-raise").update.now;
  const { table } = sit("bid-raise", { 1: { gone_since: now - 2 * MINUTE } });
  expect(table.isOwnTurn).toBe(true);
  expect(table.showsAbsenceActions).toBe(false);
  expect(actionBarOf(table).primary).not.toBeNull();
});

test("no timer runs while nobody is gone", () => {
  const { table } = sit("bid-wait", {});
  expect(table.absence.watch()).toBeUndefined();
  expect(table.absence.present.length).toBe(3);
});

test("the seconds until the end are counted by the server's clock", () => {
  const { table, room } = sit("bid-wait", { 1: { is_away: true } });
  const { update } = room;
  room.push({ ...update, steps: [], room: { ...update.room, ends_at: update.now + 9_500 } });
  const end = table.absence.watch();
  expect(table.absence.endsIn).toBe(10);
  vi.advanceTimersByTime(4_000);
  expect(table.absence.endsIn).toBe(6);
  expect(table.showsAbsenceActions).toBe(true);
  end?.();
});

test("only people who are present still have to agree", () => {
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
