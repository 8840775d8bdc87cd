import { beforeAll, expect, test } from "vitest";
import type { Standing } from "../../src/protocol/types";
import type { Desk } from "../../src/table/desk.svelte";
import { headlineOf, summaryOf, tieNote } from "../../src/table/ending";
import { bring } from "../../src/words/words.svelte";

beforeAll(() => bring("table"));

const NAMES = ["Zoe", "Leo", "Irene", "Basil"];

/** A desk at the end: of each seat its place, profit and cards in hand. */
function desk(...lines: readonly (readonly [place: number, profit: number, hand: number])[]): Desk {
  const standings = lines.map(([place, profit, hand_count], seat): Standing => {
    const by_tie_break = lines.some(([other, same]) => same === profit && other !== place);
    return { place, seat, profit, hand_count, kept: [], by_tie_break };
  });
  const seats = NAMES.map((name) => ({ name }));
  return {
    view: { standings, seats },
    seat: null,
    name: (seat: number) => NAMES[seat],
  } as unknown as Desk;
}

test("more cards in hand decide the first place, and that is said", () => {
  const tied = desk([1, 24, 5], [2, 24, 2], [3, 20, 4]);
  expect(headlineOf(tied)).toBe("Zoe wins with 24");
  expect(summaryOf(tied)).toBe("Zoe and Leo have 24 each. More cards in hand decide: 5 and 2.");
});

test("a tie further down is told where it is, not in the place of the margin", () => {
  const tied = desk([1, 24, 5], [2, 20, 3], [3, 20, 1], [4, 11, 0]);
  expect(summaryOf(tied)).toBe("Zoe is 4 ahead of Leo");
  const notes = tied.view.standings.map((standing) => tieNote(tied, standing));
  const note = "Leo and Irene have 20 each. More cards in hand decide: 3 and 1.";
  expect(notes).toEqual(["", note, note, ""]);
});

test("equal in both, they share the victory", () => {
  const shared = desk([1, 24, 3], [1, 24, 3], [3, 9, 7]);
  expect(headlineOf(shared)).toBe("Zoe and Leo share the victory with 24");
  expect(summaryOf(shared)).toBe("Equal in profit and in cards: 3 cards in hand");
});
