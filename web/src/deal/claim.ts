/** What a record says of its deal, not yet verified. */
export interface Claim {
  readonly deal: string;
  readonly commitment: string;
  readonly secret: string;
  readonly rules: string;
  /** What was drawn, from version 2 on; empty in version 1. */
  readonly draw: string;
  /** By seat: where its player sat before the draw. */
  readonly places: readonly number[];
  /** By seat; empty for a bot. */
  readonly nonces: readonly string[];
  readonly deck: readonly string[];
}

/** The claim of a record; null if its deck was given. */
export function readClaim(record: string): Claim | null {
  const lines = record.split(/\r?\n/).map((line) => line.split(" ").filter(Boolean));
  const all = (word: string) =>
    lines.filter(([first]) => first === word).map((line) => line.slice(1));
  const text = (word: string) => all(word)[0]?.[0] ?? "";
  if (!text("deal")) return null;
  const seats = all("player").length;
  const nonces = new Map(all("nonce").map(([seat, nonce]) => [Number(seat), nonce ?? ""]));
  const [draw = "", ...drawn] = all("draw")[0] ?? [];
  return {
    deal: text("deal"),
    commitment: text("commitment"),
    secret: text("secret"),
    rules: text("rules") || "1",
    draw,
    places: draw ? drawn.map(Number) : Array.from({ length: seats }, (_, seat) => seat),
    nonces: Array.from({ length: seats }, (_, seat) => nonces.get(seat) ?? ""),
    deck: all("deck")[0] ?? [],
  };
}
