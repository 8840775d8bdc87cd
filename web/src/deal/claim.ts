/** The deal as its record describes it, not yet verified. */
export interface Claim {
  readonly deal: string;
  readonly commitment: string;
  readonly secret: string;
  readonly rules: string;
  /** `seats`, `opener` or `next` from version 2 on; empty in version 1. */
  readonly draw: string;
  /** By seat, the place of its player before the draw. */
  readonly places: readonly number[];
  /** By seat; an empty string for a bot. */
  readonly nonces: readonly string[];
  readonly deck: readonly string[];
}

/** The claim of a record; null if the record has no deal, because its deck was set by hand. */
export function readClaim(record: string): Claim | null {
  const lines = record.split(/\r?\n/).map((line) => line.split(" ").filter(Boolean));
  const valuesOf = (word: string) =>
    lines.filter(([first]) => first === word).map((line) => line.slice(1));
  const firstOf = (word: string) => valuesOf(word)[0]?.[0] ?? "";
  if (!firstOf("deal")) return null;
  const seats = valuesOf("player").length;
  const nonces = new Map(valuesOf("nonce").map(([seat, nonce]) => [Number(seat), nonce ?? ""]));
  const [draw = "", ...drawn] = valuesOf("draw")[0] ?? [];
  return {
    deal: firstOf("deal"),
    commitment: firstOf("commitment"),
    secret: firstOf("secret"),
    rules: firstOf("rules") || "1",
    draw,
    places: draw ? drawn.map(Number) : Array.from({ length: seats }, (_, seat) => seat),
    nonces: Array.from({ length: seats }, (_, seat) => nonces.get(seat) ?? ""),
    deck: valuesOf("deck")[0] ?? [],
  };
}
