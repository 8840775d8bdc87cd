/** Texts with their facts, as each language writes numbers and lists. Python's twin is
 *  `src/byzanz/words/fill.py`; `tests/words/test_fill.py` holds that both write the same. */
export const LANGUAGES = ["en", "de", "it", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Facts = Readonly<Record<string, string | number>>;

const numbers = cachedByLanguage((language) => new Intl.NumberFormat(language));
const plurals = cachedByLanguage((language) => new Intl.PluralRules(language));
const lists = cachedByLanguage(
  (language) => new Intl.ListFormat(language, { type: "conjunction" }),
);

/** A text with its facts: `{name}`, or `{n, plural, one {# card} other {# cards}}`. */
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

/** "A, B and C" in the language's own way. */
export function join(items: readonly string[], language: Language): string {
  return lists(language).format(items);
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
