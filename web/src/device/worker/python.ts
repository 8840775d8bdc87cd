/** Python in the worker: starts it from unpacked files, without any request. */
import { loadPyodide } from "pyodide";
import { readPack, type Files } from "./unpack";

/** The device of `src/byzanz/device/device.py`. */
export interface PythonDevice {
  begin(): string;
  ask(asked: string): string;
  play_next(room: string, now: number): string;
  remove_room(room: string): string;
  next_at(room: string): string;
  update(room: string, after: number, now: number): string;
  load(room: string, log: string): string;
  load_record(replay: string, record: string | null): string;
  reread(changed: string): string;
  /** Free it in Python. */
  destroy(): void;
}

export type MakeDevice = (rows: string) => PythonDevice;

type Options = NonNullable<Parameters<typeof loadPyodide>[0]> & {
  /** The script that belongs to the wasm file, already imported. */
  readonly createPyodideModule: unknown;
};

const HOME = "https://device.invalid/"; // nothing is fetched from it
const NO_PACKAGES = { info: { abi_version: "2026_0" }, packages: {} }; // as the wasm file expects

export async function startPython(files: Files): Promise<MakeDevice> {
  const script = await importScript(files.get("pyodide.asm.mjs")!);
  const restoreFetch = answerFetch(files);
  try {
    const pyodide = await loadPyodide({
      indexURL: HOME,
      stdLibURL: `${HOME}python.zip`,
      lockFileContents: NO_PACKAGES,
      createPyodideModule: script,
      convertNullToNone: true,
      fsInit: (system: typeof FS, { sitePackages }: { sitePackages: string }) =>
        writeFiles(system, sitePackages, files.get("game.pack")!),
    } as unknown as Options);
    return pyodide.runPython("from byzanz.device.device import Device\nDevice") as MakeDevice;
  } finally {
    restoreFetch();
  }
}

/** Import a script that only the cache has. */
async function importScript(script: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    return ((await import(/* @vite-ignore */ url)) as { default: unknown }).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Let the loader get its files from memory; returns what undoes this. */
function answerFetch(files: Files): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input) => {
    const name = String(input instanceof Request ? input.url : input).slice(HOME.length);
    const body = files.get(name);
    if (body === undefined) throw new TypeError(`no file ${name} in the game`);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(body, { headers: { "content-type": type } });
  };
  return () => {
    globalThis.fetch = original;
  };
}

declare const FS: {
  mkdirTree(path: string): void;
  writeFile(path: string, body: Uint8Array): void;
};

function writeFiles(system: typeof FS, folder: string, pack: Uint8Array): void {
  for (const [path, body] of readPack(pack)) {
    const file = `${folder}/${path}`;
    system.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    system.writeFile(file, body);
  }
}
