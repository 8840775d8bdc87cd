/** The weights that a visitor pays for, and what they may be. Fails if one is over. */
import { readFileSync, readdirSync } from "node:fs";

const BUILT = "../src/byzanz/pages/built";
const KILO = 1000;
const manifest = JSON.parse(readFileSync(`${BUILT}/.vite/manifest.json`, "utf8"));

/** Packed as it is sent over plain http. */
function weight(file) {
  try {
    return readFileSync(`${BUILT}/${file}.gz`).length;
  } catch {
    return readFileSync(`${BUILT}/${file}`).length;
  }
}

/** All files that a part of the page needs before it can be seen. */
function needed(key, found = new Set()) {
  const chunk = manifest[key];
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const file of chunk.css ?? []) found.add(file);
  for (const other of chunk.imports ?? []) needed(other, found);
  return found;
}

function sum(files) {
  return [...files].reduce((total, file) => total + weight(file), 0);
}

const LANGUAGES = ["en", "de", "it", "nl"];
const words = (language, area) => manifest[`../src/byzanz/words/${language}/${area}.json`].file;
const heaviest = (area) => Math.max(...LANGUAGES.map((language) => weight(words(language, area))));

const first = needed("index.html");
const code = sum(first) + weight("index.html") + heaviest("common") + heaviest("shell");
const fonts = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => /latin-(?!ext).*\.woff2$/.test(file));
const shown = [
  "cards/l/C2",
  "cards/l/O3",
  "cards/l/V4",
  "cards/l/S1",
  "cards/l/G3",
  "art/porphyry",
  "art/apse",
  "icons/favicon",
];
const start = code + sum(fonts) + sum(shown.map((name) => `${name}.svg`));

const table = new Set([...needed("src/pages/Table.svelte")].filter((file) => !first.has(file)));
const drawn = ["cards/l", "cards/s"].flatMap((folder) =>
  readdirSync(`${BUILT}/${folder}`)
    .filter((name) => name.endsWith(".svg"))
    .map((name) => `${folder}/${name}`),
);
const art = sum(table) + heaviest("table") + sum(drawn) + weight("cards/glyphs.svg");

/** What only some pages need is loaded with them. */
const looking = ["src/pages/Replay.svelte", "src/pages/Analysis.svelte"].map(
  (page) => manifest[page].file,
);
const isEager = looking.some((file) => first.has(file) || table.has(file));
const analysis = new Set(
  [...needed("src/pages/Analysis.svelte")].filter((file) => !first.has(file)),
);
const back = sum(analysis) + heaviest("looking") + heaviest("table");

/** One file: all but its fonts and cards, unpacked. */
const report = readFileSync(`${BUILT}/report.html`, "utf8");
const plain = report.replace(/url\(data:font[^)]*\)/g, "").length;
const cards = readdirSync("public/cards/s").reduce(
  (total, name) => total + readFileSync(`public/cards/s/${name}`).length,
  0,
);

const BUDGETS = [
  ["script, style and words of the first load", code, 65],
  ["all until the start page is usable", start, 150],
  ["table: script, style, words and every card", art, 165],
  ["looking back: script, style and words", back, 100],
  ["one-file report: script, style and words, unpacked", plain - cards, 320],
];
let isOver = isEager;
if (isEager) console.log("the start page or the table loads what only looking back needs");
for (const [name, bytes, budget] of BUDGETS) {
  console.log(`${(bytes / KILO).toFixed(1).padStart(7)} kB of ${budget} kB  ${name}`);
  isOver ||= bytes > budget * KILO;
}
process.exitCode = isOver ? 1 : 0;
