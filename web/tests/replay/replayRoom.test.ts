import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Update } from "../../src/protocol/types";
import { ReplayRoom } from "../../src/replay/replayRoom.svelte";
import { game } from "./frames";

let room: ReplayRoom;
let heard: Update[];

beforeEach(() => {
  vi.useFakeTimers();
  room = new ReplayRoom("id", game(), 0, 2);
  heard = [];
  room.onUpdate((update) => heard.push(update));
});
afterEach(() => {
  room.end();
  vi.useRealTimers();
});

test("the next move is animated, a jump is not", () => {
  room.forward("move");
  room.forward("auction");
  room.forward("round");
  room.back("move");
  expect(heard.map(({ seq, is_rewound }) => [seq, is_rewound])).toEqual([
    [3, false],
    [4, false],
    [7, true],
    [6, true],
  ]);
  expect(heard[0]!.steps).toEqual([{ seq: 3, events: game().frames[3]!.events }]);
  expect(heard[2]!.steps).toHaveLength(8);
});

test("positions are limited to the deal and the end", () => {
  room.show(-5);
  expect(room.at).toBe(0);
  room.show(500);
  expect(room.at).toBe(10);
  expect(new ReplayRoom("id", game(), 0, 500).at).toBe(10);
});

test("it plays at its pace to the end, and then from the beginning", () => {
  room.setPace("rapid");
  room.toggle();
  vi.advanceTimersByTime(350 * 3);
  expect(room.at).toBe(5);
  room.toggle();
  vi.advanceTimersByTime(5_000);
  expect(room.at).toBe(5);
  room.toggle();
  vi.advanceTimersByTime(5_000);
  expect([room.at, room.isRunning]).toEqual([10, false]);
  room.toggle();
  expect([room.at, room.isRunning]).toEqual([0, true]);
});

test("a jump while it plays restarts the pause", () => {
  room.toggle();
  vi.advanceTimersByTime(1_500);
  room.show(6);
  vi.advanceTimersByTime(1_500);
  expect(room.at).toBe(6);
  vi.advanceTimersByTime(200);
  expect(room.at).toBe(7);
});

test("another seat's view is shown at the same position", () => {
  room.changeEyes({ ...game(), date: "2026-05-04" }, 3);
  expect([room.at, room.eyes, heard[0]!.is_rewound]).toEqual([2, 3, true]);
});
