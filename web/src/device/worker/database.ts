/** What the browser keeps of the games: one database with rows, logs and records. */
import { Failure } from "./failure";

const NAME = "byzanz-device";
const VERSION = 1;
const STORES = ["rows", "entries", "records"] as const;

/** A change; see `Write` in `src/byzanz/device/rows.py`. */
export interface Write {
  readonly action: "add" | "put" | "delete" | "clear";
  readonly store: (typeof STORES)[number];
  readonly key: string | readonly [string, number];
  readonly value?: string;
}

/** Another tab has written the same entry. */
export class Conflict extends Error {}

export class Database {
  private constructor(private readonly database: IDBDatabase) {
    // Another tab of a later version, or the deletion of all data, must not wait for this one.
    database.onversionchange = () => database.close();
  }

  static async open(): Promise<Database> {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store);
      };
      return new Database(await done(request));
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** All rows by key. */
  async rows(): Promise<Record<string, string>> {
    const store = this.reading("rows");
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return Object.fromEntries(keys.map((key, at) => [String(key), values[at] as string]));
  }

  async row(key: string): Promise<string | null> {
    return ((await done(this.reading("rows").get(key))) as string | undefined) ?? null;
  }

  async record(key: string): Promise<string | null> {
    return ((await done(this.reading("records").get(key))) as string | undefined) ?? null;
  }

  /** The entries of a room in order. */
  async log(room: string): Promise<string[]> {
    return (await done(this.reading("entries").getAll(entriesOf(room)))) as string[];
  }

  /** Commit all changes or none; returns when they are on disk. */
  async commit(writes: readonly Write[]): Promise<void> {
    try {
      const options = { durability: "strict" } as const;
      const transaction = this.database.transaction([...STORES], "readwrite", options);
      for (const write of writes) apply(transaction.objectStore(write.store), write);
      await completed(transaction);
    } catch (error) {
      throw failureOf(error);
    }
  }

  private reading(store: (typeof STORES)[number]): IDBObjectStore {
    try {
      return this.database.transaction(store).objectStore(store);
    } catch (error) {
      throw failureOf(error);
    }
  }
}

function apply(store: IDBObjectStore, { action, key, value }: Write): void {
  const place = key as IDBValidKey;
  if (action === "add") store.add(value, place);
  else if (action === "put") store.put(value, place);
  else if (action === "delete") store.delete(place);
  else store.delete(entriesOf(String(key)));
}

function entriesOf(room: string): IDBKeyRange {
  return IDBKeyRange.bound([room, 0], [room, Infinity]);
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failureOf(request.error));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

function failureOf(error: unknown): Error {
  if (error instanceof Failure || error instanceof Conflict) return error;
  const name = error instanceof DOMException ? error.name : "";
  if (name === "ConstraintError") return new Conflict();
  return new Failure(name === "QuotaExceededError" ? "no_space" : "no_storage");
}
