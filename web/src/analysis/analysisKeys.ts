/** The keys of an analysis: arrows for moves, with Shift for auctions; on the slider also Page Up, Page
 *  Down, Home and End. */
import { isPlain, isTyping } from "../parts/keyboard";
import { stopAfter, stopBefore, type Stops } from "../replay/stops";

/** The position that a key leads to; null if the key has no meaning here or the focused element
 *  uses it. */
export function positionByKey(
  event: KeyboardEvent,
  at: number,
  last: number,
  { auctions, rounds }: Stops,
): number | null {
  const { key, shiftKey, target } = event;
  if (!isPlain(event) || isTyping(target)) return null;
  if (target instanceof HTMLElement && target.matches(".curves")) return null;
  const isOnSlider = target instanceof HTMLElement && target.matches("input");
  switch (key) {
    case "ArrowRight":
      return shiftKey ? stopAfter(auctions, at, last) : at + 1;
    case "ArrowLeft":
      return shiftKey ? stopBefore(auctions, at) : at - 1;
    case "PageDown":
      return isOnSlider ? stopAfter(rounds, at, last) : null;
    case "PageUp":
      return isOnSlider ? stopBefore(rounds, at) : null;
    case "Home":
      return isOnSlider ? 0 : null;
    case "End":
      return isOnSlider ? last : null;
    default:
      return null;
  }
}
