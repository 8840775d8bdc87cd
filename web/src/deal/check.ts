/** Checks a deal from its record alone, on the reader's own device. */
import type { Note } from "./notes";
import { readClaim } from "./claim";
import { commitmentOf, dealt } from "./deal";

/** One thing that was checked. */
export interface Finding {
  readonly what: "commitment" | "seats" | "deck" | "nonce" | "noted";
  readonly holds: boolean;
}

/** What holds of a deal; null if its deck was given. `note`: what this device kept of it. */
export function checkDeal(record: string, note: Note | null): readonly Finding[] | null {
  const claim = readClaim(record);
  if (claim === null) return null;
  const { places, deck } = dealt(claim);
  const found: Finding[] = [
    { what: "commitment", holds: commitmentOf(claim) === claim.commitment },
    { what: "deck", holds: deck.join(" ") === claim.deck.join(" ") },
  ];
  if (claim.draw) found.push({ what: "seats", holds: places.join() === claim.places.join() });
  if (note) found.push({ what: "nonce", holds: claim.nonces.includes(note.nonce) });
  if (note?.commitment) {
    found.push({ what: "noted", holds: note.commitment === claim.commitment });
  }
  return found;
}
