import { beforeAll, describe, expect, test } from "vitest";
import type { View } from "../../src/protocol/types";
import { reasonSentence, comparisonText, type Candidate } from "../../src/table/hint/hintText";
import type { Move } from "../../src/table/moves";
import { plainText } from "../../src/table/log/sentences";
import { loadWords, LANGUAGES, setLanguage } from "../../src/words/words.svelte";
import { fixturesOf, PLAYERS } from "./fixtures";

beforeAll(async () => {
  await setLanguage("en");
  await loadWords("table");
});

const PASS: Move = { type: "pass" };
const BID: Move = { type: "bid", cards: ["C3", "V1"] };
const VIEW = { seats: [{ name: "Livia" }, { name: "Leo" }] } as unknown as View;

function candidate(move: Move, win_share: number, profit = 20): Candidate {
  return { move, win_share, profit, playouts: 100, reasons: [] };
}

test("the comparison gives the cost of the second choice", () => {
  const pass = [candidate(PASS, 0.38), candidate(BID, 0.29)];
  expect(comparisonText(pass, 3)).toBe(
    "7 is more than this lot brings you: it would cost 9% of your chance to win.",
  );
  expect(
    comparisonText(
      [...pass].reverse().map((each, at) => ({ ...each, win_share: 0.4 - at / 10 })),
      0,
    ),
  ).toBe("Passing would cost 10% of your chance to win.");
  const give = [
    candidate({ type: "give", card: "M" }, 0.3),
    candidate({ type: "give", card: "C1" }, 0.2),
  ];
  expect(comparisonText(give, 0)).toBe(
    "Second choice: Give cloth 1. That would cost 10% of your chance to win.",
  );
});

test("with equal chances the comparison gives the profit, or says that both are as good", () => {
  expect(comparisonText([candidate(PASS, 0.3, 21), candidate(BID, 0.299, 20)], 0)).toContain(
    "promises 1 less profit",
  );
  expect(comparisonText([candidate(PASS, 0.3), candidate(BID, 0.299)], 0)).toContain(
    "almost as good",
  );
  expect(comparisonText([candidate(PASS, 0.3)], 0)).toBe("There is nothing else to do here.");
});

test("a reason names other seats and lists its card", () => {
  const leaves = {
    code: "leaves_merchants",
    facts: { seat: 1, count: 1 },
    is_against: true,
  } as const;
  expect(plainText(reasonSentence(leaves, VIEW))).toBe("Leaves the merchant to Leo");
  const keeps = { code: "keeps", facts: { card: "S4" }, is_against: false } as const;
  expect(reasonSentence(keeps, VIEW).cards).toEqual(["S4"]);
  expect(plainText(reasonSentence(keeps, VIEW))).toBe("Keeps spices 4 for a set");
  const waits = { code: "waits_for_pick", facts: { place: 1 }, is_against: false } as const;
  expect(plainText(reasonSentence(waits, VIEW))).toBe(
    "With the last lot you choose first at the market",
  );
});

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(() => setLanguage(language));

  test("every hint of every game has complete sentences", () => {
    for (const players of PLAYERS) {
      for (const { update, hint } of Object.values(fixturesOf(players))) {
        const candidates = hint?.explanation.candidates ?? [];
        for (const { reasons } of candidates) {
          for (const reason of reasons) {
            const words = plainText(reasonSentence(reason, update.view!));
            expect(words, reason.code).not.toMatch(/[{}\uE000-\uE002]|undefined|reason\./);
          }
        }
        if (candidates.length)
          expect(comparisonText(candidates, 0)).not.toMatch(/[{}]|undefined|hint\./);
      }
    }
  });
});
