/** Figures of an analysis as people read them; they come as whole numbers of millionths. */
import { spoken } from "../words/words.svelte";

const PARTS = 1_000_000;

/** "43 %", in the language's own way; a change has its sign. */
export function percent(millionths: number, isChange = false): string {
  const value = tidy(Math.round(millionths / 10_000) / 100);
  return new Intl.NumberFormat(spoken(), {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: isChange ? "exceptZero" : "auto",
  })
    .format(value)
    .replace("-", "\u2212");
}

/** "4.5"; a change has its sign. */
export function points(millionths: number, isChange = false): string {
  const value = tidy(Math.round(millionths / (PARTS / 10)) / 10);
  return new Intl.NumberFormat(spoken(), {
    maximumFractionDigits: 1,
    signDisplay: isChange ? "exceptZero" : "auto",
  })
    .format(value)
    .replace("-", "\u2212");
}

/** A loss small or large enough to be seen: "3.2". */
export function percentPoints(millionths: number): string {
  return points(millionths * 100);
}

/** No minus before a zero. */
function tidy(value: number): number {
  return value === 0 ? 0 : value;
}
