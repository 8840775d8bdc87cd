import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SeatState } from "../../src/protocol/types";
import { barOf } from "../../src/table/bar";
import { Desk } from "../../src/table/desk.svelte";
import { noticeOf } from "../../src/table/notice";
import { Playback } from "../../src/table/playback.svelte";
import { absenceOf } from "../../src/table/seats";
import { bring, speak } from "../../src/words/words.svelte";
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
  return { room, own, desk: new Desk(room, new Playback(room)), since: update.now };
}

beforeAll(async () => {
  await speak("en");
  await bring("table");
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is missing is written on the seat", () => {
  const now = fixture(4, "bid-wait").update.now;
  const { desk, room, own } = sit("bid-wait", {
    1: { gone_since: now - 3.5 * MINUTE },
    2: { is_away: true },
    3: { has_left: true },
  });
  const texts = [1, 2, 3].map((step) => absenceOf(desk, (own + step) % 4)?.text);
  expect(texts).toEqual(["gone for 3 min", "away, a bot plays", "left, a bot plays"]);
  room.presence = { type: "presence", connected: [own], spectators: 0 };
  expect(absenceOf(desk, (own + 1) % 4)?.kind).toBe("gone");
});

test("one is asked about the gone seat that the game waits for, until one waits", () => {
  const now = fixture(4, "bid-wait").update.now;
  const gone = { gone_since: now - 2 * MINUTE };
  const { desk } = sit("bid-wait", { 1: gone, 2: gone, 3: gone });
  const end = desk.absence.watch();
  expect(desk.absence.asked).toBe(desk.view.turn);
  expect(desk.isAskedOfGone).toBe(true);
  for (let count = 0; count < 3; count++) desk.absence.wait(desk.absence.asked!);
  expect(desk.isAskedOfGone).toBe(false);
  vi.advanceTimersByTime(119_000);
  expect(desk.absence.asked).toBeNull();
  vi.advanceTimersByTime(2_000);
  expect(desk.absence.asked).not.toBeNull();
  end?.();
});

test("whoever has a move to make is not interrupted", () => {
  const now = fixture(4, "bid-raise").update.now;
  const { desk } = sit("bid-raise", { 1: { gone_since: now - 2 * MINUTE } });
  expect(desk.isMine).toBe(true);
  expect(desk.isAskedOfGone).toBe(false);
  expect(barOf(desk).primary).not.toBeNull();
});

test("where nobody is gone nothing ticks", () => {
  const { desk } = sit("bid-wait", {});
  expect(desk.absence.watch()).toBeUndefined();
  expect(desk.absence.present.length).toBe(3);
});

test("the seconds till the end are counted by the server's clock", () => {
  const { desk, room } = sit("bid-wait", { 1: { is_away: true } });
  const { update } = room;
  room.push({ ...update, steps: [], room: { ...update.room, ends_at: update.now + 9_500 } });
  const end = desk.absence.watch();
  expect(desk.absence.endsIn).toBe(10);
  vi.advanceTimersByTime(4_000);
  expect(desk.absence.endsIn).toBe(6);
  expect(desk.isAskedOfGone).toBe(true);
  end?.();
});

test("only those who are there are still to agree", () => {
  const now = fixture(4, "bid-wait").update.now;
  const { desk, room, own } = sit("bid-wait", {
    1: { gone_since: now - 2 * MINUTE },
    2: { is_away: true },
  });
  const { update } = room;
  room.push({ ...update, steps: [], room: { ...update.room, abort_asked: [own] } });
  expect(noticeOf(desk)?.text).toContain(desk.name((own + 3) % 4));
  expect(noticeOf(desk)?.text).not.toContain(desk.name((own + 1) % 4));
});
