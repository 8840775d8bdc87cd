/** The keys of a replay: arrows for moves, with Shift for auctions, pages for rounds. */
import type { ReplayRoom } from "./replayRoom.svelte";

/** Does a key do something here? */
export function pressed(event: KeyboardEvent, room: ReplayRoom): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return false;
  switch (event.key) {
    case "ArrowRight":
      room.forward(event.shiftKey ? "auction" : "move");
      return true;
    case "ArrowLeft":
      room.back(event.shiftKey ? "auction" : "move");
      return true;
    case "PageDown":
      room.forward("round");
      return true;
    case "PageUp":
      room.back("round");
      return true;
    case "Home":
      room.show(0);
      return true;
    case "End":
      room.show(room.last);
      return true;
    case " ":
      if (isOnControl(event.target)) return false;
      room.toggle();
      return true;
    default:
      return false;
  }
}

/** A slider takes no letters. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=range]),select,textarea,[contenteditable]")
  );
}

/** Space on a focused control is that control's. */
function isOnControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button,a,summary") !== null;
}
