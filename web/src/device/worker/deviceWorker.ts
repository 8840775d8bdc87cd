/** The worker of the game on this device. */
import type { FromWorker, ToWorker } from "../messages";
import type { DeviceCode } from "../problems";
import { Database } from "./database";
import { Failure } from "./failure";
import { Followers } from "./followers";
import { Host, ROOM } from "./host";
import { startPython } from "./python";
import { readFiles } from "./unpack";

declare const self: DedicatedWorkerGlobalScope;

interface Game {
  readonly host: Host;
  readonly followers: Followers;
}

/** Tells the other tabs which rows have changed. */
const channel = new BroadcastChannel("byzanz-device");

let game: Promise<Game> | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") {
    game = start(data.version, data.folder);
    game.catch((error: unknown) => tell({ type: "failed", code: codeOf(error) as DeviceCode }));
  } else {
    void answer(data);
  }
};

async function start(version: string, folder: string): Promise<Game> {
  const [files, database] = await Promise.all([readFiles(version, folder), Database.open()]);
  const host = new Host(await startPython(files), database, onChanged);
  await host.start();
  const followers = new Followers(
    host,
    (id, push) => tell({ type: "push", id, push }),
    (id, code) => tell({ type: "end", id, code }),
  );
  channel.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
    void host
      .reread(data)
      .then(() => roomsOf(data).forEach((room) => void followers.changed(room)));
  };
  return { host, followers };
}

function onChanged(rooms: readonly string[], rows: readonly string[]): void {
  channel.postMessage(rows);
  void game?.then(({ followers }) => rooms.forEach((room) => void followers.changed(room)));
}

function roomsOf(rows: readonly string[]): string[] {
  return rows.flatMap((key) => (key.startsWith(ROOM) ? [key.slice(ROOM.length)] : []));
}

async function answer(asked: Exclude<ToWorker, { readonly type: "start" }>): Promise<void> {
  const { id } = asked;
  try {
    const { host, followers } = await game!;
    if (asked.type === "follow") await followers.follow(id, asked.room, asked.after);
    else if (asked.type === "unfollow") followers.unfollow(id);
    else if (asked.type === "remove") tell(await removed(host, id, asked.room));
    else tell({ type: "answer", id, answer: await ask(host, asked) });
  } catch (error) {
    const problem = error instanceof Failure ? error.problem : { code: codeOf(error), facts: {} };
    tell({ type: "problem", id, problem });
  }
}

function ask(host: Host, asked: Extract<ToWorker, { readonly type: "ask" }>): Promise<unknown> {
  const { operation, parameters, body } = asked;
  return host.run((device, now) =>
    device.ask(JSON.stringify({ operation, parameters, body, now })),
  );
}

async function removed(host: Host, id: number, room: string | null): Promise<FromWorker> {
  const rooms = room === null ? await host.rooms() : [room];
  for (const each of rooms) await host.run((device) => device.remove_room(each));
  return { type: "answer", id, answer: {} };
}

function codeOf(error: unknown): string {
  if (error instanceof Failure) return error.problem.code;
  console.error(error);
  return "device_failed";
}

function tell(message: FromWorker): void {
  self.postMessage(message);
}
