/** Executes one request after the other: Python decides, the database commits, then it is shown. */
import type { WorkerProblem } from "../messages";
import { Conflict, type Database, type Write } from "./database";
import { Failure } from "./failure";
import type { MakeDevice, PythonDevice } from "./python";

export const ROOM = "room:"; // begins the keys of rooms among the rows
const ATTEMPTS = 5; // to write an entry while another tab writes to the same room

interface Reply {
  readonly answer?: unknown;
  readonly problem?: WorkerProblem;
  readonly needs?: { readonly store: "entries" | "records"; readonly key: string };
  readonly is_damaged?: boolean;
  readonly writes?: readonly Write[];
  readonly rooms?: readonly string[];
}

type Call = (device: PythonDevice, now: number) => string;

export class Host {
  private last: Promise<unknown> = Promise.resolve();
  private device: PythonDevice | undefined;

  /** `onChanged` is told which rooms have new entries, and which rows have changed. */
  constructor(
    private readonly make: MakeDevice,
    private readonly database: Database,
    private readonly onChanged: (rooms: readonly string[], rows: readonly string[]) => void,
  ) {}

  /** Make the device from what is stored. */
  start(): Promise<void> {
    return this.queued(() => this.restart());
  }

  /** Execute a call; resolves with its answer once it is committed. Throws `Failure`. */
  run(call: Call): Promise<unknown> {
    return this.queued(() => this.attempt(call));
  }

  /** Take over rows that another tab has changed. */
  reread(keys: readonly string[]): Promise<void> {
    return this.queued(() => this.readAgain(keys));
  }

  /** The ids of all stored rooms. */
  async rooms(): Promise<string[]> {
    const keys = Object.keys(await this.database.rows());
    return keys.flatMap((key) => (key.startsWith(ROOM) ? [key.slice(ROOM.length)] : []));
  }

  private queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async restart(): Promise<void> {
    this.device?.destroy();
    this.device = undefined;
    const device = this.make(JSON.stringify(await this.database.rows()));
    this.device = device;
    const { writes = [] } = JSON.parse(device.begin()) as Reply;
    if (writes.length > 0) await this.database.commit(writes);
  }

  private async attempt(call: Call): Promise<unknown> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (this.device === undefined) await this.restart();
      const reply = await this.replyTo(call);
      if (reply.is_damaged) throw new Failure("damaged_game");
      if (reply.problem) throw new Failure(reply.problem.code, reply.problem.facts);
      const { writes = [], rooms = [] } = reply;
      if (await this.committed(writes)) {
        if (writes.length > 0) this.onChanged(rooms, keysOf(writes));
        return reply.answer ?? {};
      }
      await this.readAgain(keysOf(writes));
    }
    throw new Failure("other_tab");
  }

  /** The reply of Python, after it has got everything that it needs to read. */
  private async replyTo(call: Call): Promise<Reply> {
    for (;;) {
      const device = this.device!;
      const reply = this.guarded(() => call(device, Date.now()));
      const { needs } = reply;
      if (needs === undefined) return reply;
      const given = await this.given(device, needs.store, needs.key);
      if (given.problem !== undefined || given.is_damaged) return given;
    }
  }

  private async given(device: PythonDevice, store: string, key: string): Promise<Reply> {
    if (store === "records") {
      const record = await this.database.record(key);
      return this.guarded(() => device.load_record(key, record));
    }
    const log = JSON.stringify(await this.database.log(key));
    return this.guarded(() => device.load(key, log));
  }

  /** An exception of Python is a mistake of the program: the device is made anew. */
  private guarded(call: () => string): Reply {
    try {
      return JSON.parse(call()) as Reply;
    } catch (error) {
      console.error(error);
      this.device = undefined;
      throw new Failure("device_failed");
    }
  }

  /** Commit; false after a conflict with another tab. What is not committed is forgotten. */
  private async committed(writes: readonly Write[]): Promise<boolean> {
    if (writes.length === 0) return true;
    try {
      await this.database.commit(writes);
      return true;
    } catch (error) {
      this.device?.destroy();
      this.device = undefined;
      if (error instanceof Conflict) return false;
      throw error;
    }
  }

  private async readAgain(keys: readonly string[]): Promise<void> {
    if (this.device === undefined) return; // it will read everything
    const rows = await Promise.all(
      keys.map(async (key) => [key, await this.database.row(key)] as const),
    );
    const device = this.device;
    this.guarded(() => device.reread(JSON.stringify(Object.fromEntries(rows))));
  }
}

function keysOf(writes: readonly Write[]): string[] {
  return writes.flatMap(({ store, key }) => (store === "rows" ? [String(key)] : []));
}
