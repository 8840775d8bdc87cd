/** The position of a replay as part of the address. */
import { pageAt, shownPage } from "../site";

/** Fields are null if the address does not contain them. */
export interface Position {
  /** The number of moves played. */
  readonly at: number | null;
  /** Whose hand is shown: 0 for all hands, otherwise the seat, numbered from 1. */
  readonly eyes: number | null;
}

const MAX_SEATS = 6;
const MAX_ROUNDS = 20;

export function positionOf(search: string): Position {
  const parameters = new URLSearchParams(search);
  return {
    at: wholeNumber(parameters.get("at"), 10_000),
    eyes: wholeNumber(parameters.get("eyes"), MAX_SEATS),
  };
}

/** The round at which the replay is asked to begin, from 1. */
export function roundOf(search: string): number | null {
  return wholeNumber(new URLSearchParams(search).get("round"), MAX_ROUNDS);
}

export function searchOf({ at, eyes }: Position): string {
  const parameters = new URLSearchParams();
  if (at !== null) parameters.set("at", String(at));
  if (eyes !== null) parameters.set("eyes", String(eyes));
  const search = parameters.toString();
  return search && `?${search}`;
}

function wholeNumber(text: string | null, max: number): number | null {
  if (text === null || !/^\d{1,5}$/.test(text)) return null;
  return Number(text) <= max ? Number(text) : null;
}

const WRITE_DELAY = 200; // milliseconds; browsers refuse an address that changes too often

/** Writes the position into the address, after a short delay. */
export class ReplayAddress {
  private timer: ReturnType<typeof setTimeout> | undefined;

  set(position: Position): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(position), WRITE_DELAY);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private write(position: Position): void {
    const address = pageAt(shownPage().pathname + searchOf(position));
    history.replaceState(history.state, "", address);
  }
}
