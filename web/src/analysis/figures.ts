/** Figures of an analysis as people read them; they come as whole numbers of millionths. */
import { kept, spoken } from "../words/words.svelte";

/** What figures are rounded to. */
export const UNITS = { share: 10_000, profit: 100_000 } as const;
const inPercent = writing({ style: "percent", maximumFractionDigits: 0 });
const inPoints = writing({ maximumFractionDigits: 1 });

/** "43 %", in the language's own way; a change has its sign. */
export function percent(millionths: number, isChange = false): string {
  return inPercent(Math.round(millionths / UNITS.share) / 100, isChange);
}

/** "4.5"; a change has its sign. */
export function points(millionths: number, isChange = false): string {
  return inPoints(Math.round(millionths / UNITS.profit) / 10, isChange);
}

/** A loss small or large enough to be seen: "3.2". */
export function percentPoints(millionths: number): string {
  return points(millionths * 100);
}

/** "≈ 43 %": a figure by few play-outs. */
export function roughly(figure: string): string {
  return `≈\u00a0${figure}`;
}

/** Parts as they are written, so that they add up to a whole: the largest takes what rounding leaves.
 *  The summary of a game is told in this way too. */
export function addingUp(parts: readonly number[], whole: number, unit: number): number[] {
  const rounded = parts.map((part) => Math.round(part / unit) * unit);
  const sizes = parts.map(Math.abs);
  const largest = sizes.indexOf(Math.max(...sizes));
  const rest = whole - rounded.reduce((sum, part) => sum + part, 0);
  return rounded.map((part, at) => (at === largest ? part + rest : part));
}

function writing(style: Intl.NumberFormatOptions): (value: number, isChange: boolean) => string {
  const plain = kept((language) => new Intl.NumberFormat(language, style));
  const signed = kept(
    (language) => new Intl.NumberFormat(language, { ...style, signDisplay: "exceptZero" }),
  );
  return (value, isChange) => {
    const format = (isChange ? signed : plain)(spoken());
    return format.format(tidy(value)).replace("-", "\u2212");
  };
}

/** No minus before a zero. */
function tidy(value: number): number {
  return value === 0 ? 0 : value;
}
