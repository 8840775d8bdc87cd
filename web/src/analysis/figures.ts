/** Figures of an analysis as people read them; they come as whole numbers of millionths. */
import { kept, spoken } from "../words/words.svelte";

const PARTS = 1_000_000;
const inPercent = writing({ style: "percent", maximumFractionDigits: 0 });
const inPoints = writing({ maximumFractionDigits: 1 });

/** "43 %", in the language's own way; a change has its sign. */
export function percent(millionths: number, isChange = false): string {
  return inPercent(Math.round(millionths / 10_000) / 100, isChange);
}

/** "4.5"; a change has its sign. */
export function points(millionths: number, isChange = false): string {
  return inPoints(Math.round(millionths / (PARTS / 10)) / 10, isChange);
}

/** A loss small or large enough to be seen: "3.2". */
export function percentPoints(millionths: number): string {
  return points(millionths * 100);
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
