/** Prints the sizes of the pages and fails if one is over its budget. */
import { readFileSync, readdirSync } from "node:fs";

const BUILT = "../src/byzanz/pages/built";
const KILO = 1000;
const manifest = JSON.parse(readFileSync(`${BUILT}/.vite/manifest.json`, "utf8"));

/** The bytes of a file as sent, compressed with gzip if that exists. */
function size(file) {
  try {
    return readFileSync(`${BUILT}/${file}.gz`).length;
  } catch {
    return readFileSync(`${BUILT}/${file}`).length;
  }
}

/** All files that a chunk needs before it can be shown. */
function filesOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const file of chunk.css ?? []) found.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
}

function sum(files) {
  return [...files].reduce((total, file) => total + size(file), 0);
}

const LANGUAGES = ["en", "de", "it", "nl"];
const words = (language, area) => manifest[`../src/byzanz/words/${language}/${area}.json`].file;
const largest = (area) => Math.max(...LANGUAGES.map((language) => size(words(language, area))));

const first = filesOf("index.html");
const code = sum(first) + size("index.html") + largest("common") + largest("shell");
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

const table = new Set([...filesOf("src/pages/Table.svelte")].filter((file) => !first.has(file)));
const drawn = ["cards/l", "cards/s"].flatMap((folder) =>
  readdirSync(`${BUILT}/${folder}`)
    .filter((name) => name.endsWith(".svg"))
    .map((name) => `${folder}/${name}`),
);
const art = sum(table) + largest("table") + sum(drawn) + size("cards/glyphs.svg");

/** These pages must not be part of the first load or of the table. */
const lookingBack = ["src/pages/Replay.svelte", "src/pages/Analysis.svelte"].map(
  (page) => manifest[page].file,
);
const isLoadedEarly = lookingBack.some((file) => first.has(file) || table.has(file));
const analysis = new Set(
  [...filesOf("src/pages/Analysis.svelte")].filter((file) => !first.has(file)),
);
const back = sum(analysis) + largest("looking") + largest("table");

/** My games, loaded when they are opened. */
const games = new Set([...filesOf("src/pages/MyGames.svelte")].filter((file) => !first.has(file)));
const mine = sum(games) + largest("mine");

/** The result as a picture, loaded when it is opened; the words of the table are needed on other pages. */
const sheet = [...filesOf("src/picture/openPicture.ts")].filter((file) => !first.has(file));
const templates = Object.entries(manifest)
  .filter(([key]) => /pictures\/templates\/.*\.svg/.test(key))
  .map(([, { file }]) => size(file));
const numerals = Object.values(manifest).filter(({ file }) => /numerals.*\.woff2$/.test(file));
const picture =
  sum(sheet) +
  sum(numerals.map(({ file }) => file)) +
  Math.max(...templates) +
  largest("picture") +
  largest("table");
/** The offer of alerts, loaded when its button is pressed. */
const alertSheet = new Set(
  [...filesOf("src/alerts/AlertSheet.svelte")].filter((file) => !first.has(file)),
);
const alerts = sum(alertSheet) + largest("alert");

/** The deal of the day, loaded when its page is opened. */
const day = new Set([...filesOf("src/pages/Daily.svelte")].filter((file) => !first.has(file)));
const daily = sum(day) + largest("daily");

/** What a page needs beyond the first load and the table, loaded when it is opened. */
const beyondTable = (page, area) =>
  sum([...filesOf(page)].filter((file) => !first.has(file) && !table.has(file))) + largest(area);
const challenge = beyondTable("src/pages/Challenge.svelte", "challenge");
const puzzles = beyondTable("src/pages/Puzzles.svelte", "puzzle");

/** The one-file report without its fonts and cards, uncompressed. */
const report = readFileSync(`${BUILT}/report.html`, "utf8");
const plain = report.replace(/url\(data:font[^)]*\)/g, "").length;
const cards = readdirSync("public/cards/s").reduce(
  (total, name) => total + readFileSync(`public/cards/s/${name}`).length,
  0,
);

const BUDGETS = [
  ["script, style and words of the first load", code, 65],
  ["everything until the start page is usable", start, 150],
  ["table: script, style, words and every card", art, 165],
  ["looking back: script, style and words", back, 100],
  ["my games: script, style and words", mine, 40],
  ["result as a picture: script, style, words, font and template", picture, 40],
  ["deals that friends send: script, style and words", challenge, 40],
  ["puzzles, beyond the table: script, style and words", puzzles, 40],
  ["deal of the day: script, style and words", daily, 40],
  ["alerts: script, style and words", alerts, 40],
  ["one-file report: script, style and words, uncompressed", plain - cards, 325],
];
let isOver = isLoadedEarly;
if (isLoadedEarly)
  console.log("the start page or the table loads the replay or the analysis: import them lazily");
for (const [name, bytes, budget] of BUDGETS) {
  console.log(`${(bytes / KILO).toFixed(1).padStart(7)} kB of ${budget} kB  ${name}`);
  isOver ||= bytes > budget * KILO;
}
process.exitCode = isOver ? 1 : 0;
