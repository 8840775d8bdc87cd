import { beforeEach, expect, test, vi } from "vitest";
import type { PlayedGame } from "../../src/protocol/types";

const askDevice = vi.hoisted(() => vi.fn());
vi.mock("../../src/device/device", () => ({ askDevice }));
import { Refused } from "../../src/connection/api";
import { forgetSent, sendGames, unsentGames } from "../../src/offline/sending";

const ids = [1, 2, 3].map((number) => `device-${String(number).repeat(32)}`);
const games = ids.map((room, number) => ({ room, ended: 5 - number }) as PlayedGame);
let answers: (() => Response)[];

const answered = () => Response.json({ room: "0".repeat(32), is_new: true });
const refused = (code: string, facts = {}) => Response.json({ code, facts }, { status: 409 });

beforeEach(() => {
  localStorage.clear();
  answers = [];
  askDevice.mockReset();
  askDevice.mockImplementation(async (operation: string, { skip = 0, replay = "" }) =>
    operation === "my_games"
      ? { games: games.slice(skip, skip + 2), count: 3, since: 3, kept: 0 }
      : `record of ${replay}`,
  );
  vi.stubGlobal("fetch", (path: string) => {
    if (path === "/api/me/rooms")
      return Promise.resolve(Response.json({ rooms: [], is_known: true }));
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("no network"));
  });
});

test("all pages of the device are read, and the oldest game comes first", async () => {
  expect((await unsentGames()).map(({ room }) => room)).toEqual([...ids].reverse());
});

test("a game that was sent is not sent again, until the games are removed", async () => {
  answers = [answered];
  expect(await sendGames(games.slice(0, 1))).toEqual({ count: 1, obstacle: null });
  expect((await unsentGames()).map(({ room }) => room)).toEqual([ids[2], ids[1]]);
  forgetSent();
  expect(await unsentGames()).toHaveLength(3);
});

test("a pause that the server asks for keeps the rest", async () => {
  answers = [answered, () => refused("too_fast"), answered];
  expect(await sendGames(games)).toEqual({ count: 1, obstacle: { reason: "pause" } });
  expect(await unsentGames()).toHaveLength(2);
});

test("when the server takes no more, it says how many it takes", async () => {
  answers = [() => refused("too_many_sent", { most: 500 })];
  expect(await sendGames(games)).toEqual({ count: 0, obstacle: { reason: "full", most: 500 } });
});

test("a game that the server refuses for good does not stand in the way", async () => {
  answers = [() => refused("bad_record"), answered, answered];
  expect(await sendGames(games)).toEqual({ count: 2, obstacle: null });
  expect(await unsentGames()).toEqual([]);
});

test("without a network nothing is remembered as sent", async () => {
  await expect(sendGames(games)).rejects.not.toBeInstanceOf(Refused);
  expect(await unsentGames()).toHaveLength(3);
});
