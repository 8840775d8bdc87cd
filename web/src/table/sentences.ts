/** Events in sentences of the reader's language. */
import { cardList } from "../cards/names";
import type { Card, Change, Event, UpdateStep } from "../protocol/types";
import { t, type Facts, type Key } from "../words/words.svelte";

/** Who sits where, and who reads. */
export interface Audience {
  readonly names: readonly string[];
  readonly seat: number | null;
}

/** A sentence; it is drawn with the name in bold and cards as chips, and read out in words. */
export interface Sentence {
  readonly text: string;
  readonly cards: readonly Card[];
}

/** Marks in a sentence that no name can hold. */
export const NAME_BEGINS = "\uE000";
export const NAME_ENDS = "\uE001";
export const CARDS_HERE = "\uE002";

/** All that a step tells of: in the game, and then of those who play it. */
export function eventsAndChanges({
  events,
  changes = [],
}: UpdateStep): readonly (Event | Change)[] {
  return [...events, ...changes];
}

export function sentenceOf(event: Event | Change, audience: Audience): Sentence | null {
  switch (event.type) {
    case "dealt":
      return event.cards && sentence("log.dealt", {}, event.cards);
    case "lot_revealed":
      return sentence("log.lot", { n: event.offer }, event.cards);
    case "bid_laid":
      return seats("log.bid", event.seat, audience, { n: event.bid_value }, event.cards);
    case "passed":
      return seats("log.pass", event.seat, audience);
    case "auction_won":
      return seats("log.won", event.seat, audience, { offer: event.offer, n: event.bid_value });
    case "lot_granted":
      return event.seat === audience.seat
        ? sentence("log.granted", {})
        : seats("won.allPass", event.seat, audience);
    case "card_given":
      return seats("log.given", event.seat, audience, {}, [event.card]);
    case "stall_taken":
      return seats("log.taken", event.seat, audience, {}, event.cards);
    case "trio_sold":
      return sale(event, audience);
    case "card_discarded":
      return seats("log.discarded", event.seat, audience, {}, [event.card]);
    case "market_cleared":
      return event.cards.length ? sentence("log.cleared", {}, event.cards) : null;
    case "seat_done":
      return event.idle ? null : seats("log.done", event.seat, audience);
    case "person_left":
      return seats("log.left", event.seat, audience);
    case "person_away":
      return seats("log.away", event.seat, audience);
    case "person_back":
      return seats("log.back", event.seat, audience);
    case "game_ended":
      return sentence("log.ended", {});
    case "round_begun":
      return null;
  }
}

/** The sentence as it is read out. */
export function plainText({ text, cards }: Sentence): string {
  return text
    .replaceAll(NAME_BEGINS, "")
    .replaceAll(NAME_ENDS, "")
    .replace(CARDS_HERE, cardList(cards));
}

/** Pieces of a sentence in the order in which they are drawn. */
export type Piece =
  { readonly kind: "text" | "name"; readonly text: string } | { readonly kind: "cards" };

export function piecesOf({ text }: Sentence): Piece[] {
  return text.split(/(\uE000[^\uE001]*\uE001|\uE002)/).flatMap((part): Piece[] => {
    if (part === "") return [];
    if (part === CARDS_HERE) return [{ kind: "cards" }];
    if (part.startsWith(NAME_BEGINS)) return [{ kind: "name", text: part.slice(1, -1) }];
    return [{ kind: "text", text: part }];
  });
}

function sentence(key: Key, facts: Facts, cards: readonly Card[] = []): Sentence {
  return { text: t(key, { ...facts, cards: CARDS_HERE }), cards };
}

function seats(
  key: Key,
  seat: number,
  audience: Audience,
  facts: Facts = {},
  cards: readonly Card[] = [],
): Sentence {
  const who = seat === audience.seat ? "you" : "other";
  const name = NAME_BEGINS + (audience.names[seat] ?? "") + NAME_ENDS;
  const you = NAME_BEGINS + t("seat.you") + NAME_ENDS;
  return sentence(key, { ...facts, who, name, you }, cards);
}

function sale(event: Extract<Event, { type: "trio_sold" }>, audience: Audience): Sentence {
  const key = event.kept === "M" ? "sell.logMerchants" : "sell.log";
  return seats(key, event.seat, audience, { n: event.profit }, event.cards);
}
