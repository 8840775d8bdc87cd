/** Which moment of a game is shown, and through whose eyes, as it stands in the address. */

/** `eyes`: 0 sees all hands, 1 is the first seat; null where the address does not say. */
export interface Position {
  readonly at: number | null;
  readonly eyes: number | null;
}

const MOST_SEATS = 6;

export function positionOf(search: string): Position {
  const words = new URLSearchParams(search);
  return { at: whole(words.get("at"), 10_000), eyes: whole(words.get("eyes"), MOST_SEATS) };
}

export function searchOf({ at, eyes }: Position): string {
  const words = new URLSearchParams();
  if (at !== null) words.set("at", String(at));
  if (eyes !== null) words.set("eyes", String(eyes));
  const search = words.toString();
  return search && `?${search}`;
}

function whole(word: string | null, most: number): number | null {
  if (word === null || !/^\d{1,5}$/.test(word)) return null;
  return Number(word) <= most ? Number(word) : null;
}

const PAUSE = 200; // milliseconds; browsers refuse an address that changes too often

/** Keeps the address up to date, a moment later. */
export class ReplayAddress {
  private timer: ReturnType<typeof setTimeout> | undefined;

  note(position: Position): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(position), PAUSE);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private write(position: Position): void {
    history.replaceState(history.state, "", location.pathname + searchOf(position));
  }
}
