import { beforeAll, describe, expect, test } from "vitest";
import { betterSentence, linkSentence } from "../../src/analysis/links";
import type { AnalysedGame } from "../../src/analysis/wording";
import type { Alternative, Link } from "../../src/protocol/types";
import { plainText } from "../../src/table/log/sentences";
import { loadWords, LANGUAGES, setLanguage } from "../../src/words/words.svelte";

const STORY = { replay: { names: ["Livia", "Leo", "Zoe"] }, reader: 0 } as unknown as AnalysedGame;
const LINKS: readonly Link[] = [
  { type: "pays", seat: 0, offer: 4, value: 7, cards: ["C1", "V2", "S4"] },
  { type: "wins", seat: 0, offer: 3, value: 3, cards: ["C1", "V2"] },
  { type: "bids", seat: 1, offer: 4, value: 3, cards: ["C3"] },
  { type: "buys", seat: 1, offer: 4, value: 6 },
  { type: "spent", seat: 1, offer: 4, value: 6 },
  { type: "gets_free", seat: 0, offer: 2 },
  { type: "card_goes", seat: 0, card: "S4", taker: 2 },
  { type: "card_goes", seat: 0, card: "S4", taker: null },
  { type: "card_goes", seat: 0, card: "S4", taker: 0 },
  { type: "card_goes", seat: 1, card: "S4", taker: 0 },
  { type: "takes_stall", seat: 0, stall: "W", cards: ["W1", "W3"] },
  { type: "set_sold", seat: 2, stall: "S", cards: ["S1", "S4", "M"], profit: 4 },
  { type: "set_ready", seat: 0, stall: "S", cards: ["S1", "S4", "M"], profit: 4 },
  { type: "breaks_set", seat: 0, stall: "W" },
  { type: "breaks_pair", seat: 1, stall: "W" },
  { type: "keeps", seat: 0, stall: "S", cards: ["S1", "S4"] },
  { type: "gathers", seat: 0, stall: "S", cards: ["S1", "S4"] },
  { type: "uses_merchants", seat: 0, count: 2 },
  { type: "keeps_merchants", seat: 0, count: 1 },
  { type: "discards", seat: 0, card: "M" },
  { type: "unsold", seat: 0, stall: "W", cards: ["W1", "W2", "W3"], profit: 3 },
  { type: "ends_with", seat: 0, profit: 21 },
];

beforeAll(async () => {
  await loadWords("table");
  await loadWords("looking");
});

function told(link: Link, reader: number | null = 0): string {
  return plainText(linkSentence({ ...STORY, reader }, link));
}

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(() => setLanguage(language));

  test("every link is a complete sentence, for its seat and for others", () => {
    for (const link of LINKS) {
      for (const reader of [0, 1, 2, null]) {
        const sentence = told(link, reader);
        expect(sentence, link.type).not.toMatch(/[{}\uE000-\uE002]|undefined|link\.|  /);
        expect(sentence.length).toBeGreaterThan(8);
        if (link.seat !== reader) expect(sentence).toContain(STORY.replay.names[link.seat]!);
      }
    }
  });
});

describe("in English", () => {
  beforeAll(() => setLanguage("en"));

  test.each([
    [0, "You pay 7 with cloth 1, wine 2, and spices 4"],
    [6, "Your spices 4 goes to the market, and Zoe takes it."],
    [7, "Your spices 4 goes to the market, and nobody takes it."],
    [9, "Leo’s spices 4 goes to the market, and you take it."],
    [11, "Zoe’s set of spices spices 1, spices 4, and merchant brings\u00a04."],
    [17, "You use up 2 merchants."],
    [18, "You keep a merchant."],
  ])("link %i", (at, sentence) => {
    expect(told(LINKS[at]!)).toBe(sentence);
  });

  test.each([
    [{ type: "pass" }, "Better: pass"],
    [{ type: "bid", cards: ["C1", "C2"] }, "Better: bid cloth 1 and cloth 2"],
    [{ type: "give", card: "M" }, "Better: give merchant"],
    [{ type: "take", stall: "W" }, "Better: take wood"],
    [null, "Better: sell nothing yet"],
  ])("the better move", (move, sentence) => {
    expect(plainText(betterSentence({ move } as Alternative))).toBe(sentence);
  });
});
