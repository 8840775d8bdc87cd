/** What tests in a real browser call: the game on this device, as pages see it. */
import * as api from "../../src/connection/api";
import { follow } from "../../src/connection/follow";
import { commandId } from "../../src/connection/random";
import { transportTo } from "../../src/connection/transport";
import * as game from "../../src/device/device";
import { CACHE_PREFIX, FOLDER } from "../../src/device/manifest";
import type { NewRoom, Options, Update } from "../../src/protocol/types";

const { device } = game;
const NONCE = "0f".repeat(16); // always the same, so that a command can be sent again

/** What a page would show, or the code of the problem that it would show instead. */
async function shown<Answer>(ask: () => Promise<Answer>): Promise<Answer | { problem: string }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof api.Refused) return { problem: error.problem.code };
    throw error;
  }
}

function newRoom(bots: readonly string[], command = commandId()): NewRoom {
  const seats = [{ bot: null }, ...bots.map((bot) => ({ bot }))];
  return { command, name: "Ada", nonce: NONCE, seats, start: true } as unknown as NewRoom;
}

async function create(bots: readonly string[] = ["solid", "solid", "solid"], command?: string) {
  return (await game.createOnDevice(newRoom(bots, command))).room;
}

/** A legal move that follows from the options. */
function simpleMove(options: Options): string {
  if (options.bid) return "pass";
  if (options.give) return `give ${options.give.cards[0]}`;
  if (options.take.length > 0) return `take ${options.take[0]!.stall}`;
  if (options.discard) return `discard ${options.discard.cards[0]}`;
  return "done";
}

interface Played {
  readonly seq: number;
  readonly status: string;
}

/** Follow a room and move for the person until the game is over, or `most` moves were made. Bots move
 *  as soon as they can if `skips`. */
async function play(room: string, most = 1000, skips = true): Promise<Played> {
  const transport = await transportTo(room);
  let seq = 0;
  let moves = 0;
  return new Promise((resolve, reject) => {
    const stop = follow(transport, {
      after: () => seq,
      onPush(push) {
        if (push.type !== "update" || push.seq <= seq) return;
        seq = push.seq;
        remember(room, seq);
        void answer(push).catch(reject);
      },
      onConnection: () => undefined,
      onEnd: (ending) => reject(new Error(ending)),
    });
    async function answer(update: Update): Promise<void> {
      const { status } = update.room;
      const hasDecision = update.options !== null && update.view?.turn === update.room.seat;
      if (status !== "running" || (hasDecision && moves === most)) {
        stop();
        resolve({ seq, status });
      } else if (hasDecision) {
        moves += 1;
        const decision = update.view!.decision;
        const move = simpleMove(update.options!);
        const command = { type: "play", command: commandId(), move, decision } as const;
        await api.sendCommand(room, command).catch(unlessOutdated);
      } else if (skips && update.room.may_skip) {
        await api.sendSkip(room).catch(() => undefined); // a bot may just have moved
      }
    }
  });
}

/** The same person may have moved in another tab; what that has changed is pushed. */
function unlessOutdated(error: unknown): void {
  if (!(error instanceof api.Refused) || error.problem.code !== "stale") throw error;
}

/** What was shown survives the page: tests compare it with what is there afterwards. */
function remember(room: string, seq: number): void {
  localStorage.setItem(room, String(seq));
}

/** Run modules of the tests in a worker with the files that were fetched; returns what they print. */
async function prove(job: Readonly<Record<string, unknown>>): Promise<string> {
  const [name = ""] = await caches.keys();
  const version = name.slice(CACHE_PREFIX.length);
  const worker = new Worker(new URL("./proofWorker.ts", import.meta.url), { type: "module" });
  const result = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage({ ...job, version, folder: FOLDER });
  return result.finally(() => worker.terminate());
}

const calls = {
  prove,
  device,
  shown,
  create,
  play,
  simpleMove,
  removeRoom: game.removeRoom,
  ask: game.askDevice,
  update: (room: string, after = 0) => api.fetchUpdate(room, after),
  rooms: () => game.askDevice("my_rooms"),
  state: () => ({ ...{ state: device.state, bytes: device.bytes }, ...rest() }),
};

function rest() {
  return { size: device.size, reason: device.reason };
}

export type Calls = typeof calls;
Object.assign(window, { game: calls });
