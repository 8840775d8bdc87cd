import { beforeAll, describe, expect, test } from "vitest";
import { totalOf } from "../../src/cards/face";
import { actionBarOf } from "../../src/table/actions/actionBar";
import { TableState } from "../../src/table/tableState.svelte";
import { handleTableKey } from "../../src/table/tableKeys";
import { noticeOf } from "../../src/table/actions/notice";
import { Playback } from "../../src/table/playback.svelte";
import { slabContent } from "../../src/table/slab/slabContent";
import { loadWords, setLanguage } from "../../src/words/words.svelte";
import { fixture, fixturesOf, PLAYERS } from "./fixtures";
import { FixtureRoom } from "./FixtureRoom.svelte";

function sit(players: number, name: string): { table: TableState; room: FixtureRoom } {
  const room = new FixtureRoom(fixture(players, name));
  return { table: new TableState(room, new Playback(room)), room };
}

beforeAll(async () => {
  await setLanguage("en");
  await loadWords("table");
});

describe("bidding", () => {
  test("the cheapest bid is chosen with one click and sent with the next", async () => {
    const { table, room } = sit(4, "bid-raise");
    const { beat, cheapest, laid_value } = table.options!.bid!;
    actionBarOf(table).primary!.act();
    const n = laid_value + totalOf(cheapest);
    expect(actionBarOf(table).primary!.label).toBe(`Bid ${n}: beats\u00a0${beat}`);
    actionBarOf(table).primary!.act();
    await Promise.resolve();
    expect(room.sent).toEqual([
      expect.objectContaining({ type: "play", move: `bid ${cheapest.join(" ")}` }),
    ]);
  });

  test("a bid that is much too high has to be confirmed once", () => {
    const { table, room } = sit(4, "bid-over");
    table.hand.forEach((card, place) => card !== "M" && table.pickHand(place));
    table.bid();
    expect(table.isConfirming).toBe(true);
    expect(room.sent).toEqual([]);
    table.bid();
    expect(room.sent.length).toBe(1);
  });

  test("a merchant can't be chosen, and a notice gives the reason", () => {
    const { table } = sit(4, "bid-raise");
    table.pickHand(table.hand.indexOf("M"));
    expect(table.picked).toEqual([]);
    expect(noticeOf(table)?.title).toBe("Merchants can’t be bid");
  });

  test("cards chosen early that can't be bid are put back when the turn comes", () => {
    const { table, room } = sit(4, "bid-raise");
    const { update } = room;
    room.push({ ...update, options: { ...update.options!, bid: null } });
    table.pickHand(0);
    table.pickHand(table.hand.indexOf("M"));
    expect(table.picked).toHaveLength(2);
    room.push(update);
    expect(table.picked).toEqual([0]);
  });

  test("a refused move gives the reason and keeps the selection", async () => {
    const { table, room } = sit(4, "bid-raise");
    room.answer = { code: "refused", facts: { reason: "bid_too_low", value: 9, beat: 9 } };
    table.pickCheapest();
    const picked = table.picked;
    table.bid();
    await new Promise((resolve) => setTimeout(resolve));
    expect(table.picked).toEqual(picked);
    expect(noticeOf(table)?.title).toBe("9 is not enough, you need\u00a010");
  });
});

test("cards are discarded one at a time", async () => {
  const { table, room } = sit(4, "limit-discard");
  table.pickHand(0);
  table.pickHand(2);
  expect(table.picked).toEqual([2]);
  table.discard();
  await Promise.resolve();
  expect(room.sent).toEqual([expect.objectContaining({ move: `discard ${table.hand[2]}` })]);
});

test("a notice reports a lot for which everyone passed", () => {
  const { table, room } = sit(4, "bid-wait");
  const granted = { type: "lot_granted", seat: 1, offer: 4, cards: [] } as const;
  const seq = room.update.seq + 1;
  room.push({ ...room.update, seq, steps: [{ seq, events: [granted] }] });
  expect(noticeOf(table)?.text).toMatch(/^Everyone passed: .+ gets the whole lot free$/);
  table.message = "Saved: a file.";
  expect(noticeOf(table)?.text).toBe("Saved: a file.");
  handleTableKey(new KeyboardEvent("keydown", { key: "Escape" }), table);
  expect(noticeOf(table)?.text).toMatch(/^Everyone passed/);
});

test("no such notice hides a pending decision", () => {
  const { table, room } = sit(4, "limit-discard");
  const granted = { type: "lot_granted", seat: table.seat!, offer: 4, cards: [] } as const;
  const seq = room.update.seq + 1;
  room.push({ ...room.update, seq, steps: [{ seq, events: [granted] }] });
  expect(noticeOf(table)).toBeNull();
});

test("a stall that leads over the limit is chosen with a warning", () => {
  const { table } = sit(4, "take-over");
  table.pickStall(table.options!.take.find(({ excess_after }) => excess_after > 0)!.stall);
  expect(noticeOf(table)?.tone).toBe("warn");
});

test("a sale is sent without a decision", async () => {
  const { table, room } = sit(4, "sale");
  table.openSale(true);
  table.pickSale(1);
  const { cards } = table.sale!;
  await table.sell();
  expect(room.sent).toEqual([{ type: "play", move: `sell ${cards.join(" ")}` }]);
  expect(table.isSaleOpen).toBe(false);
});

test("every fixture has complete texts for its bar and its slab", () => {
  for (const players of PLAYERS) {
    for (const name of Object.keys(fixturesOf(players))) {
      const { table } = sit(players, name);
      const { pill, prompt, primary } = actionBarOf(table);
      const { caption, message, text } = slabContent(table);
      const all = [pill, prompt, primary?.label ?? "", caption, message, text].join("|");
      expect(all, name).not.toMatch(/[{}]|undefined|NaN|[a-z]+\.[a-zA-Z]+\|/);
    }
  }
});

test("over the limit a sale is shown on the slab, not in a sheet", () => {
  const { table } = sit(4, "limit-sell");
  table.setDiscarding(true);
  table.openSale(true);
  expect([table.isSaleOpen, table.isDiscarding, table.showsSale]).toEqual([false, false, true]);
  handleTableKey(new KeyboardEvent("keydown", { key: "s" }), table);
  expect(table.isSaleOpen).toBe(false);
});

test("an open sale sheet closes when the hand grows over the limit", () => {
  const { table, room } = sit(4, "sale");
  table.openSale(true);
  expect(table.isSaleOpen).toBe(true);
  const { update } = fixture(4, "limit-sell");
  room.push({ ...update, seq: room.update.seq + 1, steps: [] });
  expect(table.isSaleOpen).toBe(false);
});
