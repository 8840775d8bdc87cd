/** The data of a deal that this device stores until the deal can be checked. */
export interface StoredDeal {
  /** The nonce that this device sent. */
  readonly nonce: string;
  /** The commitment that was shown before; absent if the nonce had to be sent first. */
  readonly commitment?: string;
}

const STORAGE_KEY = "byzanz.deals";
const MAX_ROOMS = 50; // if there are more, the oldest are dropped

/** Store the nonce sent for a room's deal, and the commitment shown before. */
export function storeDeal(room: string, deal: StoredDeal): void {
  const others = loadAll().filter(([other]) => other !== room);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...others, [room, deal]].slice(-MAX_ROOMS)));
  } catch {
    // A private window may refuse to store; then less can be checked.
  }
}

/** The data stored of a room's deal; null if there is none. */
export function loadDeal(room: string): StoredDeal | null {
  return loadAll().find(([other]) => other === room)?.[1] ?? null;
}

function loadAll(): [string, StoredDeal][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
