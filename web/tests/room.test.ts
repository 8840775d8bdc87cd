import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveRoom } from "../src/room/room.svelte";
import type { Update } from "../src/protocol/types";
import { FakeTransport, ROOM, update } from "./transport";

let transport: FakeTransport;
let room: LiveRoom;
const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetching);
  transport = new FakeTransport();
  room = new LiveRoom(update(0, 3), transport);
});

afterEach(() => {
  room.leave();
  fetching.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answer(status: number, body: unknown): Promise<Response> {
  return Promise.resolve(new Response(JSON.stringify(body), { status }));
}

function sent(): { path: unknown; body: { command: string } }[] {
  return fetching.mock.calls.map(([path, request]) => ({
    path,
    body: JSON.parse(String(request?.body)),
  }));
}

const ACCEPTED = { room: ROOM, seq: 4 };

test("updates are applied in order, and their steps are collected", () => {
  const heard: Update[] = [];
  room.onUpdate((each) => heard.push(each));
  transport.last.tell(update(3, 4));
  transport.last.tell(update(4, 6));
  expect(heard.map((each) => each.seq)).toEqual([4, 6]);
  expect(room.steps.map((step) => step.seq)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("listeners are not told again of an update that the room has", () => {
  const heard = vi.fn();
  room.onUpdate(heard);
  transport.last.tell(update(3, 3));
  expect(heard).not.toHaveBeenCalled();
});

test("after an undo all steps are requested again", async () => {
  fetching.mockReturnValue(
    answer(
      200,
      update(0, 5, {
        steps: [
          { seq: 1, events: [] },
          { seq: 2, events: [] },
        ],
      }),
    ),
  );
  transport.last.tell(update(3, 5, { is_rewound: true, steps: [] }));
  await vi.advanceTimersByTimeAsync(0);
  expect(room.steps.map((step) => step.seq)).toEqual([1, 2]);
});

test("after joining the room reconnects, because the socket of a stranger shows no seat", async () => {
  fetching.mockReturnValue(answer(200, ACCEPTED));
  const first = transport.last;
  await room.send({ type: "join", name: "Zoe", nonce: "0".repeat(32) });
  expect(transport.last).not.toBe(first);
  expect(first.readyState).toBe(WebSocket.CLOSED);
  transport.last.tell(update(3, 4));
  expect(room.update.seq).toBe(4);
});

test("a command is resent with the same id until it is answered", async () => {
  fetching
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockReturnValueOnce(answer(502, "<html>"))
    .mockReturnValueOnce(answer(200, ACCEPTED));
  const done = room.send({ type: "play", move: "pass", decision: 7 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await done).toBeNull();
  const commands = sent();
  expect(commands).toHaveLength(3);
  expect(new Set(commands.map(({ body }) => body.command)).size).toBe(1);
  expect(commands[0]!.body).toMatchObject({ type: "play", move: "pass", decision: 7 });
});

test("send returns a refusal", async () => {
  const problem = { code: "seats_open", facts: {} };
  fetching.mockReturnValue(answer(409, problem));
  expect(await room.send({ type: "start" })).toEqual(problem);
  expect(fetching).toHaveBeenCalledTimes(1);
});

test("a person without a key gets one, and the command is resent once", async () => {
  fetching
    .mockReturnValueOnce(answer(401, { code: "not_known", facts: {} }))
    .mockReturnValueOnce(answer(200, { key: "x" }))
    .mockReturnValueOnce(answer(200, ACCEPTED));
  expect(await room.send({ type: "start" })).toBeNull();
  expect(sent().map(({ path }) => path)).toEqual([
    `/api/rooms/${ROOM}/commands`,
    "/api/people",
    `/api/rooms/${ROOM}/commands`,
  ]);
});

test("presence, notices and reactions are passed on", () => {
  const reacted = vi.fn();
  const deafen = room.onReaction(reacted);
  transport.last.tell({ type: "presence", connected: [0, 2], spectators: 1 });
  transport.last.tell({ type: "notice", code: "bots_busy" });
  transport.last.tell({ type: "reacted", seat: 2, reaction: "thanks" });
  deafen();
  transport.last.tell({ type: "reacted", seat: 2, reaction: "ouch" });
  expect(room.presence?.connected).toEqual([0, 2]);
  expect(room.notice).toBe("bots_busy");
  expect(reacted.mock.calls).toEqual([[2, "thanks"]]);
  vi.advanceTimersByTime(10_000);
  expect(room.notice).toBeNull();
});

test("the offset of the server's clock is measured", () => {
  transport.last.tell(update(3, 4, { now: Date.now() + 5000 }));
  expect(room.offset).toBe(5000);
});

test.each(["stale", "refused", "not_running"])(
  "the answer %s makes the page fetch the latest update",
  async (code) => {
    const heard: Update[] = [];
    room.onUpdate((each) => heard.push(each));
    fetching
      .mockReturnValueOnce(answer(409, { code, facts: {} }))
      .mockReturnValueOnce(answer(200, update(3, 5)));
    expect(await room.send({ type: "play", move: "pass", decision: 7 })).toEqual({
      code,
      facts: {},
    });
    expect(fetching.mock.calls[1]?.[0]).toBe(`/api/rooms/${ROOM}?after=3`);
    expect(room.update.seq).toBe(5);
    expect(heard.map(({ seq }) => seq)).toEqual([5]);
  },
);

test("steps that are both fetched and pushed are reported once", async () => {
  const heard: Update[] = [];
  room.onUpdate((each) => heard.push(each));
  fetching
    .mockReturnValueOnce(answer(409, { code: "stale", facts: {} }))
    .mockReturnValueOnce(answer(200, update(3, 5)));
  await room.send({ type: "play", move: "pass", decision: 7 });
  transport.last.tell(update(3, 4));
  expect(room.update.seq).toBe(5);
  transport.last.tell(update(4, 6));
  expect(room.steps.map((step) => step.seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(heard.map((each) => each.steps.map(({ seq }) => seq))).toEqual([[4, 5], [6]]);
});

test("a stale answer is returned even if the network then fails", async () => {
  fetching
    .mockReturnValueOnce(answer(409, { code: "stale", facts: {} }))
    .mockRejectedValueOnce(new TypeError("no network"));
  expect((await room.send({ type: "play", move: "pass", decision: 7 }))?.code).toBe("stale");
  expect(room.update.seq).toBe(3);
});
