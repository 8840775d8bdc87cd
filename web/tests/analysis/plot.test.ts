import { describe, expect, test } from "vitest";
import type { Point } from "../../src/analysis/curve";
import {
  DASHES,
  areaOf,
  dashesOf,
  fieldOf,
  lineOf,
  scaleOf,
  spreadLabels,
  ticksOf,
} from "../../src/analysis/plot";

const PARTS = 1_000_000;
const POINTS: Point[] = [
  { x: -1, shares: [500_000, 500_000], profits: [20 * PARTS, 20 * PARTS] },
  { x: 0, shares: [600_000, 400_000], profits: [21 * PARTS, 19 * PARTS] },
  { x: 9, shares: [PARTS, 0], profits: [27 * PARTS, 17 * PARTS] },
];

test("scales map numbers to pixels, and pixels back to moves", () => {
  const field = fieldOf(560, 330, 50, 60);
  expect(field).toEqual({ left: 50, right: 500, top: 22, bottom: 300 });
  const scale = scaleOf(field, 9, PARTS);
  expect([scale.x(-1), scale.x(9)]).toEqual([50, 500]);
  expect([scale.y(0), scale.y(PARTS)]).toEqual([300, 22]);
  for (let move = 0; move <= 9; move++) expect(scale.at(scale.x(move))).toBe(move);
  expect([scale.at(-100), scale.at(9_999)]).toEqual([0, 9]);
});

test("a line goes through all points, and the area down to the axis", () => {
  const scale = scaleOf({ left: 0, right: 100, top: 0, bottom: 100 }, 9, PARTS);
  const line = lineOf(POINTS, 0, "share", scale);
  expect(line).toBe("M0 50L10 40L100 0");
  expect(areaOf(line, POINTS, scale)).toBe("M0 50L10 40L100 0L100 100L0 100Z");
  expect(lineOf([], 0, "share", scale)).toBe("");
  expect(areaOf("", [], scale)).toBe("");
});

test("axes end at round numbers", () => {
  expect(ticksOf("share", POINTS, 5).ticks).toEqual([0, 250_000, 500_000, 750_000, PARTS]);
  expect(ticksOf("share", POINTS, 4).ticks).toEqual([0, 500_000, PARTS]);
  expect(ticksOf("profit", POINTS, 5)).toEqual({
    top: 30 * PARTS,
    ticks: [0, 10 * PARTS, 20 * PARTS, 30 * PARTS],
  });
  expect(ticksOf("profit", [], 5).ticks).toEqual([0, PARTS]);
});

describe("names beside the curves", () => {
  const apart = (placed: number[], gap: number) => {
    const sorted = [...placed].sort((a, b) => a - b);
    return sorted.every((each, at) => at === 0 || each - sorted[at - 1]! >= gap - 1e-6);
  };

  test("stay where they are if they do not overlap", () => {
    expect(spreadLabels([10, 60, 110], 18, 0, 200)).toEqual([10, 60, 110]);
  });

  test("move apart evenly, in their order", () => {
    expect(spreadLabels([100, 100], 20, 0, 200)).toEqual([90, 110]);
    expect(spreadLabels([104, 100, 96], 20, 0, 200)).toEqual([120, 100, 80]);
  });

  test("stay between the edges", () => {
    expect(spreadLabels([200, 200, 199], 18, 0, 200)).toEqual([182, 200, 164]);
    expect(spreadLabels([0, 0], 18, 0, 200)).toEqual([0, 18]);
  });

  test("never overlap", () => {
    let seed = 7;
    const dice = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let game = 0; game < 500; game++) {
      const wanted = Array.from({ length: 6 }, () => 22 + 180 * dice() ** 3);
      const placed = spreadLabels(wanted, 18, 22, 202);
      expect(apart(placed, 18), wanted.join()).toBe(true);
      expect(Math.min(...placed)).toBeGreaterThanOrEqual(22 - 1e-6);
      expect(Math.max(...placed)).toBeLessThanOrEqual(202 + 1e-6);
    }
  });
});

test("every line has its own dash pattern, and the reader's line is solid", () => {
  const dashes = dashesOf(6, 2);
  expect(dashes[2]).toBeUndefined();
  expect(new Set(dashes).size).toBe(6);
  expect(new Set(DASHES).size).toBe(DASHES.length);
});
