import { beforeAll, expect, test } from "vitest";
import { percent, percentPoints, points } from "../../src/analysis/figures";
import { speak } from "../../src/words/words.svelte";

beforeAll(() => speak("en"));

test("as people read them", () => {
  expect(percent(433_999)).toBe("43%");
  expect(percent(-89_000, true)).toBe("−9%");
  expect(percent(140_000, true)).toBe("+14%");
  expect(percent(-400, true)).toBe("0%");
  expect(points(4_500_000)).toBe("4.5");
  expect(points(27_000_000)).toBe("27");
  expect(points(-1_600_000, true)).toBe("−1.6");
  expect(percentPoints(32_000)).toBe("3.2");
});

test("in every language its own way", async () => {
  await speak("de");
  expect(percent(430_000)).toBe("43\u00a0%");
  expect(points(4_500_000)).toBe("4,5");
  await speak("en");
});
