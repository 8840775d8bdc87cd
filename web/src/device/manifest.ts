/** The files of the game on this device, as the build lists them, and the caches that keep them. */

/** A part of a file; its name changes with its content. */
export interface Part {
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file, whose parts make one gzip stream together. */
export interface PackedFile {
  readonly name: string;
  readonly size: number; // unpacked
  readonly parts: readonly Part[];
}

export interface Manifest {
  readonly version: string;
  readonly size: number; // of all parts
  readonly files: readonly PackedFile[];
}

/** The caches of the game begin with this, then comes the version. The service worker keeps them. */
export const CACHE_PREFIX = "byzanz-device-";

/** The folder of the files, beside that of the scripts: the pages may be anywhere on a host. */
export const FOLDER = import.meta.env.DEV
  ? "/device/"
  : import.meta.url.replace(/assets\/[^/]*$/, "device/");
export const MANIFEST = `${FOLDER}manifest.json`;

export function cacheName(version: string): string {
  return CACHE_PREFIX + version;
}

export function partsOf(manifest: Manifest): readonly Part[] {
  return manifest.files.flatMap(({ parts }) => parts);
}

/** Whether bytes are those that were published. */
export async function isWhole(bytes: BufferSource, part: Part): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === part.sha256;
}
