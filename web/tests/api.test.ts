import { afterEach, beforeEach, expect, test, vi } from "vitest";

const fetching = vi.fn<typeof fetch>();
let api: typeof import("../src/connection/api");

beforeEach(async () => {
  vi.stubGlobal("fetch", fetching);
  vi.resetModules(); // the module remembers whether the person has a key
  api = await import("../src/connection/api");
});

afterEach(() => {
  fetching.mockReset();
  vi.unstubAllGlobals();
});

function answers(known: boolean): void {
  let isKnown = known;
  fetching.mockImplementation((path, request) => {
    const posted = request?.method === "POST";
    if (path === "/api/me/rooms") return reply(200, { rooms: [], is_known: isKnown });
    if (path === "/api/people" && posted) isKnown = true;
    return isKnown
      ? reply(200, { room: "r", seq: 1, key: "k" })
      : reply(401, { code: "not_known", facts: {} });
  });
}

function reply(status: number, body: unknown): Promise<Response> {
  return Promise.resolve(new Response(JSON.stringify(body), { status }));
}

const paths = () => fetching.mock.calls.map(([path]) => path);
const create = () => api.createRoom({} as Parameters<typeof api.createRoom>[0]);

test("a newcomer gets a key first, so that no request is refused", async () => {
  answers(false);
  await api.myRooms();
  await create();
  await create();
  expect(paths()).toEqual(["/api/me/rooms", "/api/people", "/api/rooms", "/api/rooms"]);
});

test("the first request from another page asks once whether the person has a key", async () => {
  answers(false);
  await create();
  expect(paths()).toEqual(["/api/me/rooms", "/api/people", "/api/rooms"]);
});

test("a person with a key gets no new one", async () => {
  answers(true);
  await create();
  expect(paths()).toEqual(["/api/me/rooms", "/api/rooms"]);
});

test("a key that the server has deleted is replaced", async () => {
  fetching.mockImplementationOnce(() => reply(401, { code: "not_known", facts: {} }));
  fetching.mockImplementationOnce(() => reply(401, { code: "not_known", facts: {} }));
  fetching.mockImplementation(() => reply(200, { room: "r", seq: 1 }));
  await create();
  expect(paths()).toEqual(["/api/me/rooms", "/api/rooms", "/api/people", "/api/rooms"]);
});
