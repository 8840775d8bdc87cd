import { beforeAll, describe, expect, test } from "vitest";
import type { Event } from "../../src/protocol/types";
import { promptFor, sentencesOf } from "../../src/table/log/announcer.svelte";
import { logChapters, latestLogEntries } from "../../src/table/log/log";
import { piecesOf, plainText, sentenceOf } from "../../src/table/log/sentences";
import { loadWords, LANGUAGES, setLanguage } from "../../src/words/words.svelte";
import { allEvents, fixture, fixturesOf, PLAYERS } from "./fixtures";

const AUDIENCE = { names: ["Livia", "Zoe", "Leo", "Irene", "Basil", "Anna"], seat: 0 };
const BID: Event = { type: "bid_laid", seat: 2, cards: ["W4", "O2"], bid_value: 6 };

beforeAll(async () => {
  await setLanguage("en");
  await loadWords("table");
});

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(() => setLanguage(language));

  test("every event of every game is a whole sentence", () => {
    for (const event of allEvents()) {
      const sentence = sentenceOf(event, AUDIENCE);
      if (!sentence) continue;
      const text = plainText(sentence);
      expect(text, event.type).not.toMatch(/[{}\uE000-\uE002]|undefined|log\.|sell\./);
      expect(text.length).toBeGreaterThan(3);
    }
  });

  test("every update can be announced", () => {
    for (const players of PLAYERS) {
      for (const { update } of Object.values(fixturesOf(players))) {
        const before = { ...update, view: null };
        expect([...sentencesOf(update), promptFor(update, before)].join(" ")).not.toMatch(
          /[{}]|undefined/,
        );
      }
    }
  });
});

describe("in English", () => {
  beforeAll(() => setLanguage("en"));

  test("others are named, and the reader is called you", () => {
    expect(plainText(sentenceOf(BID, AUDIENCE)!)).toBe("Leo bids 6 with wood 4 and olives 2");
    expect(plainText(sentenceOf({ ...BID, seat: 0 }, AUDIENCE)!)).toBe(
      "You bid 6 with wood 4 and olives 2",
    );
    expect(plainText(sentenceOf({ type: "passed", seat: 1, cards: [] }, AUDIENCE)!)).toBe(
      "Zoe passes",
    );
  });

  test("people who leave, are away or come back are reported after the events of the game", () => {
    const [left, away, back] = (["person_left", "person_away", "person_back"] as const).map(
      (type) => ({ type, seat: 1 }),
    );
    const steps = [
      { seq: 1, events: [BID], changes: [away!] },
      { seq: 2, events: [], changes: [back!, left!] },
    ];
    expect(latestLogEntries(steps, AUDIENCE, 4).map(({ sentence }) => plainText(sentence))).toEqual(
      [
        "Zoe leaves for good: a bot plays on",
        "Zoe is back",
        "Zoe is away: a bot plays",
        "Leo bids 6 with wood 4 and olives 2",
      ],
    );
    const update = { ...fixture(4, "bid-wait").update, steps: [steps[1]!] };
    expect(sentencesOf(update)).toHaveLength(2);
  });

  test("a sentence has parts for its name, its text and its cards", () => {
    expect(piecesOf(sentenceOf(BID, AUDIENCE)!)).toEqual([
      { type: "name", text: "Leo" },
      { type: "text", text: " bids 6 with " },
      { type: "cards" },
    ]);
  });

  test("the reader's turn is announced once", () => {
    const { update } = fixture(4, "bid-raise");
    const waiting = fixture(4, "bid-wait").update;
    expect(promptFor(update, waiting)).toMatch(/^Your turn\. You need \d+ or more\.$/);
    expect(promptFor(update, update)).toBe("");
    expect(promptFor(waiting, update)).toBe("");
  });

  test("the log has the latest events first, under their lot", () => {
    const { steps } = fixture(4, "take").update;
    const chapters = logChapters(steps, AUDIENCE);
    expect(chapters.length).toBeGreaterThan(1);
    expect(latestLogEntries(steps, AUDIENCE, 1)[0]?.sentence).toEqual(chapters[0]!.sentences[0]);
  });
});
