/** "Pass for me above N": the server keeps it and shows it to nobody, so a reload asks this tab. */
const PLACE = "byzanz.wish";

export interface Wished {
  /** The room, the round and the lot that it is for. */
  readonly auction: string;
  readonly above: number;
}

export class KeptWish {
  private wished = $state.raw<Wished | null>(stored());

  /** What is wished for this auction. */
  above(auction: string): number | null {
    return this.wished?.auction === auction ? this.wished.above : null;
  }

  keep(auction: string, above: number | null): void {
    this.wished = above === null ? null : { auction, above };
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(this.wished));
    } catch {
      // Without storage it is remembered until the page is closed.
    }
  }
}

function stored(): Wished | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    return isWished(value) ? value : null;
  } catch {
    return null;
  }
}

function isWished(value: unknown): value is Wished {
  if (typeof value !== "object" || value === null) return false;
  const { auction, above } = value as Partial<Wished>;
  return typeof auction === "string" && typeof above === "number";
}
