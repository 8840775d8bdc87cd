/** The keys of a replay: arrows for moves, with Shift for auctions; Page Up and Page
 *  Down for rounds. */
import { isOnControl, isPlain, isTyping } from "../parts/keyboard";
import type { ReplayRoom } from "./replayRoom.svelte";

/** Do the action of a key; false if the key has none here. */
export function pressInReplay(event: KeyboardEvent, room: ReplayRoom): boolean {
  if (!isPlain(event) || isTyping(event.target)) return false;
  if (document.querySelector("dialog[open]")) return false;
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
