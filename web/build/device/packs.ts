/** The files of the game in the page: compressed, cut into parts, and listed in a manifest. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { pythonSources, sourcesFrom } from "./pythonSources.ts";
import { trimmedLibrary } from "./standardLibrary.ts";
import { readZip } from "./zip.ts";

const PART = 512 * 1024; // bytes; a download that was interrupted goes on at the next part
const DIGITS = 12; // of a hash in the name of a file
const LEVEL = 9; // of the compression
const LICENCE = /^[^/]*\.dist-info\/licenses\/(.*)$/;
const NOT_NEEDED = /\.(pyi|typed)$|\.dist-info\//;

export interface Part {
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file, in parts that make one gzip stream together. */
export interface Packed {
  readonly name: string;
  readonly size: number; // unpacked
  readonly parts: readonly Part[];
}

export interface Manifest {
  readonly version: string;
  readonly size: number; // of all parts
  readonly files: readonly Packed[];
}

export interface Packs {
  readonly manifest: Manifest;
  /** The parts by the names of their files. */
  readonly bodies: ReadonlyMap<string, Buffer>;
}

export function makePacks(web: string): Packs {
  const pyodide = dirname(createRequire(join(web, "package.json")).resolve("pyodide/package.json"));
  const sources = sourcesFrom(web);
  const files: [string, Buffer][] = [
    ["pyodide.asm.wasm", readFileSync(join(pyodide, "pyodide.asm.wasm"))],
    ["pyodide.asm.mjs", readFileSync(join(pyodide, "pyodide.asm.mjs"))],
    ["python.zip", trimmedLibrary(readFileSync(join(pyodide, "python_stdlib.zip")))],
    ["game.pack", packed(new Map([...pythonSources(sources), ...wheel(dirname(sources))]))],
  ];
  const bodies = new Map<string, Buffer>();
  const list = files.map(([name, body]) => cut(name, body, bodies));
  const names = list.flatMap(({ parts }) => parts.map(({ sha256 }) => sha256));
  const size = [...bodies.values()].reduce((total, body) => total + body.length, 0);
  const version = digest(Buffer.from(names.join("\n"))).slice(0, DIGITS);
  return { manifest: { version, size, files: list }, bodies };
}

/** The files of the library that the set-up has fetched. */
function wheel(project: string): Map<string, Buffer> {
  const folder = join(project, ".cache", "device");
  const wheels = (
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []
  )
    .filter((name) => name.endsWith(".whl"))
    .map((name) => join(folder, name));
  if (wheels.length !== 1)
    throw new Error("the library of the game in the page is missing: run ./byzanz once");
  const files = [...readZip(readFileSync(wheels[0]!))].map(
    ([path, body]) => [path.replace(LICENCE, "msgspec/$1"), body] as const,
  );
  return new Map(files.filter(([path]) => !NOT_NEEDED.test(path)));
}

/** Several files as one: the length of a list, the list of paths and sizes, then all bodies. */
export function packed(files: ReadonlyMap<string, Buffer>): Buffer {
  const list = [...files].map(([path, body]) => [path, body.length]);
  const header = Buffer.from(JSON.stringify(list));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, ...files.values()]);
}

function cut(name: string, body: Buffer, bodies: Map<string, Buffer>): Packed {
  const stream = gzipSync(body, { level: LEVEL });
  const parts: Part[] = [];
  for (let at = 0; at < stream.length; at += PART) {
    const part = stream.subarray(at, at + PART);
    const sha256 = digest(part);
    const file = `${name.replace(/\W/g, "-")}-${parts.length}-${sha256.slice(0, DIGITS)}.bin`;
    bodies.set(file, part);
    parts.push({ file, size: part.length, sha256 });
  }
  return { name, size: body.length, parts };
}

function digest(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
