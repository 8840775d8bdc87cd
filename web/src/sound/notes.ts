/** The notes for an update. */
import { faceValue } from "../cards/face";
import type { Card, Event, Update } from "../protocol/types";

export interface Note {
  readonly instrument: "tile" | "wood" | "bell" | "coin" | "muted";
  readonly pitch: number; // semitones above the instrument's frequency
  readonly at: number; // seconds after the update
  readonly loudness: number; // 0 to 1
}

const MAX_NOTES = 12;

export function notesOf(events: readonly Event[], { view, room }: Update): Note[] {
  const notes = events.flatMap((event) => notesOfEvent(event, room.seat));
  if (view?.phase === "reduce" && view.turn === room.seat) notes.push(note("muted"));
  return notes.slice(0, MAX_NOTES);
}

function notesOfEvent(event: Event, seat: number | null): Note[] {
  switch (event.type) {
    case "bid_laid":
      return [
        ...tiles(event.cards),
        ...(event.seat === seat ? [] : [note("wood", 0, 0.3, 0.5), note("wood", -2, 0.42, 0.5)]),
      ];
    case "passed":
      return event.cards.length ? [note("tile", -5, 0, 0.5)] : [];
    case "auction_won":
      return [note("bell", 5, 0, event.seat === seat ? 1 : 0.4), ...tiles(event.paid)];
    case "card_given":
      return tiles([event.card]);
    case "stall_taken":
    case "lot_granted":
      return tiles(event.cards.slice(0, 3));
    case "trio_sold":
      return [...tiles(event.cards), note("coin", 0, 0.3)];
    case "card_discarded":
      return [note("tile", -7, 0, 0.5)];
    case "game_ended":
      return seat !== null && event.winners.includes(seat)
        ? [note("bell", 0), note("bell", 4, 0.18), note("bell", 7, 0.36)]
        : [note("bell", 0, 0, 0.6)];
    default:
      return [];
  }
}

/** A click for each card; higher values have a higher pitch. */
function tiles(cards: readonly Card[]): Note[] {
  return cards.map((card, index) => note("tile", faceValue(card), 0.07 * index));
}

function note(instrument: Note["instrument"], pitch = 0, at = 0, loudness = 1): Note {
  return { instrument, pitch, at, loudness };
}
