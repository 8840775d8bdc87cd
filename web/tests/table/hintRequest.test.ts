import { expect, test } from "vitest";
import type { Hint, Problem } from "../../src/protocol/types";
import type { Room } from "../../src/room/room.svelte";
import { HintRequest } from "../../src/table/hint/hintRequest.svelte";

const HINT = { decision: 7, explanation: { candidates: [] } } as unknown as Hint;

/** A request whose answer comes when the returned function is called. */
function asked(): { request: HintRequest; answer: (hint: Hint | Problem) => Promise<void> } {
  let give: (answer: Hint | Problem) => void = () => undefined;
  const room = { hint: () => new Promise((resolve) => (give = resolve)) } as unknown as Room;
  const request = new HintRequest(room);
  const done = request.ask(7);
  return {
    request,
    answer: async (hint) => {
      give(hint);
      await done;
    },
  };
}

test("an update of the same decision keeps a hint that is on its way", async () => {
  const { request, answer } = asked();
  request.closeUnlessFor(7);
  expect(request.isThinking).toBe(true);
  await answer(HINT);
  expect(request.hint).toBe(HINT);
  request.closeUnlessFor(7);
  expect(request.hint).toBe(HINT);
});

test("the next decision drops a hint, also one that is on its way", async () => {
  const { request, answer } = asked();
  request.closeUnlessFor(8);
  expect(request.isThinking).toBe(false);
  await answer(HINT);
  expect(request.hint).toBeNull();
});

test("a refusal is shown until the next decision", async () => {
  const { request, answer } = asked();
  await answer({ code: "busy", facts: {} });
  request.closeUnlessFor(7);
  expect(request.problem?.code).toBe("busy");
  request.closeUnlessFor(8);
  expect(request.isOpen).toBe(false);
});
