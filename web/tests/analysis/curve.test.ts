import { expect, test } from "vitest";
import { outlookAfter, pointsOf, roundStarts } from "../../src/analysis/curve";
import type { Findings } from "../../src/protocol/types";
import { game } from "../replay/frames";

const outlook = (share: number) => ({ shares: [share], profits: [share], error: 0 });
const FINDINGS: Findings[] = [
  {
    edition: 2,
    number: 0,
    steps: (["start", "deal", "lot"] as const).map((cause, at) => ({
      cause,
      seat: null,
      outlook: outlook(at),
    })),
    verdict: null,
    lot: null,
    chain: null,
  },
  {
    edition: 2,
    number: 1,
    steps: [{ cause: "move", seat: 0, outlook: outlook(3) }],
    verdict: null,
    lot: null,
    chain: null,
  },
  {
    edition: 2,
    number: 2,
    steps: [
      { cause: "move", seat: 1, outlook: outlook(4) },
      { cause: "lot", seat: null, outlook: outlook(5) },
    ],
    verdict: null,
    lot: null,
    chain: null,
  },
];

test("the curve begins before the deal, and a lot has the x of the move that revealed it", () => {
  expect(pointsOf(FINDINGS).map(({ x, shares }) => [x, shares[0]])).toEqual([
    [-1, 0],
    [-0.5, 1],
    [0, 2],
    [1, 3],
    [1.5, 4],
    [2, 5],
  ]);
});

test("the outlook after a move is that of its finding, or of the last one", () => {
  expect(outlookAfter(FINDINGS, 1)?.shares).toEqual([3]);
  expect(outlookAfter(FINDINGS, 9)?.shares).toEqual([5]);
  expect(outlookAfter([], 3)).toBeNull();
});

test("rounds start at the frames of their first lots", () => {
  expect(roundStarts(game().frames)).toEqual([0, 7]);
});
