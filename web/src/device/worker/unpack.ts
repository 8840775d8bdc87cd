/** Reads the files of the game from the cache: checked, put together and unpacked. */
import { cacheName, isWhole, type Manifest, type PackedFile, type Part } from "../manifest";
import { Failure } from "./failure";

export type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** All files of a version by name; throws a `Failure` if one is missing or damaged. */
export async function readFiles(version: string, folder: string): Promise<Files> {
  const cache = await caches.open(cacheName(version)).catch(() => {
    throw new Failure("no_storage");
  });
  const manifest = await cache.match(`${folder}manifest.json`);
  if (manifest === undefined) throw new Failure("not_here");
  const { files } = (await manifest.json()) as Manifest;
  const bodies = await Promise.all(files.map((file) => unpacked(cache, folder, file)));
  return new Map(files.map(({ name }, at) => [name, bodies[at]!]));
}

async function unpacked(
  cache: Cache,
  folder: string,
  file: PackedFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Promise.all(file.parts.map((part) => readPart(cache, folder, part)));
  const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
  const body = new Uint8Array(await new Response(stream).arrayBuffer().catch(() => damaged()));
  if (body.length !== file.size) damaged();
  return body;
}

async function readPart(cache: Cache, folder: string, part: Part): Promise<ArrayBuffer> {
  const kept = await cache.match(folder + part.file);
  if (kept === undefined) throw new Failure("not_here");
  const bytes = await kept.arrayBuffer();
  if (await isWhole(bytes, part)) return bytes;
  await cache.delete(folder + part.file); // so that it is fetched again
  return damaged();
}

function damaged(): never {
  throw new Failure("damaged");
}

/** The files of a pack: the length of a list, the list of paths and sizes, then all bodies. */
export function readPack(pack: Uint8Array): Map<string, Uint8Array> {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length))) as [
    string,
    number,
  ][];
  const files = new Map<string, Uint8Array>();
  let at = 4 + length;
  for (const [path, size] of list) files.set(path, pack.subarray(at, (at += size)));
  return files;
}
