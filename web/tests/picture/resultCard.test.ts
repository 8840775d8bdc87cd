import { describe, expect, it } from "vitest";
import {
  FORMS,
  cutName,
  resultCard,
  type CardFacts,
  type Measure,
} from "../../src/picture/resultCard";
import type { Card, Standing } from "../../src/protocol/types";

const SVG = "http://www.w3.org/2000/svg";
/** Letters of the same width, so that the results do not depend on a font. */
const measure: Measure = (text, _, size) => [...text].length * size * 0.55;

function standing(seat: number, place: number, count: number): Standing {
  const kept = Array.from({ length: count }, (_, at): Card => (at % 2 ? "M" : "C4"));
  return { seat, place, profit: 30 - 3 * place, kept, hand_count: 2, by_tie_break: false };
}

function facts(count: number, changes: Partial<CardFacts> = {}): CardFacts {
  const seats = [...Array(count).keys()];
  return {
    headline: "Livia wins with 27",
    sentences: ["Livia is 3 ahead of Zoe.", "The lot of 5 in round 5 decided it."],
    names: seats.map((seat) => `Player ${seat}`),
    standings: seats.map((seat) => standing(seat, seat + 1, 6)),
    link: { text: "See the game", shown: "play.example", code: { size: 21, path: "M0 0h1v1h-1z" } },
    size: "4 players, 6 rounds",
    ...changes,
  };
}

async function drawn(form: "wide" | "tall", given: CardFacts): Promise<Document> {
  const svg = await resultCard(form, given, measure);
  const document = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(document.querySelector("parsererror")).toBeNull();
  return document;
}

function textsOf(document: Document): string[] {
  return [...document.getElementsByTagNameNS(SVG, "text")].map((each) => each.textContent);
}

describe.each(FORMS)("the %s form", (form) => {
  it.each([3, 4, 5, 6])("has every name, profit and kept card of %i players", async (count) => {
    const given = facts(count);
    const document = await drawn(form, given);
    const texts = textsOf(document);
    for (const { profit } of given.standings) expect(texts).toContain(String(profit));
    for (const seat of given.standings.keys()) {
      const cut = texts.filter((text) => text.startsWith("Play") && text.length <= 8);
      expect(cut.length, `${seat}`).toBe(count);
    }
    expect(document.querySelectorAll('image[href="cards/s/C4.svg"]').length).toBe(3 * count);
    expect(document.querySelectorAll('image[href="cards/s/M0.svg"]').length).toBe(3 * count);
  });

  it("shows markup and braces in a name as text", async () => {
    const name = `<script>"'&{ink}`;
    const document = await drawn(form, facts(3, { headline: name, names: [name, "Ben", "Cleo"] }));
    expect(document.querySelector("script")).toBeNull();
    expect(textsOf(document).join("")).toContain("<script>");
  });

  it("has no code without a link that others can open", async () => {
    const [linked, alone] = await Promise.all([
      drawn(form, facts(4)),
      drawn(form, facts(4, { link: null })),
    ]);
    expect(textsOf(linked)).toContain("play.example");
    expect(textsOf(alone)).not.toContain("See the game");
    expect(linked.querySelectorAll("rect").length - alone.querySelectorAll("rect").length).toBe(1);
  });

  it("leaves out a sentence that has no room, and keeps the players", async () => {
    const long = "word ".repeat(60).trim();
    const texts = textsOf(await drawn(form, facts(6, { sentences: ["Short.", long] })));
    expect(texts).toContain("Short.");
    expect(texts.join(" ")).not.toContain("word");
  });
});

it("cuts a name to ten letters as readers count them", () => {
  expect(cutName("Bartholomä")).toBe("Bartholomä");
  expect(cutName("Bartholomäus")).toBe("Bartholom…");
  expect(cutName("👩‍👩‍👧‍👦".repeat(10))).toBe("👩‍👩‍👧‍👦".repeat(10));
  expect(cutName("👩‍👩‍👧‍👦".repeat(11))).toBe(`${"👩‍👩‍👧‍👦".repeat(9)}…`);
});
