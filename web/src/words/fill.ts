/** Fills facts into texts, with numbers and lists as each language writes them. The Python counterpart
 *  is `src/byzanz/words/fill.py`; `tests/words/test_fill.py` checks that both give the same text. */
export const LANGUAGES = ["en", "de", "it", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Facts = Readonly<Record<string, string | number>>;

const numbers = cachedByLanguage((language) => new Intl.NumberFormat(language));
const plurals = cachedByLanguage((language) => new Intl.PluralRules(language));
const lists = cachedByLanguage(
  (language) => new Intl.ListFormat(language, { type: "conjunction" }),
);

/** Fill facts into a text: `{name}`, or `{n, plural, one {# card} other {# cards}}`. */
export function fill(text: string, facts: Facts, language: Language): string {
  let filled = "";
  for (let at = 0; ;) {
    const start = text.indexOf("{", at);
    if (start < 0) return filled + text.slice(at);
    const end = closing(text, start);
    filled += text.slice(at, start) + value(text.slice(start + 1, end), facts, language);
    at = end + 1;
  }
}

/** "A, B and C" as the language writes it. */
export function join(items: readonly string[], language: Language): string {
  return lists(language).format(items);
}

/** Cache one format for each language, because creating one takes longer than using it. */
export function cachedByLanguage<Format>(
  create: (language: Language) => Format,
): (language: Language) => Format {
  const formats = new Map<Language, Format>();
  return (language) => {
    const format = formats.get(language) ?? create(language);
    formats.set(language, format);
    return format;
  };
}

function value(inside: string, facts: Facts, language: Language): string {
  const [, name = inside, kind, cases = ""] = /^(\w+), (plural|select), (.*)$/s.exec(inside) ?? [];
  const fact = facts[name] ?? "";
  if (kind === undefined) return number(fact, language);
  const rule = kind === "plural" ? plurals(language).select(Number(fact)) : String(fact);
  const chosen = option(cases, `=${fact}`) ?? option(cases, rule) ?? option(cases, "other") ?? "";
  return fill(chosen.replaceAll("#", number(fact, language)), facts, language);
}

function number(fact: string | number, language: Language): string {
  return typeof fact === "number" ? numbers(language).format(fact) : fact;
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
