import { beforeAll, expect, test } from "vitest";
import type { Standing, View } from "../../src/protocol/types";
import type { TableState } from "../../src/table/tableState.svelte";
import { headlineOf, marginText, tieNote, decidingLotText } from "../../src/table/end/resultText";
import { loadWords, LANGUAGES, setLanguage } from "../../src/words/words.svelte";

beforeAll(() => loadWords("table"));

/** The text with breaking spaces. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

const NAMES = ["Zoe", "Leo", "Irene", "Basil"];

/** The result of a seat: its place, profit and number of cards in hand. */
type Line = readonly [place: number, profit: number, hand: number];

function table(...lines: readonly Line[]): TableState {
  return deskOf(null, lines);
}

function deskOf(
  seat: number | null,
  lines: readonly Line[],
  deciding: View["deciding"] = null,
): TableState {
  const standings = lines.map(([place, profit, hand_count], seat): Standing => {
    const by_tie_break = lines.some(([other, same]) => same === profit && other !== place);
    return { place, seat, profit, hand_count, kept: [], by_tie_break };
  });
  const seats = NAMES.map((name) => ({ name }));
  return {
    view: { standings, seats, deciding },
    seat,
    name: (seat: number) => NAMES[seat],
  } as unknown as TableState;
}

test("the text names the tie-break by cards in hand", () => {
  const tied = table([1, 24, 5], [2, 24, 2], [3, 20, 4]);
  expect(plain(headlineOf(tied))).toBe("Zoe wins with 24");
  expect(plain(marginText(tied))).toBe(
    "Zoe and Leo have 24 each. A tie goes to whoever has more cards left in the hand: Zoe 5 and Leo 2",
  );
});

test.each([
  [0, "Leo has 24 too. A tie goes to whoever has more cards left in the hand: you 5, Leo 2"],
  [1, "Zoe has 24 too. A tie goes to whoever has more cards left in the hand: you 2, Zoe 5"],
])("a player in a tie reads about the other one: seat %i", (seat, said) => {
  const lines: Line[] = [
    [1, 24, 5],
    [2, 24, 2],
    [3, 20, 4],
  ];
  expect(plain(marginText(deskOf(seat, lines)))).toBe(said);
});

const LINES: Line[] = [
  [1, 24, 5],
  [2, 20, 2],
];
const DECIDING = {
  round: 5,
  offer: 5,
  price: 2,
  cards: ["V2", "V4", "M", "M"],
  is_decisive: true,
} as const;

test("the end names the deciding lot that the server sent", () => {
  expect(plain(decidingLotText(deskOf(0, LINES, DECIDING)))).toBe(
    "The lot of 5 in round 5 decided it: wine 2, wine 4, and 2 merchants for a bid of 2.",
  );
  expect(plain(decidingLotText(deskOf(0, LINES, { ...DECIDING, is_decisive: false })))).toContain(
    "brought most",
  );
  const free = { ...DECIDING, price: null, cards: ["V2", "M"] as const };
  expect(plain(decidingLotText(deskOf(0, LINES, free)))).toBe(
    "The lot of 5 in round 5 decided it: wine 2 and a merchant, for free.",
  );
  expect(decidingLotText(deskOf(0, LINES))).toBe("");
});

test("numbers on the end page do not wrap to a new line, in any language", async () => {
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const tied = deskOf(
      0,
      [
        [1, 24, 5],
        [2, 24, 2],
      ],
      DECIDING,
    );
    for (const said of [headlineOf(tied), marginText(tied), decidingLotText(tied)])
      expect(said, language).not.toMatch(/ \d+[.,]?$| \d+[,:]/);
  }
  await setLanguage("en");
});

test("a tie of lower ranks is explained beside them, not in the margin's text", () => {
  const tied = table([1, 24, 5], [2, 20, 3], [3, 20, 1], [4, 11, 0]);
  expect(plain(marginText(tied))).toBe("Zoe is 4 ahead of Leo");
  const notes = tied.view.standings.map((standing) => tieNote(tied, standing));
  const note =
    "Leo and Irene have 20 each. A tie goes to whoever has more cards left in the hand: Leo 3 and Irene 1";
  expect(notes.map(plain)).toEqual(["", note, note, ""]);
});

test("players with equal profit and cards share the victory", () => {
  const shared = table([1, 24, 3], [1, 24, 3], [3, 9, 7]);
  expect(plain(headlineOf(shared))).toBe("Zoe and Leo share the victory with 24");
  expect(marginText(shared)).toBe("Equal in profit and in cards: 3 cards in hand");
});
