/** What the server does for this person in an auction: pass above N, or bid up to N. The server does
 *  not send it back, so this tab stores it for a reload. */
const PLACE = "byzanz.wish";

export const BID_PLAN_KINDS = ["pass", "bid"] as const;
export type BidPlanKind = (typeof BID_PLAN_KINDS)[number];

export interface BidLimit {
  readonly kind: BidPlanKind;
  readonly value: number;
}

interface Kept extends BidLimit {
  /** The room, the round and the lot that it is for. */
  readonly auction: string;
}

export class StoredBidPlan {
  private kept = $state.raw<Kept | null>(stored());

  /** What is wished for this auction. */
  of(auction: string): BidLimit | null {
    return this.kept?.auction === auction ? this.kept : null;
  }

  keep(auction: string, wished: BidLimit | null): void {
    this.kept = wished && { auction, kind: wished.kind, value: wished.value };
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(this.kept));
    } catch {
      // Without storage it is remembered until the page is closed.
    }
  }
}

function stored(): Kept | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { auction, kind, value: number } = value as Partial<Kept>;
  return (
    typeof auction === "string" && BID_PLAN_KINDS.includes(kind!) && typeof number === "number"
  );
}
