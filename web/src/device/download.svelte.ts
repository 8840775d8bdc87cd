/** The files of the game on this device: what is here, and fetching the rest. */
import {
  CACHE_PREFIX,
  FOLDER,
  MANIFEST,
  cacheName,
  isWhole,
  partsOf,
  type Manifest,
  type Part,
} from "./manifest";
import type { DeviceCode } from "./problems";

/** How much of the game is on this device.
 *
 *  `unsupported`: this browser can't run it. `absent`, `partly`: nothing or not all of it was
 *  fetched; `get` begins or goes on. `failed`: `reason` says why; `get` tries again. */
export type DeviceState = "unsupported" | "absent" | "partly" | "getting" | "ready" | "failed";

const PATIENCE = 8_000; // milliseconds for the list of files

class DownloadFailed extends Error {
  constructor(readonly reason: DeviceCode) {
    super(reason);
  }
}

export class Download {
  state = $state<DeviceState>("absent");
  /** The bytes on this device so far, compressed as they were sent. */
  bytes = $state(0);
  /** The bytes of the whole game, compressed; 0 until they are known. */
  size = $state(0);
  /** Why `state` is `failed` or `unsupported`. */
  reason = $state<DeviceCode | null>(null);
  /** The version whose files are complete, which the worker starts. */
  version: string | undefined;
  private looking: Promise<void> | undefined;
  private getting: Promise<void> | undefined;
  private stopping: AbortController | undefined;

  /** Look at what is on this device; resolves when `state` is known. */
  look(): Promise<void> {
    return (this.looking ??= this.find());
  }

  /** Fetch what is missing; never throws. */
  get(): Promise<void> {
    this.getting ??= this.fetchAll().finally(() => (this.getting = undefined));
    return this.getting;
  }

  stop(): void {
    this.stopping?.abort();
  }

  /** Look again the next time: files in the cache were found to be damaged, or have gone. */
  forget(): void {
    this.looking = undefined;
    this.version = undefined;
  }

  async remove(): Promise<void> {
    this.stop();
    await this.getting;
    for (const name of await ownCaches()) await caches.delete(name);
    this.version = undefined;
    this.show("absent", 0, 0);
  }

  private show(state: DeviceState, bytes: number, size: number): void {
    [this.state, this.bytes, this.size, this.reason] = [state, bytes, size, null];
  }

  private fail(state: "unsupported" | "failed", reason: DeviceCode): void {
    [this.state, this.reason] = [state, reason];
  }

  private async find(): Promise<void> {
    const lack = lackOfBrowser();
    if (lack !== null) {
      this.fail("unsupported", lack);
      return;
    }
    try {
      const kept = await keptManifests();
      const complete = kept.find(({ isComplete }) => isComplete);
      if (complete !== undefined) {
        this.version = complete.manifest.version;
        this.show("ready", complete.manifest.size, complete.manifest.size);
        void this.renew(complete.manifest.version);
        return;
      }
      const [begun] = kept;
      if (begun === undefined) this.show("absent", 0, 0);
      else this.show("partly", begun.bytes, begun.manifest.size);
    } catch {
      this.fail("unsupported", "no_storage");
    }
  }

  /** Fetch what has changed since the game was fetched. Until then, and offline, it stays as it is. */
  private async renew(version: string): Promise<void> {
    const manifest = await fetchManifest().catch(() => undefined);
    if (manifest === undefined || manifest.version === version) return;
    await this.fetchParts(manifest, new AbortController().signal, () => undefined).catch(
      () => undefined,
    );
  }

  private async fetchAll(): Promise<void> {
    await this.look();
    if (this.state === "unsupported") return;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    try {
      this.state = "getting";
      this.reason = null;
      const manifest = await fetchManifest();
      this.size = manifest.size;
      await this.fetchParts(manifest, signal, (bytes) => (this.bytes = bytes));
      void navigator.storage?.persist?.();
      this.version = manifest.version;
      this.show("ready", manifest.size, manifest.size);
    } catch (error) {
      if (signal.aborted) this.state = this.bytes > 0 ? "partly" : "absent";
      else this.fail("failed", reasonOf(error));
    }
  }

  /** Bring all parts of a version into its cache; then the caches of other versions go. */
  private async fetchParts(
    manifest: Manifest,
    signal: AbortSignal,
    onBytes: (bytes: number) => void,
  ): Promise<void> {
    const cache = await caches.open(cacheName(manifest.version));
    await cache.put(MANIFEST, new Response(JSON.stringify(manifest)));
    let bytes = 0;
    for (const part of partsOf(manifest)) {
      const before = bytes;
      const kept = await cache.match(FOLDER + part.file);
      if (kept === undefined) {
        const body = await bytesOf(part, signal, (fresh) => onBytes(before + fresh));
        signal.throwIfAborted();
        await cache.put(FOLDER + part.file, new Response(body));
      }
      bytes += part.size;
      onBytes(bytes);
    }
    const own = cacheName(manifest.version);
    for (const name of await ownCaches()) if (name !== own) await caches.delete(name);
  }
}

function lackOfBrowser(): DeviceCode | null {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function")
    return "no_wasm";
  // Browsers have these over https only.
  if (typeof caches !== "object" || typeof indexedDB !== "object" || !crypto.subtle)
    return "no_storage";
  return null;
}

async function ownCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}

interface Kept {
  readonly manifest: Manifest;
  readonly bytes: number;
  readonly isComplete: boolean;
}

async function keptManifests(): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const name of await ownCaches()) {
    const cache = await caches.open(name);
    const stored = await cache.match(MANIFEST);
    if (stored === undefined) continue;
    const manifest = (await stored.json()) as Manifest;
    const files = new Set(
      (await cache.keys()).map(({ url }) => url.slice(url.lastIndexOf("/") + 1)),
    );
    const parts = partsOf(manifest);
    const here = parts.filter(({ file }) => files.has(file));
    const bytes = here.reduce((total, { size }) => total + size, 0);
    kept.push({ manifest, bytes, isComplete: here.length === parts.length });
  }
  return kept;
}

async function fetchManifest(): Promise<Manifest> {
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(MANIFEST, { cache: "no-cache", signal });
  if (!response.ok) throw new DownloadFailed("not_loaded");
  return (await response.json()) as Manifest;
}

/** The bytes of a part: from the cache of another version, or from the host. */
async function bytesOf(
  part: Part,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<ArrayBuffer> {
  const kept = await caches.match(FOLDER + part.file);
  const known = await kept?.arrayBuffer();
  if (known !== undefined && (await isWhole(known, part))) return known;
  for (const cache of ["default", "reload"] as const) {
    const response = await fetch(FOLDER + part.file, { signal, cache });
    if (!response.ok) throw new DownloadFailed("not_loaded");
    const bytes = await counted(response, onBytes);
    if (await isWhole(bytes, part)) return bytes;
  }
  throw new DownloadFailed("damaged");
}

/** The body of a response, whose bytes are told while they arrive. */
async function counted(response: Response, onBytes: (bytes: number) => void): Promise<ArrayBuffer> {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counter)).arrayBuffer();
}

function reasonOf(error: unknown): DeviceCode {
  if (error instanceof DownloadFailed) return error.reason;
  if (error instanceof DOMException && error.name === "QuotaExceededError") return "no_space";
  if (error instanceof DOMException && error.name === "SecurityError") return "no_storage";
  return "not_loaded"; // `fetch` throws a TypeError without a network
}
