/** Events as sentences in the reader's language. */
import { cardList } from "../../cards/names";
import type { Card, Change, Event, UpdateStep } from "../../protocol/types";
import { t, type Facts, type Key } from "../../words/words.svelte";

/** The names by seat, and the seat of the reader. */
export interface Audience {
  readonly names: readonly string[];
  readonly seat: number | null;
}

/** A sentence with marks for its name and its cards, and those cards. */
export interface Sentence {
  readonly text: string;
  readonly cards: readonly Card[];
}

/** Marks in the text of a sentence; no name contains them. */
export const NAME_BEGINS = "\uE000";
export const NAME_ENDS = "\uE001";
export const CARDS_HERE = "\uE002";

/** The events of a step, then the changes of its players. */
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
      return seatSentence("log.bid", event.seat, audience, { n: event.bid_value }, event.cards);
    case "passed":
      return seatSentence("log.pass", event.seat, audience);
    case "auction_won":
      return seatSentence("log.won", event.seat, audience, {
        offer: event.offer,
        n: event.bid_value,
      });
    case "lot_granted":
      return event.seat === audience.seat
        ? sentence("log.granted", {})
        : seatSentence("won.allPass", event.seat, audience);
    case "card_given":
      return seatSentence("log.given", event.seat, audience, {}, [event.card]);
    case "stall_taken":
      return seatSentence("log.taken", event.seat, audience, {}, event.cards);
    case "trio_sold":
      return saleSentence(event, audience);
    case "card_discarded":
      return seatSentence("log.discarded", event.seat, audience, {}, [event.card]);
    case "market_cleared":
      return event.cards.length ? sentence("log.cleared", {}, event.cards) : null;
    case "seat_done":
      return event.idle ? null : seatSentence("log.done", event.seat, audience);
    case "person_left":
      return seatSentence("log.left", event.seat, audience);
    case "person_away":
      return seatSentence("log.away", event.seat, audience);
    case "person_back":
      return seatSentence("log.back", event.seat, audience);
    case "game_ended":
      return sentence("log.ended", {});
    case "round_begun":
      return null;
  }
}

/** The sentence in words only, for screen readers. */
export function plainText({ text, cards }: Sentence): string {
  return text
    .replaceAll(NAME_BEGINS, "")
    .replaceAll(NAME_ENDS, "")
    .replace(CARDS_HERE, cardList(cards));
}

/** A piece of a sentence, in the order of drawing. */
export type Piece =
  { readonly type: "text" | "name"; readonly text: string } | { readonly type: "cards" };

export function piecesOf({ text }: Sentence): Piece[] {
  return text.split(/(\uE000[^\uE001]*\uE001|\uE002)/).flatMap((part): Piece[] => {
    if (part === "") return [];
    if (part === CARDS_HERE) return [{ type: "cards" }];
    if (part.startsWith(NAME_BEGINS)) return [{ type: "name", text: part.slice(1, -1) }];
    return [{ type: "text", text: part }];
  });
}

function sentence(key: Key, facts: Facts, cards: readonly Card[] = []): Sentence {
  return { text: t(key, { ...facts, cards: CARDS_HERE }), cards };
}

/** A sentence about a seat; the reader's own seat is called "you". */
function seatSentence(
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

function saleSentence(event: Extract<Event, { type: "trio_sold" }>, audience: Audience): Sentence {
  const key = event.kept === "M" ? "sell.logMerchants" : "sell.log";
  return seatSentence(key, event.seat, audience, { n: event.profit }, event.cards);
}
