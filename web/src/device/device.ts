/** Playing on this device, without a server. The pages ask the game here as they ask a server. */
import type { Answer, Operation, Parameters } from "../connection/api";
import type { Accepted, NewRoom } from "../protocol/types";
import { Download, type DeviceState } from "./download.svelte";
import { Line, refusedFor, type RoomListener } from "./line";
import type { DeviceCode } from "./problems";

export { isOnDevice } from "./deviceId";
export { deviceTransport } from "./deviceTransport";
export type { DeviceState } from "./download.svelte";
export type { DeviceCode } from "./problems";

export interface Device {
  /** Reactive, as all fields. `absent` until the cache was looked at. */
  readonly state: DeviceState;
  /** The bytes on this device so far, compressed as they were sent. */
  readonly bytes: number;
  /** The bytes of the whole game, compressed; 0 until they are known. */
  readonly size: number;
  /** Why `state` is `failed` or `unsupported`. */
  readonly reason: DeviceCode | null;
  /** Look at what is on this device; resolves when `state` is known. Nothing is fetched that was
   *  not fetched before. */
  look(): Promise<void>;
  /** Fetch what is missing; resolves when the state is `ready`, `partly` or `absent` after `stop`,
   *  or `failed`. Never throws. */
  get(): Promise<void>;
  /** Interrupt `get`; what has arrived stays. */
  stop(): void;
  /** Delete all games on this device; throws `Refused`. */
  removeRooms(): Promise<void>;
  /** Delete the files of the game; its rooms stay. */
  remove(): Promise<void>;
}

const download = new Download();
let line: Promise<Line> | undefined;

class DeviceOfPage implements Device {
  get state() {
    return download.state;
  }
  get bytes() {
    return download.bytes;
  }
  get size() {
    return download.size;
  }
  get reason() {
    return download.reason;
  }
  look = () => download.look();
  get = () => download.get();
  stop = () => download.stop();
  async removeRooms(): Promise<void> {
    await (await openLine()).ask({ type: "remove", room: null });
  }
  async remove(): Promise<void> {
    (await line?.catch(() => undefined))?.end("not_here");
    await download.remove();
  }
}

export const device: Device = new DeviceOfPage();

/** Ask the game on this device: the operations, bodies and answers of `request`, which throws the
 *  same `Refused`. It never throws `Unreachable`: what only a server can do has the code
 *  `not_allowed`. The first call starts the worker. */
export async function askDevice<Name extends Operation>(
  operation: Name,
  parameters: Parameters = {},
  body?: object | string,
): Promise<Answer<Name>> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const asking = { type: "ask", operation, parameters, body: text ?? null } as const;
  return (await (await openLine()).ask(asking)) as Answer<Name>;
}

/** Make a room on this device. */
export function createOnDevice(body: NewRoom): Promise<Accepted> {
  return askDevice("create", {}, body);
}

/** Delete one room from this device; throws `Refused`. */
export async function removeRoom(room: string): Promise<void> {
  await (await openLine()).ask({ type: "remove", room });
}

/** Follow a room until the returned function is called; throws `Refused`. */
export async function followRoom(
  room: string,
  after: number,
  listener: RoomListener,
): Promise<() => void> {
  return (await openLine()).follow(room, after, listener);
}

/** The line to the worker, which is started if it is not alive. */
function openLine(): Promise<Line> {
  line ??= startWorker().catch((error: unknown) => {
    line = undefined;
    throw error;
  });
  return line;
}

async function startWorker(): Promise<Line> {
  await download.look();
  if (download.version === undefined) {
    throw refusedFor(
      download.state === "unsupported" ? (download.reason ?? "no_wasm") : "not_here",
    );
  }
  return new Line(download.version, (reason) => {
    line = undefined;
    if (reason === "damaged" || reason === "not_here") download.forget();
  });
}
