import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, formatMessage } from "../src/words/words.svelte";
import formerWords from "./formerWords.json";

const AREAS = ["common", "shell", "table", "learn", "tutorial", "looking", "preview"];
const SOURCES = sources("src").map((file) => readFileSync(file, "utf8"));
const PLURALS: Record<string, readonly string[]> = {
  en: ["one", "other"],
  de: ["one", "other"],
  it: ["one", "other", "many"],
  nl: ["one", "other"],
};

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes("schema.ts"))
    .map((name) => join(folder, name));
}

function catalogue(language: string, area: string): Record<string, string> {
  return JSON.parse(readFileSync(`src/words/${language}/${area}.json`, "utf8"));
}

const english = Object.assign({}, ...AREAS.map((area) => catalogue("en", area)));

/** Names of the facts in a text, and the cases of its plurals and selects. */
function parts(text: string): { facts: string[]; cases: [kind: string, words: string[]][] } {
  const facts: string[] = [];
  const cases: [string, string[]][] = [];
  const scan = (from: string): void => {
    for (let at = 0; at < from.length; at++) {
      if (from[at] !== "{") continue;
      const end = closing(from, at);
      const inside = from.slice(at + 1, end);
      const choice = /^(\w+), (plural|select), (.*)$/s.exec(inside);
      if (choice) {
        facts.push(choice[1]!);
        const words: string[] = [];
        for (const [word, text] of branches(choice[3]!)) {
          words.push(word);
          scan(text);
        }
        cases.push([choice[2]!, words]);
      } else {
        expect(inside, from).toMatch(/^\w+$/);
        facts.push(inside);
      }
      at = end;
    }
  };
  scan(text);
  return { facts: [...new Set(facts)].sort(), cases };
}

function branches(text: string): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < text.trimEnd().length;) {
    const start = text.indexOf("{", at);
    const end = closing(text, start);
    found.push([text.slice(at, start).trim(), text.slice(start + 1, end)]);
    at = end + 1;
  }
  return found;
}

function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`no end of a brace in: ${text}`);
}

describe.each(LANGUAGES)("%s", (language) => {
  test.each(AREAS)("%s has the same keys, in the same order", (area) => {
    expect(Object.keys(catalogue(language, area))).toEqual(Object.keys(catalogue("en", area)));
  });

  test.each(AREAS)("%s names the same facts, and its plurals are whole", (area) => {
    for (const [key, text] of Object.entries(catalogue(language, area))) {
      const { facts, cases } = parts(text);
      expect(facts, key).toEqual(parts(english[key]!).facts);
      for (const [kind, words] of cases) {
        expect(words, key).toContain("other");
        if (kind !== "plural") continue;
        const allowed = PLURALS[language]!;
        expect(
          words.filter((word) => !/^=\d+$/.test(word) && !allowed.includes(word)),
          key,
        ).toEqual([]);
        expect(words.includes("one") || words.some((word) => word === "=1"), key).toBe(true);
      }
    }
  });

  test.each(AREAS)("%s is tidy", (area) => {
    for (const [key, text] of Object.entries(catalogue(language, area))) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toMatch(/ {2}|\.\.\.|!/);
      expect(text.length, key).toBeGreaterThan(0);
    }
  });
});

test.each(LANGUAGES)("%s has no word that we no longer use", (language) => {
  const former = new RegExp(`(?<![\\p{L}])(${formerWords[language].join("|")})(?![\\p{L}])`, "iu");
  const found = AREAS.flatMap((area) => Object.entries(catalogue(language, area)))
    .filter(([, text]) => former.test(text))
    .map(([key, text]) => `${key}: ${text}`);
  expect(found).toEqual([]);
});

test("every key is used, and areas share none", () => {
  const said = AREAS.filter((area) => area !== "preview"); // the server says those
  const keys = said.flatMap((area) => Object.keys(catalogue("en", area)));
  expect(new Set(keys).size).toBe(keys.length);
  const all = SOURCES.join("\n");
  // A key made of parts, `good.${letter}`, uses all keys that fit.
  const patterns = [...all.matchAll(/`([a-z]\w*\.[^`\n]*\$\{[^`\n]*)`/g)].map(
    ([, text]) =>
      new RegExp(
        `^${text!.replace(/[.*+?^()|[\]\\]/g, "\\$&").replace(/\$\{[^}]*\}/g, "[\\w.]+")}$`,
      ),
  );
  const unused = keys.filter(
    (key) => !all.includes(`"${key}"`) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});

test.each([
  ["{name} bids {n}", { name: "Leo", n: 1200 }, "Leo bids 1,200"],
  ["{n, plural, one {# card} other {# cards}}", { n: 1 }, "1 card"],
  [
    "{n, plural, =0 {none} one {# card} other {# cards of {name}}}",
    { n: 3, name: "Leo" },
    "3 cards of Leo",
  ],
  ["{n, plural, =0 {none} one {# card} other {# cards}}", { n: 0 }, "none"],
  ["{who, select, you {You pass} other {{name} passes}}", { who: "x", name: "{n}" }, "{n} passes"],
])("%s", (text, facts, expected) => {
  expect(formatMessage(text, facts, "en")).toBe(expected);
});
