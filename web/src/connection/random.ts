/** Random hexadecimal digits; `crypto.randomUUID` is missing on plain http. */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** An id for a command, so that it counts once even if it is sent again. */
export function commandId(): string {
  return randomHex(12);
}

/** A player's random part of the verified deal. */
export function nonce(): string {
  return randomHex(16);
}
