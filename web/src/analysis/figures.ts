/** Figures of an analysis as text; they come as whole numbers of millionths. */
import { cachedByLanguage } from "../words/fill";
import { currentLanguage } from "../words/words.svelte";

/** The units to which figures are rounded, in millionths. */
export const UNITS = { share: 10_000, profit: 100_000 } as const;
const inPercent = formatter({ style: "percent", maximumFractionDigits: 0 });
const inPoints = formatter({ maximumFractionDigits: 1 });

/** "43 %" as the language writes it; a change has a sign. */
export function percent(millionths: number, isChange = false): string {
  return inPercent(Math.round(millionths / UNITS.share) / 100, isChange);
}

/** "4.5"; a change has a sign. */
export function points(millionths: number, isChange = false): string {
  return inPoints(Math.round(millionths / UNITS.profit) / 10, isChange);
}

/** A loss in percentage points with one decimal: "3.2". */
export function percentPoints(millionths: number): string {
  return points(millionths * 100);
}

/** "≈ 43 %": a figure from only a few play-outs. */
export function roughly(figure: string): string {
  return `≈\u00a0${figure}`;
}

/** Round parts so that they still add up to the whole: the largest part absorbs the difference. The
 *  text of `byzanz analyze` is rounded in the same way. */
export function roundedToSum(parts: readonly number[], whole: number, unit: number): number[] {
  const rounded = parts.map((part) => Math.round(part / unit) * unit);
  const sizes = parts.map(Math.abs);
  const largest = sizes.indexOf(Math.max(...sizes));
  const rest = whole - rounded.reduce((sum, part) => sum + part, 0);
  return rounded.map((part, index) => (index === largest ? part + rest : part));
}

function formatter(style: Intl.NumberFormatOptions): (value: number, isChange: boolean) => string {
  const plain = cachedByLanguage((language) => new Intl.NumberFormat(language, style));
  const signed = cachedByLanguage(
    (language) => new Intl.NumberFormat(language, { ...style, signDisplay: "exceptZero" }),
  );
  return (value, isChange) => {
    const format = (isChange ? signed : plain)(currentLanguage());
    return format.format(withoutMinusZero(value)).replace("-", "\u2212");
  };
}

function withoutMinusZero(value: number): number {
  return value === 0 ? 0 : value;
}
