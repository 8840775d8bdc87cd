/** The words of the page in the reader's language. */
import type common from "./en/common.json";
import type learn from "./en/learn.json";
import type looking from "./en/looking.json";
import type shell from "./en/shell.json";
import type table from "./en/table.json";
import type tutorial from "./en/tutorial.json";

export const LANGUAGES = ["en", "de", "it", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];
type Catalogue = typeof common &
  typeof shell &
  typeof table &
  typeof learn &
  typeof tutorial &
  typeof looking;
export type Key = keyof Catalogue;
export type Facts = Readonly<Record<string, string | number>>;

/** Parts of the catalogue; what only some pages say is loaded with them. */
export type Area = "common" | "shell" | "table" | "learn" | "tutorial" | "looking";

const files = import.meta.glob<{ default: Record<string, string> }>([
  "./*/*.json",
  "!./*/preview.json", // said by the server
]);
const areas = new Set<Area>(["common", "shell"]);
const numbers = cachedByLanguage((language) => new Intl.NumberFormat(language));
const plurals = cachedByLanguage((language) => new Intl.PluralRules(language));
const lists = cachedByLanguage(
  (language) => new Intl.ListFormat(language, { type: "conjunction" }),
);
let language = $state<Language>("en");
let catalogue = $state.raw<Record<string, string>>({});

/** Load a language; before the first one is there, nothing can be said. */
export async function setLanguage(wanted: Language): Promise<void> {
  const loaded = await Promise.all([...areas].map((area) => files[`./${wanted}/${area}.json`]!()));
  catalogue = Object.assign({}, ...loaded.map((file) => file.default));
  language = wanted;
  document.documentElement.lang = wanted;
}

/** Learn the words of a further area, in this language and in every later one. */
export async function loadWords(area: Area): Promise<void> {
  if (areas.has(area)) return;
  areas.add(area);
  await setLanguage(language);
}

export function currentLanguage(): Language {
  return language;
}

/** A text with its facts: `{name}`, or `{n, plural, one {# card} other {# cards}}`. */
export function t(key: Key, facts: Facts = {}): string {
  return formatMessage(catalogue[key] ?? key, facts, language);
}

/** "A, B and C" in the language's own way. */
export function formatList(items: readonly string[]): string {
  return lists(language).format(items);
}

/** Exported for its tests. */
export function formatMessage(text: string, facts: Facts, language: Language): string {
  let filled = "";
  for (let at = 0; ;) {
    const start = text.indexOf("{", at);
    if (start < 0) return filled + text.slice(at);
    const end = closing(text, start);
    filled += text.slice(at, start) + value(text.slice(start + 1, end), facts, language);
    at = end + 1;
  }
}

function value(inside: string, facts: Facts, language: Language): string {
  const [, name = inside, kind, cases = ""] = /^(\w+), (plural|select), (.*)$/s.exec(inside) ?? [];
  const fact = facts[name] ?? "";
  if (kind === undefined) return number(fact, language);
  const rule = kind === "plural" ? plurals(language).select(Number(fact)) : String(fact);
  const chosen = option(cases, `=${fact}`) ?? option(cases, rule) ?? option(cases, "other") ?? "";
  return formatMessage(chosen.replaceAll("#", number(fact, language)), facts, language);
}

function number(fact: string | number, language: Language): string {
  return typeof fact === "number" ? numbers(language).format(fact) : fact;
}

/** Kept for each language: to make one takes longer than to use it. */
export function cachedByLanguage<Format>(
  make: (language: Language) => Format,
): (language: Language) => Format {
  const made = new Map<Language, Format>();
  return (language) => {
    const format = made.get(language) ?? make(language);
    made.set(language, format);
    return format;
  };
}

function option(cases: string, wanted: string): string | undefined {
  for (let at = 0; at < cases.length;) {
    const start = cases.indexOf("{", at);
    if (start < 0) return undefined;
    const end = closing(cases, start);
    if (cases.slice(at, start).trim() === wanted) return cases.slice(start + 1, end);
    at = end + 1;
  }
  return undefined;
}

function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}
