/** The geometry of the plot: numbers to pixels, lines, grid, and names that do not overlap. */
import type { Measure, Point } from "./curve";
import { BEGINNING, valuesOf } from "./curve";

const MILLIONTHS = 1_000_000;

/** The edges of the area in which the curves are drawn, in pixels. */
export interface Field {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly x: (moves: number) => number;
  readonly y: (value: number) => number;
  /** The number of the move at a pixel. */
  readonly at: (pixel: number) => number;
}

/** The area of the curves in a drawing; space for the numbers and the names is left on either
 *  side. */
export function fieldOf(
  width: number,
  height: number,
  numbersWidth: number,
  namesWidth: number,
): Field {
  return {
    left: numbersWidth,
    right: Math.max(80, width - namesWidth),
    top: 22,
    bottom: Math.max(60, height - 30),
  };
}

export function scaleOf(field: Field, last: number, top: number): Scale {
  const width = field.right - field.left;
  const span = Math.max(1, last - BEGINNING);
  const clamp = (moves: number) => Math.max(0, Math.min(last, Math.round(moves)));
  return {
    x: (moves) => field.left + ((moves - BEGINNING) / span) * width,
    y: (value) => field.bottom - (value / top) * (field.bottom - field.top),
    at: (pixel) => clamp(((pixel - field.left) / width) * span + BEGINNING),
  };
}

/** The highest value of the axis, and the values of its lines. */
export function ticksOf(
  measure: Measure,
  points: readonly Point[],
  maxCount: number,
): { top: number; ticks: number[] } {
  if (measure === "share") {
    const count = maxCount >= 5 ? 4 : 2;
    return { top: MILLIONTHS, ticks: multiples(MILLIONTHS / count, count) };
  }
  const highest = Math.max(MILLIONTHS, ...points.flatMap((point) => point.profits)) / MILLIONTHS;
  const step = [1, 2, 5, 10, 20, 50].find((each) => Math.ceil(highest / each) < maxCount) ?? 100;
  const count = Math.max(1, Math.ceil(highest / step));
  return { top: count * step * MILLIONTHS, ticks: multiples(step * MILLIONTHS, count) };
}

function multiples(step: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The curve of a seat as an SVG path. */
export function lineOf(
  points: readonly Point[],
  seat: number,
  measure: Measure,
  scale: Scale,
): string {
  return points
    .map((point, index) => {
      const value = valuesOf(point, measure)[seat] ?? 0;
      return `${index ? "L" : "M"}${round(scale.x(point.x))} ${round(scale.y(value))}`;
    })
    .join("");
}

/** The area under a curve as an SVG path. */
export function areaOf(line: string, points: readonly Point[], scale: Scale): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const zero = round(scale.y(0));
  return `${line}L${round(scale.x(last.x))} ${zero}L${round(scale.x(first.x))} ${zero}Z`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Heights at least `gap` apart, as near as possible to the wanted ones and in the same order. */
export function spreadLabels(
  wanted: readonly number[],
  gap: number,
  lowest: number,
  highest: number,
): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const groups: { members: number[]; middle: number }[] = [];
  for (const at of order) {
    groups.push({ members: [at], middle: wanted[at]! });
    mergeTouching(groups, wanted, gap, lowest, highest);
  }
  const placed = [...wanted];
  for (const { members, middle } of groups) {
    members.forEach((at, position) => {
      placed[at] = middle + (position - (members.length - 1) / 2) * gap;
    });
  }
  return placed;
}

/** Merge the last group with those that it touches; a group is centred on its mean
 *  wanted height. */
function mergeTouching(
  groups: { members: number[]; middle: number }[],
  wanted: readonly number[],
  gap: number,
  lowest: number,
  highest: number,
): void {
  const half = (count: number) => ((count - 1) / 2) * gap;
  for (;;) {
    const last = groups.at(-1)!;
    const room = half(last.members.length);
    last.middle = Math.max(lowest + room, Math.min(highest - room, last.middle));
    const before = groups.at(-2);
    if (!before) return;
    const distance = last.middle - room - (before.middle + half(before.members.length));
    if (distance >= gap - 1e-9) return;
    groups.pop();
    before.members.push(...last.members);
    const sum = before.members.reduce((total, member) => total + wanted[member]!, 0);
    before.middle = sum / before.members.length;
  }
}

/** The dashes of the other seats, so that lines can be told apart without their colours. */
export const DASHES: readonly string[] = ["9 5", "2 5", "14 4 2 4", "18 6", "5 4 2 4 2 4"];

/** The dashes of each seat; the line in front has none. */
export function dashesOf(seatCount: number, own: number): (string | undefined)[] {
  let next = 0;
  return Array.from({ length: seatCount }, (_, seat) =>
    seat === own ? undefined : DASHES[next++],
  );
}
