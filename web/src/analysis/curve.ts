/** The course of a game as points, one for each step of a finding or preview. */
import type { Findings, Frame, Preview } from "../protocol/types";

export type Measure = "share" | "profit";

export interface Point {
  /** The number of moves played; steps between two moves have fractions. */
  readonly x: number;
  readonly shares: readonly number[];
  readonly profits: readonly number[];
}

/** The x of the first point, before the deal. */
export const BEGINNING = -1;

export function pointsOf(findings: readonly (Findings | Preview)[]): Point[] {
  return findings.flatMap(({ number, steps }) =>
    steps.map(({ outlook: { shares, profits } }, at) => ({
      x: number + (at + 1) / steps.length - 1 + beginningOffset(number, at, steps.length),
      shares,
      profits,
    })),
  );
}

/** The offset that spreads the steps of the deal from the beginning to the first move. */
function beginningOffset(number: number, at: number, count: number): number {
  if (number !== 0 || count === 1) return 0;
  return at / (count - 1) - (at + 1) / count;
}

export function valuesOf(point: Point, measure: Measure): readonly number[] {
  return measure === "share" ? point.shares : point.profits;
}

/** The outlook after a number of moves, or the latest one known. */
export function outlookAfter(findings: readonly (Findings | Preview)[], number: number) {
  return findings[Math.min(number, findings.length - 1)]?.steps.at(-1)?.outlook ?? null;
}

/** The numbers of moves after which rounds began; the first round begins with the deal. */
export function roundStarts(frames: readonly Frame[]): number[] {
  return frames.flatMap(({ events }, at) =>
    events.some(({ type }) => type === "round_begun") ? [at] : [],
  );
}
