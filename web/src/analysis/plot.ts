/** The geometry of the plot: numbers to pixels, lines, grid, and names that do not overlap. */
import type { Measure, Point } from "./curve";
import { BEGINNING, valuesOf } from "./curve";

const PARTS = 1_000_000;

export interface Field {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly x: (moves: number) => number;
  readonly y: (value: number) => number;
  /** Which move lies at this pixel. */
  readonly at: (pixel: number) => number;
}

/** The part of a drawing in which the curves lie; `numbers` and `names` are beside it. */
export function fieldOf(width: number, height: number, numbers: number, names: number): Field {
  return {
    left: numbers,
    right: Math.max(80, width - names),
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

/** The highest number of the axis, and its lines. */
export function ticksOf(
  measure: Measure,
  points: readonly Point[],
  most: number,
): { top: number; ticks: number[] } {
  if (measure === "share") {
    const count = most >= 5 ? 4 : 2;
    return { top: PARTS, ticks: even(PARTS / count, count) };
  }
  const highest = Math.max(PARTS, ...points.flatMap((point) => point.profits)) / PARTS;
  const step = [1, 2, 5, 10, 20, 50].find((each) => Math.ceil(highest / each) < most) ?? 100;
  const count = Math.max(1, Math.ceil(highest / step));
  return { top: count * step * PARTS, ticks: even(step * PARTS, count) };
}

function even(step: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** The line of a seat. */
export function lineOf(
  points: readonly Point[],
  seat: number,
  measure: Measure,
  scale: Scale,
): string {
  return points
    .map((point, at) => {
      const value = valuesOf(point, measure)[seat] ?? 0;
      return `${at ? "L" : "M"}${round(scale.x(point.x))} ${round(scale.y(value))}`;
    })
    .join("");
}

/** The line with all that lies under it. */
export function areaOf(line: string, points: readonly Point[], scale: Scale): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const ground = round(scale.y(0));
  return `${line}L${round(scale.x(last.x))} ${ground}L${round(scale.x(first.x))} ${ground}Z`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Heights as near to the wanted ones as they can be, `gap` apart, in the same order. */
export function spreadLabels(
  wanted: readonly number[],
  gap: number,
  lowest: number,
  highest: number,
): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const groups: { members: number[]; middle: number }[] = [];
  for (const at of order) {
    groups.push({ members: [at], middle: wanted[at]! });
    join(groups, wanted, gap, lowest, highest);
  }
  const placed = [...wanted];
  for (const { members, middle } of groups) {
    members.forEach((at, place) => {
      placed[at] = middle + (place - (members.length - 1) / 2) * gap;
    });
  }
  return placed;
}

/** Names that would touch stand together, around the middle of what they want. */
function join(
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
    const sum = before.members.reduce((total, at) => total + wanted[at]!, 0);
    before.middle = sum / before.members.length;
  }
}

/** How the lines of the other seats are broken, so that none needs its colour to be known. */
export const DASHES: readonly string[] = ["9 5", "2 5", "14 4 2 4", "18 6", "5 4 2 4 2 4"];

/** The dashes of each seat; the line that matters has none. */
export function dashesOf(seats: number, own: number): (string | undefined)[] {
  let next = 0;
  return Array.from({ length: seats }, (_, seat) => (seat === own ? undefined : DASHES[next++]));
}
