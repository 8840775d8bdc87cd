/** Playing on this device, without a server. The pages ask the game here as they ask a server. */
import type { Transport } from "../connection/follow";
import type { Answer, Operation, Parameters } from "../connection/api";
import type { Accepted, NewRoom } from "../protocol/types";
import type { DeviceCode } from "./problems";

export { isOnDevice } from "./deviceId";
export type { DeviceCode } from "./problems";

/** How much of the game is on this device.
 *
 *  `unsupported`: this browser can't run it. `absent`, `partly`: nothing or not all of it was
 *  fetched; `get` begins or goes on. `failed`: `reason` says why; `get` tries again. */
export type DeviceState = "unsupported" | "absent" | "partly" | "getting" | "ready" | "failed";

export interface Device {
  /** Reactive, as all fields. `absent` until the cache was looked at. */
  readonly state: DeviceState;
  /** The bytes on this device so far, compressed as they were sent. */
  readonly bytes: number;
  /** The bytes of the whole game, compressed; 0 until they are known. */
  readonly size: number;
  /** Why `state` is `failed` or `unsupported`. */
  readonly reason: DeviceCode | null;
  /** Look at what is on this device; resolves when `state` is known. Nothing is fetched. */
  look(): Promise<void>;
  /** Fetch what is missing; resolves when the state is `ready`, `partly` after `stop`, or `failed`.
   *  Never throws. */
  get(): Promise<void>;
  /** Interrupt `get`; what has arrived stays. */
  stop(): void;
  /** Delete all games on this device; throws `Refused`. */
  removeRooms(): Promise<void>;
  /** Delete the files of the game; its rooms stay. */
  remove(): Promise<void>;
}

export declare const device: Device;

/** Ask the game on this device: the operations, bodies and answers of `request`, which throws the
 *  same `Refused`. It never throws `Unreachable`: what a server would do has the code `not_allowed`.
 *  The first call starts the worker. */
export declare function askDevice<Name extends Operation>(
  operation: Name,
  parameters?: Parameters,
  body?: object | string,
): Promise<Answer<Name>>;

/** Make a room on this device. */
export declare function createOnDevice(body: NewRoom): Promise<Accepted>;

/** Follow a room on this device as a room on a server. */
export declare function deviceTransport(room: string): Transport;

/** Delete one room from this device; throws `Refused`. */
export declare function removeRoom(room: string): Promise<void>;
