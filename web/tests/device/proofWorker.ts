/** A worker that runs a module of the tests in the Python of the game, for the proof of one source. */
import { startPyodide } from "../../src/device/worker/python";
import { readFiles } from "../../src/device/worker/unpack";

interface Job {
  readonly version: string;
  readonly folder: string;
  /** Sources by path. */
  readonly modules: Readonly<Record<string, string>>;
  readonly data: string;
  readonly call: string;
}

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data: job }: MessageEvent<Job>) => {
  const pyodide = await startPyodide(await readFiles(job.version, job.folder));
  for (const [path, text] of Object.entries(job.modules)) {
    const file = `/proof/${path}`;
    pyodide.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    pyodide.FS.writeFile(file, text);
  }
  pyodide.globals.set("data", job.data);
  self.postMessage(pyodide.runPython(`import sys\nsys.path.insert(0, "/proof")\n${job.call}`));
};
