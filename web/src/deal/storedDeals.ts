/** What this device keeps of a deal until it can be checked. */
export interface StoredDeal {
  /** The random part that this device sent. */
  readonly nonce: string;
  /** The commitment shown before that; absent where the nonce had to be sent first. */
  readonly commitment?: string;
}

const PLACE = "byzanz.deals";
const MOST = 50; // rooms; the oldest go first

/** Remember what was sent for a room's deal, and what was shown before. */
export function storeDeal(room: string, note: StoredDeal): void {
  const others = stored().filter(([other]) => other !== room);
  try {
    localStorage.setItem(PLACE, JSON.stringify([...others, [room, note]].slice(-MOST)));
  } catch {
    // Private windows may refuse; then there is less to compare.
  }
}

/** What this device kept of a room's deal. */
export function loadDeal(room: string): StoredDeal | null {
  return stored().find(([other]) => other === room)?.[1] ?? null;
}

function stored(): [string, StoredDeal][] {
  try {
    const notes: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(notes) ? notes : [];
  } catch {
    return [];
  }
}
