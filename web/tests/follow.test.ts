import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Ended, follow, type Connection, type Ending } from "../src/connection/follow";
import type { Push } from "../src/protocol/types";
import { FakeTransport, update } from "./transport";

let transport: FakeTransport;
let seq: number;
let pushes: Push[];
let connection: Connection | undefined;
let ending: Ending | undefined;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  transport = new FakeTransport();
  seq = 3;
  pushes = [];
  connection = ending = undefined;
  stop = follow(transport, {
    after: () => seq,
    onPush(push) {
      pushes.push(push);
      if (push.type === "update") seq = push.seq;
    },
    onConnection: (now) => (connection = now),
    onEnd: (why) => (ending = why),
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("it begins after the latest entry and passes updates on", () => {
  expect(transport.last.after).toBe(3);
  transport.last.tell(update(3, 5));
  expect(pushes).toHaveLength(1);
  expect(connection).toBe("open");
});

test("a lost socket reconnects and requests the missed entries", async () => {
  transport.last.tell(update(3, 5));
  transport.last.end(1006);
  expect(connection).toBe("lost");
  await vi.advanceTimersByTimeAsync(1000);
  expect(transport.sockets).toHaveLength(2);
  expect(transport.last.after).toBe(5);
});

test("a restart of the server is reported as such", () => {
  transport.last.end(1012);
  expect(connection).toBe("restarting");
});

test.each([
  [4401, "not_known"],
  [4403, "not_allowed"],
  [4404, "not_found"],
  [4410, "room_closed"],
  [4426, "other_protocol"],
])("after %i it does not reconnect", async (code, why) => {
  transport.last.end(code);
  expect(ending).toBe(why);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(transport.sockets).toHaveLength(1);
});

test("it polls where no socket connects, and sometimes tries a socket", async () => {
  transport.poll.mockImplementation((after) => Promise.resolve(update(after, 7)));
  for (let round = 0; round < 3; round++) {
    transport.last.end(1006);
    await vi.advanceTimersByTimeAsync(2000);
  }
  expect(connection).toBe("open");
  expect(pushes).toHaveLength(1);
  expect(seq).toBe(7);
  const before = transport.sockets.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(transport.sockets.length).toBeGreaterThan(before);
});

test("without a network it retries at growing intervals", async () => {
  for (let round = 0; round < 8; round++) {
    if (transport.last.onclose) transport.last.end(1006);
    await vi.advanceTimersByTimeAsync(9000);
    expect(connection).toBe("lost");
  }
  transport.last.tell(update(3, 4));
  expect(connection).toBe("open");
});

test("a poll reports that the room does not exist", async () => {
  transport.poll.mockRejectedValue(new Ended("not_found"));
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(ending).toBe("not_found");
});

test("after sleep a dead socket that looks open is replaced", async () => {
  transport.poll.mockImplementation((after) => Promise.resolve(update(after, 9)));
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(seq).toBe(9);
  expect(transport.sockets).toHaveLength(2);
  expect(transport.last.after).toBe(9);
});

test("a quiet socket is checked by a poll, and kept if nothing was missed", async () => {
  transport.poll.mockImplementation((after) => Promise.resolve(update(after, after)));
  transport.last.tell(update(3, 4));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(transport.poll).toHaveBeenCalledTimes(2);
  expect(transport.sockets).toHaveLength(1);
});

test("after stop it reports nothing", async () => {
  stop();
  expect(transport.last.readyState).toBe(WebSocket.CLOSED);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection).toBeUndefined();
});
