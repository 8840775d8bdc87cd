/** Checks a deal on the reader's device, from its record alone. */
import type { StoredDeal } from "./storedDeals";
import { readClaim } from "./claim";
import { commitmentOf, dealt } from "./deal";

/** The result of one check. */
export interface CheckResult {
  readonly check: "commitment" | "seats" | "deck" | "nonce" | "noted";
  readonly holds: boolean;
}

/** Check a deal, also against the data that this device stored of it. Null if the deck
 *  was given. */
export function checkDeal(
  record: string,
  stored: StoredDeal | null,
): readonly CheckResult[] | null {
  const claim = readClaim(record);
  if (claim === null) return null;
  const { places, deck } = dealt(claim);
  const results: CheckResult[] = [
    { check: "commitment", holds: commitmentOf(claim) === claim.commitment },
    { check: "deck", holds: deck.join(" ") === claim.deck.join(" ") },
  ];
  if (claim.draw) results.push({ check: "seats", holds: places.join() === claim.places.join() });
  if (stored) results.push({ check: "nonce", holds: claim.nonces.includes(stored.nonce) });
  if (stored?.commitment) {
    results.push({ check: "noted", holds: stored.commitment === claim.commitment });
  }
  return results;
}
