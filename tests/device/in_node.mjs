/** Runs Python modules in Pyodide under Node.js, from the very files that pages get.
 *
 *  Arguments: the folder of those files, a folder for unpacked ones, and a JSON file with the sources
 *  of modules by name, and the call to make. Prints the result of the call. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [packs, scratch, job] = process.argv.slice(2);
const { modules, data, call } = JSON.parse(readFileSync(job, "utf8"));
const manifest = JSON.parse(readFileSync(join(packs, "manifest.json"), "utf8"));
const files = new Map(
  manifest.files.map(({ name, parts }) => [
    name,
    gunzipSync(Buffer.concat(parts.map(({ file }) => readFileSync(join(packs, file))))),
  ]),
);
for (const name of ["pyodide.asm.wasm", "pyodide.asm.mjs", "python.zip"])
  writeFileSync(join(scratch, name), files.get(name));

const web = createRequire(process.env.WEB_PACKAGE);
const { loadPyodide } = await import(pathToFileURL(web.resolve("pyodide/pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: scratch,
  stdLibURL: join(scratch, "python.zip"),
  lockFileContents: { info: { abi_version: "2026_0" }, packages: {} },
});
const root = "/proof";
write(pyodide.FS, readPack(files.get("game.pack")));
write(pyodide.FS, new Map(Object.entries(modules).map(([path, text]) => [path, Buffer.from(text)])));
pyodide.globals.set("data", data);
const result = pyodide.runPython(`import sys\nsys.path.insert(0, "${root}")\n${call}`);
process.stdout.write(result);

function readPack(pack) {
  const length = pack.readUInt32LE(0);
  let at = 4 + length;
  const list = JSON.parse(pack.toString("utf8", 4, at));
  return new Map(list.map(([path, size]) => [path, pack.subarray(at, (at += size))]));
}

function write(system, contents) {
  for (const [path, body] of contents) {
    const file = `${root}/${path}`;
    system.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    system.writeFile(file, Uint8Array.from(body));
  }
}
