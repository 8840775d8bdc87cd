import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReplayAddress, positionOf, roundOf, searchOf } from "../../src/replay/replayAddress";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["", { at: null, eyes: null }],
  ["?at=57&eyes=2", { at: 57, eyes: 2 }],
  ["?eyes=0", { at: null, eyes: 0 }],
  ["?at=-3&eyes=7", { at: null, eyes: null }],
  ["?at=1e3&eyes=x", { at: null, eyes: null }],
  ["?at=99999", { at: null, eyes: null }],
])("%s", (search, expected) => {
  expect(positionOf(search)).toEqual(expected);
});

test("an address is read as it was written", () => {
  const position = { at: 12, eyes: 0 };
  expect(positionOf(searchOf(position))).toEqual(position);
  expect(searchOf({ at: null, eyes: null })).toBe("");
});

test("only the last of many positions is written", () => {
  const replace = vi.spyOn(history, "replaceState");
  const address = new ReplayAddress();
  for (let at = 0; at < 200; at++) address.set({ at, eyes: 1 });
  vi.runAllTimers();
  expect(replace).toHaveBeenCalledOnce();
  expect(location.search).toBe("?at=199&eyes=1");
  address.set({ at: 3, eyes: 1 });
  address.end();
  vi.runAllTimers();
  expect(location.search).toBe("?at=199&eyes=1");
});

test("a round is read from the address", () => {
  expect(roundOf("?round=3")).toBe(3);
  for (const search of ["", "?round=x", "?round=-1", "?round=999"])
    expect(roundOf(search)).toBe(null);
});
