/** The keyboard shortcuts of the table. Letters and digits can be switched off. */
import { settings } from "../settings/settings.svelte";
import { isOnControl, isPlain, isTyping } from "../parts/keyboard";
import { actionBarOf } from "./actions/actionBar";
import type { TableState } from "./tableState.svelte";

/** Do the action of a key; false if the key has none here. */
export function handleTableKey(event: KeyboardEvent, table: TableState): boolean {
  if (!isPlain(event) || isTyping(event.target)) return false;
  if (event.key === "Escape") return close(table);
  if (table.panel !== null) return false;
  if (event.key === " ") return !isOnControl(event.target) && skip(table);
  if (event.key === "Enter") return !isOnControl(event.target) && confirm(table);
  return settings.shortcuts && shortcut(event.key.toLowerCase(), table);
}

function shortcut(key: string, table: TableState): boolean {
  const { second, primary } = actionBarOf(table);
  switch (key) {
    case "p": {
      const passButton = second ?? (table.situation === "bid" ? primary : null);
      passButton?.act();
      return passButton !== null;
    }
    case "s":
      table.openSale(!table.isSaleOpen);
      return true;
    case "l":
      table.panel = "log";
      return true;
    default:
      return choose(Number(key), table);
  }
}

/** Select by number, 1 to 9: a card of the hand, a card of the lot to give, or a stall to take. */
function choose(number: number, table: TableState): boolean {
  if (!(number >= 1 && number <= 9)) return false;
  const { lot, market } = table.view;
  if (table.isSaleOpen || (table.situation !== "give" && table.situation !== "take")) {
    if (number > table.hand.length) return false;
    table.pickHand(number - 1);
  } else if (table.situation === "give") {
    if (number > (lot?.cards.length ?? 0)) return false;
    table.pickLot(number - 1);
  } else {
    const stall = market[number - 1];
    if (!stall?.cards.length) return false;
    table.pickStall(stall.stall);
  }
  return true;
}

export function confirm(table: TableState): boolean {
  if (table.isSaleOpen) {
    void table.sell();
    return true;
  }
  const { primary } = actionBarOf(table);
  if (!primary || primary.isDisabled) return false;
  primary.act();
  return true;
}

function skip(table: TableState): boolean {
  if (!table.update.room.may_skip) return false;
  void table.skip();
  return true;
}

function close(table: TableState): boolean {
  const wasOpen =
    table.panel !== null ||
    table.isSaleOpen ||
    table.isConfirming ||
    table.problem !== null ||
    table.message !== "";
  table.panel = null;
  table.isSaleOpen = false;
  table.isConfirming = false;
  table.problem = null;
  table.message = "";
  table.hintRequest.close();
  return wasOpen;
}
