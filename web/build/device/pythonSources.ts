/** The modules of the game that run in the page: one of them, and all that it imports. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FIRST = "byzanz.device.device";

/** Files that modules read. */
const DATA = ["engine/evaluation/parameters.json", "puzzles/collection.jsonl.gz"];

// Imports inside functions are left out: those of NumPy and the compiler, which a page does not have.
const IMPORTS = /^(?:from (byzanz[\w.]*) import (\([^)]*\)|.*)|import (byzanz[\w.]*))/gm;

/** The files by their path in the package's parent folder, `sources`. */
export function pythonSources(sources: string): Map<string, Buffer> {
  const paths = new Set<string>();
  addModule(sources, FIRST, paths);
  for (const path of DATA) paths.add(`byzanz/${path}`);
  return new Map([...paths].sort().map((path) => [path, readFileSync(join(sources, path))]));
}

function addModule(sources: string, name: string, found: Set<string>): void {
  const path = pathOf(sources, name);
  if (path === undefined || found.has(path)) return;
  found.add(path);
  const parent = name.slice(0, Math.max(name.lastIndexOf("."), 0));
  if (parent !== "") addModule(sources, parent, found);
  for (const imported of importsOf(readFileSync(join(sources, path), "utf8")))
    addModule(sources, imported, found);
}

/** The file of a module or package; undefined for a name inside a module. */
function pathOf(sources: string, name: string): string | undefined {
  const path = name.replaceAll(".", "/");
  return [`${path}.py`, `${path}/__init__.py`].find((each) => existsSync(join(sources, each)));
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORTS)].flatMap(([, from, names = "", module]) => {
    if (from === undefined) return [module ?? ""];
    const parts = names.replace(/[()#]|\bas \w+/g, " ").match(/\w+/g) ?? [];
    return [from, ...parts.map((part) => `${from}.${part}`)];
  });
}

/** Where the sources are, seen from a folder inside the project. */
export function sourcesFrom(folder: string): string {
  const path = join(folder, "src");
  if (existsSync(join(path, "byzanz"))) return path;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("no folder src/byzanz here or above");
  return sourcesFrom(parent);
}
