import { expect, test } from "vitest";
import {
  bidTotal,
  cardsAt,
  carriedOver,
  indexesOf,
  sameCards,
  toggled,
} from "../../src/table/hand/selection";
import type { Card } from "../../src/protocol/types";

const HAND: Card[] = ["C1", "C1", "G2", "W4", "M"];

test("a card is chosen and put back, and indexes stay sorted", () => {
  expect(toggled([3], 1)).toEqual([1, 3]);
  expect(toggled([1, 3], 3)).toEqual([1]);
});

test("equal cards have different indexes", () => {
  expect(indexesOf(HAND, ["C1", "C1", "W4"])).toEqual([0, 1, 3]);
  expect(indexesOf(HAND, ["C1", "V3"])).toEqual([0]);
});

test("chosen cards stay chosen when the hand changes", () => {
  expect(carriedOver(HAND, ["C1", "G2", "O1", "W4"], [1, 3])).toEqual([0, 3]);
  expect(carriedOver(HAND, ["C1"], [2])).toEqual([]);
});

test("the total includes the cards already laid; merchants count 0", () => {
  expect(bidTotal(3, HAND, [2, 3, 4])).toBe(9);
  expect(cardsAt(HAND, [0, 9])).toEqual(["C1"]);
});

test("cards are compared regardless of order", () => {
  expect(sameCards(["W4", "C1"], ["C1", "W4"])).toBe(true);
  expect(sameCards(["W4", "C1"], ["C1", "C1"])).toBe(false);
});
