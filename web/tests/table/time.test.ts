import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { paceThatFits } from "../../src/motion/tempo";
import type { Event, UpdateStep, Update } from "../../src/protocol/types";
import { settings } from "../../src/settings/settings.svelte";
import { TableState } from "../../src/table/tableState.svelte";
import { handleTableKey } from "../../src/table/tableKeys";
import { noticeOf } from "../../src/table/actions/notice";
import { Playback } from "../../src/table/playback.svelte";
import { recapOf, withMainEventsOnly } from "../../src/table/slab/recap";
import { plainText } from "../../src/table/log/sentences";
import { loadWords, setLanguage } from "../../src/words/words.svelte";
import { fixture } from "./fixtures";
import { FixtureRoom } from "./FixtureRoom.svelte";

interface Sitting {
  readonly table: TableState;
  readonly room: FixtureRoom;
  readonly playback: Playback;
}

function sit(name: string, players = 4): Sitting {
  const room = new FixtureRoom(fixture(players, name));
  const playback = new Playback(room);
  return { table: new TableState(room, playback), room, playback };
}

/** Sit at a table where all others seem to be bots. */
function sitAlone(name: string): Sitting {
  const sitting = sit(name);
  sitting.room.push(alone(sitting.room.update));
  return sitting;
}

function alone(update: Update): Update {
  return { ...update, steps: [], room: { ...update.room, may_skip: true, may_set_pace: true } };
}

beforeAll(async () => {
  await setLanguage("en");
  await loadWords("table");
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

describe("skipping", () => {
  const later = (update: Update, seq: number): Update => ({
    ...update,
    after: seq - 1,
    seq,
    steps: [{ seq, events: [{ type: "passed", seat: 1, cards: [] }] }],
  });

  test("all updates are shown together at the person's next decision", async () => {
    const { table, room, playback } = sitAlone("take-wait");
    const { seq } = room.update;
    const shown: [number, boolean][] = [];
    playback.onShow((update) => shown.push([update.steps.length, playback.isJump]));
    await table.skip();
    expect(room.skips).toBe(1);
    room.push(later(alone(room.update), seq + 1));
    room.push(later(alone(room.update), seq + 2));
    expect(shown).toEqual([]);
    const decision = fixture(4, "take").update;
    room.push({ ...later(decision, seq + 3), room: room.update.room });
    expect(shown).toEqual([[3, true]]);
    expect(table.recap.isShown).toBe(true);
    expect(playback.isJump).toBe(false);
    vi.advanceTimersByTime(6_000);
    expect(table.recap.isShown).toBe(false);
  });

  test("the end of the game is also shown at once", async () => {
    const { table, room, playback } = sitAlone("take-wait");
    await table.skip();
    const next = later(alone(room.update), room.update.seq + 1);
    room.push({ ...next, room: { ...next.room, status: "finished" } });
    expect(playback.shown.seq).toBe(next.seq);
    expect(playback.isSkipping).toBe(false);
  });

  test("a refusal is shown, and the table continues", async () => {
    const { table, room, playback } = sitAlone("take-wait");
    room.answer = { code: "your_turn", facts: { decision: 3 } };
    await table.skip();
    expect(playback.isSkipping).toBe(false);
    expect(noticeOf(table)?.title).toBe("It is your turn, there is nothing to skip");
    room.push(later(room.update, room.update.seq + 1));
    expect(playback.shown.seq).toBe(room.update.seq);
  });

  test("updates are shown after a while even if the server does not end the skip", async () => {
    const { table, room, playback } = sitAlone("take-wait");
    await table.skip();
    room.push(later(alone(room.update), room.update.seq + 1));
    vi.advanceTimersByTime(12_000);
    expect(playback.shown.seq).toBe(room.update.seq);
  });

  test("the space bar skips where a skip is offered", () => {
    const { table, room } = sitAlone("take-wait");
    const key = new KeyboardEvent("keydown", { key: " " });
    expect(handleTableKey(key, table)).toBe(true);
    expect(room.skips).toBe(1);
    const deciding = sit("take");
    expect(handleTableKey(key, deciding.table)).toBe(false);
    expect(deciding.room.skips).toBe(0);
  });
});

test("a chosen speed is sent and stored", () => {
  const { table, room } = sitAlone("bid-won");
  table.setPace("quick");
  expect(room.sent).toEqual([
    { type: "change_setup", setup: { ...room.update.room.setup, pace: "quick" } },
  ]);
  expect(settings.pace).toBe("quick");
  expect(JSON.parse(localStorage.getItem("byzanz.settings")!)).toMatchObject({ pace: "quick" });
  settings.change({ pace: "calm" });
});

describe("the recap", () => {
  const step = (seq: number, ...events: Event[]): UpdateStep => ({ seq, events }) as UpdateStep;

  test("it has a column for each other seat, with its events since the reader's move", () => {
    const { view } = fixture(4, "take").update;
    const me = view!.seat!;
    const [first, second, third] = [1, 2, 3].map((by) => (me + by) % 4) as [number, number, number];
    const columns = recapOf(
      [
        step(1, { type: "auction_won", seat: second, offer: 5, paid: ["C1"], bid_value: 1 }),
        step(2, { type: "passed", seat: me, cards: [] }),
        step(3, { type: "bid_laid", seat: third, cards: ["C2"], bid_value: 2 }),
        step(4, { type: "passed", seat: third, cards: ["C2"] }),
        step(5, { type: "auction_won", seat: first, offer: 4, paid: ["C1", "G2"], bid_value: 3 }),
        step(6, { type: "card_given", seat: first, offer: 4, card: "W1", taken: ["W2"] }),
        step(7, { type: "card_given", seat: second, offer: 2, card: "W1", taken: ["W2"] }),
        step(8, { type: "stall_taken", seat: second, stall: "V", cards: ["V1", "V2"] }),
        step(
          9,
          { type: "trio_sold", seat: second, cards: ["V1", "V2", "V3"], kept: "V3", profit: 3 },
          { type: "trio_sold", seat: second, cards: ["G1", "G2", "G4"], kept: "G4", profit: 4 },
        ),
        step(10, {
          type: "trio_sold",
          seat: first,
          cards: ["W1", "W2", "M"],
          kept: "W2",
          profit: 2,
        }),
      ],
      view!,
    );
    expect(columns.map(({ seat, items }) => [seat, items.map(plainText)])).toEqual([
      [first, ["won the lot of 4 for\u00a03", "sold wood, keeps wood 2"]],
      [
        second,
        [
          "got the lot of\u00a02",
          "took wine wine 1 and wine 2",
          "sold 2 sets, keeps wine 3 and grain 4",
        ],
      ],
      [third, ["bid 2", "passed"]],
    ]);
  });

  test("a screen reader announces the moves of cards, not each bid", () => {
    const { update } = fixture(4, "take");
    const steps = [
      step(1, { type: "passed", seat: 1, cards: [] }),
      step(2, { type: "stall_taken", seat: 2, stall: "V", cards: ["V1"] }),
    ];
    const told = withMainEventsOnly({ ...update, steps }).steps.flatMap(({ events }) => events);
    expect(told.map(({ type }) => type)).toEqual(["stall_taken"]);
  });
});

describe("a bid plan", () => {
  test("is either to pass or to bid, and is kept for this auction", async () => {
    const { table, room } = sit("bid-auto");
    const { round, lot } = table.view;
    const auction = { round, number: lot!.number };
    await table.setBidPlan({ kind: "pass", value: 5 });
    await table.setBidPlan({ kind: "bid", value: 7 });
    expect(room.bidPlans).toEqual([
      { auction, above: 5, up_to: null },
      { auction, above: null, up_to: 7 },
    ]);
    expect(sit("bid-auto").table.bidPlan.of(table.auction)).toMatchObject({
      kind: "bid",
      value: 7,
    });
    expect(table.bidPlan.of("another auction")).toBeNull();
    await table.setBidPlan(null);
    expect(room.bidPlans.at(-1)).toEqual({ auction, above: null, up_to: null });
    expect(table.bidPlan.of(table.auction)).toBeNull();
  });

  test("above the value of the hand is refused with a notice, and the earlier plan stays", async () => {
    const { table, room } = sit("bid-auto");
    await table.setBidPlan({ kind: "bid", value: 7 });
    room.answer = { code: "beyond_hand", facts: { most: 9 } };
    await table.setBidPlan({ kind: "bid", value: 10 });
    expect(noticeOf(table)?.title).toBe("Your cards are worth 9 at most");
    expect(table.bidPlan.of(table.auction)).toMatchObject({ kind: "bid", value: 7 });
  });

  test("is dropped when moves are taken back", async () => {
    const { table, room } = sit("bid-auto");
    await table.setBidPlan({ kind: "bid", value: 7 });
    room.push({ ...room.update, is_rewound: true, steps: [] });
    expect(table.bidPlan.of(table.auction)).toBeNull();
  });
});

test.each([
  [1, 800, 2_000, 1],
  [1, 800, 600, 0.675],
  [0.5, 800, 150, 0],
  [0.5, 320, 150, 0.421875],
])("flights end before the next update", (pace, span, between, fits) => {
  expect(paceThatFits(pace, span, between)).toBe(fits);
});
