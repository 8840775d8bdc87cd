/** Random digits; `crypto.randomUUID` is missing on plain http. */
export function hexadecimal(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** An id under which a command may be sent again and counts once. */
export function commandId(): string {
  return hexadecimal(12);
}

/** One's own part of the verified deal. */
export function nonce(): string {
  return hexadecimal(16);
}
