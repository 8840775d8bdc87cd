/** The line from the page to the worker of the game: starts it, and matches answers to requests. */
import { Refused } from "../connection/api";
import type { Problem } from "../protocol/types";
import { FOLDER } from "./manifest";
import type { FromWorker, ToWorker } from "./messages";
import type { DeviceCode } from "./problems";

type Without<Whole> = Whole extends unknown ? Omit<Whole, "id"> : never;
type Asking = Without<Extract<ToWorker, { readonly type: "ask" | "remove" }>>;

/** Gets what happens in a followed room. */
export interface RoomListener {
  onPush(push: string): void;
  onEnd(code: string): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(refused: Refused): void;
}

export class Line {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<number, RoomListener>();
  private ids = 0;
  private hasAnswered = false; // otherwise an error means that the script did not arrive

  /** `onEnd` is told once when the worker has ended, and why. */
  constructor(
    version: string,
    private readonly onEnd: (reason: DeviceCode) => void,
  ) {
    this.worker = new Worker(new URL("./worker/deviceWorker.ts", import.meta.url), {
      type: "module",
      name: "device",
    });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.worker.onerror = () => this.end(this.hasAnswered ? "device_failed" : "not_loaded");
    this.tell({ type: "start", version, folder: FOLDER });
  }

  ask(asking: Asking): Promise<unknown> {
    const id = ++this.ids;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.tell({ ...asking, id } as ToWorker);
    });
  }

  /** Follow a room until the returned function is called. */
  follow(room: string, after: number, listener: RoomListener): () => void {
    const id = ++this.ids;
    this.listeners.set(id, listener);
    this.tell({ type: "follow", id, room, after });
    return () => {
      if (this.listeners.delete(id)) this.tell({ type: "unfollow", id });
    };
  }

  /** End the worker; everything that waits is refused. */
  end(reason: DeviceCode): void {
    this.worker.terminate();
    const refused = refusedFor(reason);
    for (const { reject } of this.waiting.values()) reject(refused);
    for (const { onEnd } of this.listeners.values()) onEnd(reason);
    this.waiting.clear();
    this.listeners.clear();
    this.onEnd(reason);
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private receive(message: FromWorker): void {
    this.hasAnswered = true;
    switch (message.type) {
      case "answer":
        this.taken(message.id)?.resolve(message.answer);
        break;
      case "problem":
        this.taken(message.id)?.reject(new Refused(message.problem as Problem));
        break;
      case "push":
        this.listeners.get(message.id)?.onPush(message.push);
        break;
      case "end":
        this.listeners.get(message.id)?.onEnd(message.code);
        this.listeners.delete(message.id);
        break;
      case "failed":
        this.end(message.code);
    }
  }

  private taken(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}

export function refusedFor(code: DeviceCode): Refused {
  return new Refused({ code, facts: {} });
}
