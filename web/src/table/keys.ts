/** The keys of the table. Single letters and digits can be switched off. */
import { settings } from "../settings/settings.svelte";
import { barOf } from "./bar";
import type { Desk } from "./desk.svelte";

/** Does a key do something here? Whoever types, or holds another key, means something else. */
export function press(event: KeyboardEvent, desk: Desk): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isTyping(event.target)) return false;
  if (event.key === "Escape") return close(desk);
  if (desk.panel !== null) return false;
  if (event.key === " ") return !isOnControl(event.target) && skip(desk);
  if (event.key === "Enter") return !isOnControl(event.target) && confirm(desk);
  return settings.shortcuts && shortcut(event.key.toLowerCase(), desk);
}

function shortcut(key: string, desk: Desk): boolean {
  const { second, primary } = barOf(desk);
  switch (key) {
    case "p": {
      const passes = second ?? (desk.situation === "bid" ? primary : null);
      passes?.act();
      return passes !== null;
    }
    case "s":
      desk.openSale(!desk.isSaleOpen);
      return true;
    case "l":
      desk.panel = "log";
      return true;
    default:
      return choose(Number(key), desk);
  }
}

/** 1 to 9: a card of the hand; of the lot when giving; a stall when taking. */
function choose(number: number, desk: Desk): boolean {
  if (!(number >= 1 && number <= 9)) return false;
  const { lot, market } = desk.view;
  if (desk.isSaleOpen || (desk.situation !== "give" && desk.situation !== "take")) {
    if (number > desk.hand.length) return false;
    desk.pickHand(number - 1);
  } else if (desk.situation === "give") {
    if (number > (lot?.cards.length ?? 0)) return false;
    desk.pickLot(number - 1);
  } else {
    const stall = market[number - 1];
    if (!stall?.cards.length) return false;
    desk.pickStall(stall.stall);
  }
  return true;
}

export function confirm(desk: Desk): boolean {
  if (desk.isSaleOpen) {
    void desk.sell();
    return true;
  }
  const { primary } = barOf(desk);
  if (!primary || primary.isOff) return false;
  primary.act();
  return true;
}

function skip(desk: Desk): boolean {
  if (!desk.update.room.may_skip) return false;
  void desk.skip();
  return true;
}

function close(desk: Desk): boolean {
  const wasOpen =
    desk.panel !== null ||
    desk.isSaleOpen ||
    desk.isDoubting ||
    desk.problem !== null ||
    desk.said !== "";
  desk.panel = null;
  desk.isSaleOpen = false;
  desk.isDoubting = false;
  desk.problem = null;
  desk.said = "";
  desk.helper.close();
  return wasOpen;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input,select,textarea,[contenteditable]");
}

/** Enter on a focused control is that control's. */
function isOnControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button,a") !== null;
}
