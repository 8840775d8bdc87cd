import { beforeAll, describe, expect, test } from "vitest";
import { totalOf } from "../../src/cards/face";
import { barOf } from "../../src/table/bar";
import { Desk } from "../../src/table/desk.svelte";
import { press } from "../../src/table/keys";
import { noticeOf } from "../../src/table/notice";
import { Playback } from "../../src/table/playback.svelte";
import { slabOf } from "../../src/table/slab";
import { bring, speak } from "../../src/words/words.svelte";
import { fixture, fixturesOf, PLAYERS } from "./fixtures";
import { FixtureRoom } from "./FixtureRoom.svelte";

function sit(players: number, name: string): { desk: Desk; room: FixtureRoom } {
  const room = new FixtureRoom(fixture(players, name));
  return { desk: new Desk(room, new Playback(room)), room };
}

beforeAll(async () => {
  await speak("en");
  await bring("table");
});

describe("bidding", () => {
  test("the cheapest bid is chosen with one click and sent with the next", async () => {
    const { desk, room } = sit(4, "bid-raise");
    const { beat, cheapest, laid_value } = desk.options!.bid!;
    barOf(desk).primary!.act();
    const n = laid_value + totalOf(cheapest);
    expect(barOf(desk).primary!.label).toBe(`Bid ${n}: beats\u00a0${beat}`);
    barOf(desk).primary!.act();
    await Promise.resolve();
    expect(room.sent).toEqual([
      expect.objectContaining({ type: "play", move: `bid ${cheapest.join(" ")}` }),
    ]);
  });

  test("a generous bid is asked about once", () => {
    const { desk, room } = sit(4, "bid-over");
    desk.hand.forEach((card, place) => card !== "M" && desk.pickHand(place));
    desk.bid();
    expect(desk.isDoubting).toBe(true);
    expect(room.sent).toEqual([]);
    desk.bid();
    expect(room.sent.length).toBe(1);
  });

  test("a merchant is not chosen, and the reason is said", () => {
    const { desk } = sit(4, "bid-raise");
    desk.pickHand(desk.hand.indexOf("M"));
    expect(desk.picked).toEqual([]);
    expect(noticeOf(desk)?.title).toBe("Merchants can’t be bid");
  });

  test("what was chosen ahead and can’t be bid is put back on one's turn", () => {
    const { desk, room } = sit(4, "bid-raise");
    const { update } = room;
    room.push({ ...update, options: { ...update.options!, bid: null } });
    desk.pickHand(0);
    desk.pickHand(desk.hand.indexOf("M"));
    expect(desk.picked).toHaveLength(2);
    room.push(update);
    expect(desk.picked).toEqual([0]);
  });

  test("a refused move says why and leaves the selection", async () => {
    const { desk, room } = sit(4, "bid-raise");
    room.answer = { code: "refused", facts: { reason: "bid_too_low", value: 9, beat: 9 } };
    desk.pickCheapest();
    const picked = desk.picked;
    desk.bid();
    await new Promise((resolve) => setTimeout(resolve));
    expect(desk.picked).toEqual(picked);
    expect(noticeOf(desk)?.title).toBe("9 is not enough, you need\u00a010");
  });
});

test("cards are discarded one at a time", async () => {
  const { desk, room } = sit(4, "limit-discard");
  desk.pickHand(0);
  desk.pickHand(2);
  expect(desk.picked).toEqual([2]);
  desk.discard();
  await Promise.resolve();
  expect(room.sent).toEqual([expect.objectContaining({ move: `discard ${desk.hand[2]}` })]);
});

test("a lot that nobody wanted is told about", () => {
  const { desk, room } = sit(4, "bid-wait");
  const granted = { type: "lot_granted", seat: 1, offer: 4, cards: [] } as const;
  const seq = room.update.seq + 1;
  room.push({ ...room.update, seq, steps: [{ seq, events: [granted] }] });
  expect(noticeOf(desk)?.text).toMatch(/^Everyone passed: .+ gets the whole lot free$/);
  desk.said = "Saved: a file.";
  expect(noticeOf(desk)?.text).toBe("Saved: a file.");
  press(new KeyboardEvent("keydown", { key: "Escape" }), desk);
  expect(noticeOf(desk)?.text).toMatch(/^Everyone passed/);
});

test("whoever is asked reads what is asked", () => {
  const { desk, room } = sit(4, "limit-discard");
  const granted = { type: "lot_granted", seat: desk.seat!, offer: 4, cards: [] } as const;
  const seq = room.update.seq + 1;
  room.push({ ...room.update, seq, steps: [{ seq, events: [granted] }] });
  expect(noticeOf(desk)).toBeNull();
});

test("a stall that fills the hand too much comes with a warning", () => {
  const { desk } = sit(4, "take-over");
  desk.pickStall(desk.options!.take.find(({ excess_after }) => excess_after > 0)!.stall);
  expect(noticeOf(desk)?.kind).toBe("warn");
});

test("a sale needs no decision and may come at any time", async () => {
  const { desk, room } = sit(4, "sale");
  desk.openSale(true);
  desk.pickSale(1);
  const { cards } = desk.sale!;
  await desk.sell();
  expect(room.sent).toEqual([{ type: "play", move: `sell ${cards.join(" ")}` }]);
  expect(desk.isSaleOpen).toBe(false);
});

test("every fixture has words for its bar and its slab", () => {
  for (const players of PLAYERS) {
    for (const name of Object.keys(fixturesOf(players))) {
      const { desk } = sit(players, name);
      const { pill, prompt, primary } = barOf(desk);
      const { caption, message, text } = slabOf(desk);
      const all = [pill, prompt, primary?.label ?? "", caption, message, text].join("|");
      expect(all, name).not.toMatch(/[{}]|undefined|NaN|[a-z]+\.[a-zA-Z]+\|/);
    }
  }
});

test("over the limit a sale lies on the slab alone: no sheet covers it", () => {
  const { desk } = sit(4, "limit-sell");
  desk.discardMode(true);
  desk.openSale(true);
  expect([desk.isSaleOpen, desk.isDiscarding, desk.showsSale]).toEqual([false, false, true]);
  press(new KeyboardEvent("keydown", { key: "s" }), desk);
  expect(desk.isSaleOpen).toBe(false);
});

test("a sheet that is open when the hand grows over the limit closes", () => {
  const { desk, room } = sit(4, "sale");
  desk.openSale(true);
  expect(desk.isSaleOpen).toBe(true);
  const { update } = fixture(4, "limit-sell");
  room.push({ ...update, seq: room.update.seq + 1, steps: [] });
  expect(desk.isSaleOpen).toBe(false);
});
