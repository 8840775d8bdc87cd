/** The texts of the pages in the reader's language; the catalogues are part of the
 *  Python package. */
import type alert from "../../../src/byzanz/words/en/alert.json";
import type challenge from "../../../src/byzanz/words/en/challenge.json";
import type common from "../../../src/byzanz/words/en/common.json";
import type daily from "../../../src/byzanz/words/en/daily.json";
import type learn from "../../../src/byzanz/words/en/learn.json";
import type mine from "../../../src/byzanz/words/en/mine.json";
import type looking from "../../../src/byzanz/words/en/looking.json";
import type offline from "../../../src/byzanz/words/en/offline.json";
import type picture from "../../../src/byzanz/words/en/picture.json";
import type puzzle from "../../../src/byzanz/words/en/puzzle.json";
import type shell from "../../../src/byzanz/words/en/shell.json";
import type table from "../../../src/byzanz/words/en/table.json";
import type tutorial from "../../../src/byzanz/words/en/tutorial.json";
import { LANGUAGES, fill, join, type Facts, type Language } from "./fill";

export { LANGUAGES, type Facts, type Language };
type Catalogue = typeof common &
  typeof shell &
  typeof table &
  typeof learn &
  typeof tutorial &
  typeof looking &
  typeof mine &
  typeof offline &
  typeof picture &
  typeof alert &
  typeof challenge &
  typeof daily &
  typeof puzzle;
export type Key = keyof Catalogue;

/** The parts of the catalogue, loaded with the pages that need them. */
export type Area =
  | "common"
  | "shell"
  | "table"
  | "learn"
  | "tutorial"
  | "looking"
  | "mine"
  | "offline"
  | "picture"
  | "alert"
  | "challenge"
  | "daily"
  | "puzzle";

const files = import.meta.glob<{ default: Record<string, string> }>(
  ["./*/*.json", "!./*/{preview,terminal}.json"], // used by Python only
  { base: "../../../src/byzanz/words" },
);
const areas = new Set<Area>(["common", "shell"]);
let language = $state<Language>("en");
let catalogue = $state.raw<Record<string, string>>({});

/** Load a language. Texts are available after the first one is loaded. */
export async function setLanguage(wanted: Language): Promise<void> {
  const loaded = await Promise.all([...areas].map((area) => files[`./${wanted}/${area}.json`]!()));
  catalogue = Object.assign({}, ...loaded.map((file) => file.default));
  language = wanted;
  document.documentElement.lang = wanted;
}

/** Load an additional area, in this language and in all languages chosen later. */
export async function loadWords(area: Area): Promise<void> {
  if (areas.has(area)) return;
  areas.add(area);
  await setLanguage(language);
}

export function currentLanguage(): Language {
  return language;
}

/** The text of a key with its facts; see `fill`. */
export function t(key: Key, facts: Facts = {}): string {
  return fill(catalogue[key] ?? key, facts, language);
}

/** "A, B and C" as the language writes it. */
export function formatList(items: readonly string[]): string {
  return join(items, language);
}
