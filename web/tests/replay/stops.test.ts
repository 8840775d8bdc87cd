import { expect, test } from "vitest";
import { stopAfter, stopBefore, stopsOf } from "../../src/replay/stops";
import { game } from "./frames";

test("stops are rounds, and auctions with the markets and the closing sales", () => {
  expect(stopsOf(game().frames)).toEqual({ rounds: [0, 7], auctions: [0, 3, 4, 7, 9] });
});

test.each([
  [0, 3],
  [3, 4],
  [5, 7],
  [9, 10],
  [10, 10],
])("after %i comes %i", (at, expected) => {
  expect(stopAfter(stopsOf(game().frames).auctions, at, 10)).toBe(expected);
});

test.each([
  [10, 9],
  [9, 7],
  [5, 4],
  [1, 0],
  [0, 0],
])("before %i comes %i", (at, expected) => {
  expect(stopBefore(stopsOf(game().frames).auctions, at)).toBe(expected);
});
