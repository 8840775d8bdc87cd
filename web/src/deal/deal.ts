/** Computes the verified deal again, byte for byte as docs/verified-deal.md defines it. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Claim } from "./claim";

/** The number of cards of the values 1, 2, 3 and 4 in each good. */
const COPIES = [6, 5, 3, 2];
/** The deck before it is shuffled. */
const UNSHUFFLED: readonly string[] = [
  ..."CGOSVW"
    .split("")
    .flatMap((good) =>
      COPIES.flatMap((count, index) => Array<string>(count).fill(`${good}${index + 1}`)),
    ),
  ...Array<string>(16).fill("M"),
];
const RANGE = 1 << 16; // how many numbers 16 bits can hold

export function commitmentOf({ deal, secret, draw }: Claim): string {
  const format = utf8ToBytes(`byzanz-deal-${draw ? 2 : 1}`);
  return bytesToHex(sha256(prefixed([format, utf8ToBytes(deal), hexToBytes(secret)])));
}

/** The places drawn for the seats, and the deck, as they follow from a claim's secret
 *  and nonces. */
export function dealt(claim: Claim): { places: readonly number[]; deck: readonly string[] } {
  const stream = numbers(keyOf(claim));
  const places = draw(claim.draw, claim.places.length, stream);
  return { places, deck: shuffled(UNSHUFFLED, stream) };
}

function keyOf({ deal, secret, rules, draw, places, nonces }: Claim): Uint8Array {
  const byPlace = places.map((_, place) => nonces[places.indexOf(place)] ?? "");
  const words = [deal, rules, ...(draw ? [draw] : [])].map((word) => utf8ToBytes(word));
  const parts = [...words, ...byPlace.map((nonce) => hexToBytes(nonce))];
  return hmac(sha512, hexToBytes(secret), prefixed(parts));
}

/** By seat, the place of its player before the draw. */
function draw(word: string, count: number, stream: Iterator<number>): readonly number[] {
  const seats = Array.from({ length: count }, (_, seat) => seat);
  if (word === "seats") return shuffled(seats, stream);
  const first = word === "opener" ? below(count, stream) : word === "next" ? 1 : 0;
  return seats.map((seat) => (first + seat) % count);
}

/** The parts one after the other, each preceded by its length in four bytes. */
function prefixed(parts: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...parts.flatMap((part) => [bigEndian(part.length, 4), part]));
}

function bigEndian(number: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(size - 4, number);
  return bytes;
}

/** An endless sequence of 16-bit numbers derived from a key. */
function* numbers(key: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const bytes = sha512(concatBytes(key, bigEndian(block, 8)));
    for (let at = 0; at < bytes.length; at += 2) yield 256 * bytes[at]! + bytes[at + 1]!;
  }
}

/** A number from 0 to bound - 1, all equally likely: numbers that would favour some are skipped. */
function below(bound: number, stream: Iterator<number>): number {
  const limit = RANGE - (RANGE % bound);
  let number: number;
  do number = stream.next().value;
  while (number >= limit);
  return number % bound;
}

function shuffled<Item>(items: readonly Item[], stream: Iterator<number>): readonly Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1, stream);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
