import { beforeAll, expect, test } from "vitest";
import { roundedToSum, percent, percentPoints, points } from "../../src/analysis/figures";
import { setLanguage } from "../../src/words/words.svelte";

beforeAll(() => setLanguage("en"));

test("numbers have a unit, a sign and few digits", () => {
  expect(percent(433_999)).toBe("43%");
  expect(percent(-89_000, true)).toBe("−9%");
  expect(percent(140_000, true)).toBe("+14%");
  expect(percent(-400, true)).toBe("0%");
  expect(points(4_500_000)).toBe("4.5");
  expect(points(27_000_000)).toBe("27");
  expect(points(-1_600_000, true)).toBe("−1.6");
  expect(percentPoints(32_000)).toBe("3.2");
});

test("numbers follow the format of the language", async () => {
  await setLanguage("de");
  expect(percent(430_000)).toBe("43\u00a0%");
  expect(points(4_500_000)).toBe("4,5");
  await setLanguage("en");
});

test("rounded parts add up to the rounded sum", () => {
  const parts = [12_400, 4_400, -314_000, 4_300];
  const written = roundedToSum(parts, -290_000, 10_000);
  expect(written).toEqual([10_000, 0, -300_000, 0]);
  expect(written.reduce((sum, part) => sum + part, 0)).toBe(-290_000);
});
