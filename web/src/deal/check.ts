/** Checks a deal from its record alone, on the reader's own device. */
import type { StoredDeal } from "./storedDeals";
import { readClaim } from "./claim";
import { commitmentOf, dealt } from "./deal";

/** One thing that was checked. */
export interface CheckResult {
  readonly what: "commitment" | "seats" | "deck" | "nonce" | "noted";
  readonly holds: boolean;
}

/** What holds of a deal; null if its deck was given. `note`: what this device kept of it. */
export function checkDeal(record: string, note: StoredDeal | null): readonly CheckResult[] | null {
  const claim = readClaim(record);
  if (claim === null) return null;
  const { places, deck } = dealt(claim);
  const found: CheckResult[] = [
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
