import { expect, test } from "vitest";
import { timeLeft } from "../../src/offline/timeLeft";

const SIZE = 6_000_000;

test.each([
  ["a third in ten seconds", { at: 1_000, bytes: 0 }, { at: 11_000, bytes: 2_000_000 }, 20],
  ["rounded up to five", { at: 1_000, bytes: 0 }, { at: 11_000, bytes: 5_900_000 }, 5],
  ["after an interruption", { at: 1_000, bytes: 4e6 }, { at: 3_000, bytes: 5e6 }, 5],
  ["too early to tell", { at: 1_000, bytes: 0 }, { at: 1_900, bytes: 2_000_000 }, 0],
  ["nothing has come", { at: 1_000, bytes: 5 }, { at: 9_000, bytes: 5 }, 0],
  ["not begun here", { at: 0, bytes: 0 }, { at: 9_000, bytes: 5 }, 0],
  ["too long to be of use", { at: 1_000, bytes: 0 }, { at: 11_000, bytes: 1_000 }, 0],
])("%s", (_, began, now, seconds) => {
  expect(timeLeft(began, now, SIZE)).toBe(seconds);
});
