import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Update } from "../../src/protocol/types";
import { LESSON, isSameMove } from "../../src/tutorial/lesson";
import { LessonRoom } from "../../src/tutorial/lessonRoom.svelte";
import { SPOTLIT_PARTS, nextTargets } from "../../src/tutorial/coachPlacement";
import { loadWords, setLanguage } from "../../src/words/words.svelte";

function play(room: LessonRoom, move: string): void {
  void room.send({ type: "play", move });
  vi.runAllTimers();
}

/** Do what the lesson asks for, up to a step. */
function goTo(room: LessonRoom, name: string): void {
  while (room.step.name !== name) {
    if (room.step.move) play(room, room.step.move);
    else room.next();
    vi.runAllTimers();
  }
}

beforeAll(async () => {
  await setLanguage("en");
  await loadWords("table");
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the steps of the lesson are those that the page can show", () => {
  expect(LESSON.map(({ name }) => name)).toEqual(Object.keys(SPOTLIT_PARTS));
  for (const { move } of LESSON) expect(nextTargets(move).length > 0).toBe(move !== "");
});

test("moves are the same regardless of the order of their cards", () => {
  expect(isSameMove("bid V2 S3", "bid S3 V2")).toBe(true);
  expect(isSameMove("bid V2", "bid S3 V2")).toBe(false);
  expect(isSameMove("give O1", "discard O1")).toBe(false);
});

describe("a step that asks for a move", () => {
  test("does not change when another move is played", () => {
    const room = new LessonRoom(LESSON);
    goTo(room, "bid");
    const { update, steps } = room;
    for (const move of ["pass", "bid S3", "bid G1 S3", "sell G1 S3 V2"]) play(room, move);
    expect([room.step.name, room.wrongMoves]).toEqual(["bid", 4]);
    expect(room.update).toBe(update);
    expect(room.steps).toBe(steps);
  });

  test("ends with the expected move, and the others answer one after the other", () => {
    const room = new LessonRoom(LESSON);
    goTo(room, "bid");
    const heard: Update[] = [];
    room.onUpdate((update) => heard.push(update));
    void room.send({ type: "play", move: "bid G1" });
    expect([heard.length, room.isPlaying, room.step.name]).toEqual([1, true, "bid"]);
    void room.send({ type: "play", move: "pass" }); // too early: it does not count as a wrong move
    vi.runAllTimers();
    expect([heard.length, room.isPlaying, room.step.name]).toEqual([3, false, "raise"]);
    expect(room.wrongMoves).toBe(0);
    expect(room.update.view!.seats[2]!.bid_value).toBe(5);
    expect(room.steps.length).toBe(4);
  });

  test("is not skipped by Next", () => {
    const room = new LessonRoom(LESSON);
    goTo(room, "bid");
    room.next();
    expect(room.step.name).toBe("bid");
  });
});

test("a step to read waits for Next, and a move counts as wrong", () => {
  const room = new LessonRoom(LESSON);
  play(room, "bid G1");
  expect([room.at, room.wrongMoves]).toEqual([0, 1]);
  room.next();
  expect([room.at, room.wrongMoves]).toEqual([1, 0]);
});

test("the lesson ends with the standings", () => {
  const room = new LessonRoom(LESSON);
  goTo(room, "end");
  room.next();
  expect([room.isLast, room.update.view!.phase]).toEqual([true, "over"]);
});

test("no update follows the end of the lesson", () => {
  const room = new LessonRoom(LESSON);
  goTo(room, "bid");
  void room.send({ type: "play", move: "bid G1" });
  const { update } = room;
  room.end();
  vi.runAllTimers();
  expect(room.update).toBe(update);
});

test("the learner is named You, and the others keep their names", () => {
  const { view } = new LessonRoom(LESSON).update;
  expect(view!.seats.map(({ name }) => name)).toEqual(["You", "Zoe", "Leo"]);
});
