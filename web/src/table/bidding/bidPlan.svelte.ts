/** The bid plan of this person for one auction: pass above a value, or bid up to a value. The server
 *  does not send it back, so this tab stores it for a reload. */
const STORAGE_KEY = "byzanz.wish";

export const BID_PLAN_KINDS = ["pass", "bid"] as const;
export type BidPlanKind = (typeof BID_PLAN_KINDS)[number];

export interface BidLimit {
  readonly kind: BidPlanKind;
  readonly value: number;
}

interface StoredLimit extends BidLimit {
  /** The room, the round and the number of the lot. */
  readonly auction: string;
}

export class StoredBidPlan {
  private current = $state.raw<StoredLimit | null>(load());

  /** The limit for this auction; null if there is none. */
  of(auction: string): BidLimit | null {
    return this.current?.auction === auction ? this.current : null;
  }

  /** Replace the limit; null removes it. */
  set(auction: string, limit: BidLimit | null): void {
    this.current = limit && { auction, kind: limit.kind, value: limit.value };
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(this.current));
    } catch {
      // Without storage the limit is lost when the page is closed.
    }
  }
}

function load(): StoredLimit | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    return isStoredLimit(value) ? value : null;
  } catch {
    return null;
  }
}

function isStoredLimit(value: unknown): value is StoredLimit {
  if (typeof value !== "object" || value === null) return false;
  const { auction, kind, value: number } = value as Partial<StoredLimit>;
  return (
    typeof auction === "string" && BID_PLAN_KINDS.includes(kind!) && typeof number === "number"
  );
}
