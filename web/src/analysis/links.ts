/** The links of a chain of causes as sentences, with their cards as chips. */
import { goodName } from "../cards/names";
import type { Alternative, Card, Link } from "../protocol/types";
import { CARDS_HERE, type Sentence } from "../table/log/sentences";
import { t, type Facts, type Key } from "../words/words.svelte";
import type { AnalysedGame } from "./wording";

export function linkSentence(game: AnalysedGame, link: Link): Sentence {
  switch (link.type) {
    case "pays":
    case "wins":
    case "bids":
      return linkOf(game, link, { n: link.value, offer: link.offer }, link.cards);
    case "buys":
    case "spent":
      return linkOf(game, link, { n: link.value, offer: link.offer });
    case "gets_free":
      return linkOf(game, link, { offer: link.offer });
    case "card_goes":
      return linkOf(game, link, takenBy(game, link), [link.card]);
    case "takes_stall":
    case "keeps":
    case "gathers":
      return linkOf(game, link, {}, link.cards);
    case "set_sold":
    case "set_ready":
    case "unsold":
      return linkOf(game, link, { good: goodName(link.stall), n: link.profit }, link.cards);
    case "breaks_set":
    case "breaks_pair":
      return linkOf(game, link, { good: goodName(link.stall) });
    case "uses_merchants":
    case "keeps_merchants":
      return linkOf(game, link, { count: link.count });
    case "discards":
      return linkOf(game, link, {}, [link.card]);
    case "ends_with":
      return linkOf(game, link, { n: link.profit });
  }
}

/** "Better: bid …". */
export function betterSentence({ move }: Alternative): Sentence {
  switch (move?.type) {
    case "bid":
    case "sell":
      return sentence(`better.${move.type}`, {}, move.cards);
    case "give":
    case "discard":
      return sentence(`better.${move.type}`, {}, [move.card]);
    case "take":
      return sentence("better.take", { good: goodName(move.stall) });
    default:
      return sentence(`better.${move?.type ?? "nothing"}`, {});
  }
}

function takenBy(game: AnalysedGame, { seat, taker }: Extract<Link, { type: "card_goes" }>): Facts {
  if (taker === null) return { takes: "nobody", taker: "" };
  if (taker === seat) return { takes: "back", taker: "" };
  return {
    takes: taker === game.reader ? "you" : "other",
    taker: game.replay.names[taker] ?? "",
  };
}

function linkOf(
  game: AnalysedGame,
  link: Link,
  facts: Facts,
  cards: readonly Card[] = [],
): Sentence {
  const who = link.seat === game.reader ? "you" : "other";
  const name = game.replay.names[link.seat] ?? "";
  return sentence(`link.${link.type}`, { who, name, ...facts }, cards);
}

function sentence(key: Key, facts: Facts, cards: readonly Card[] = []): Sentence {
  return { text: t(key, { ...facts, cards: CARDS_HERE }), cards };
}
