/** The picture of a finished game as SVG, from the templates of `src/byzanz/pictures`; link previews
 *  are composed in the same way by `src/byzanz/pictures/result_card.py`. */
import layout from "../../../src/byzanz/pictures/templates/layout.json";
import type { Card, Standing } from "../protocol/types";
import { fill } from "../words/fill";

export const FORMS = ["wide", "tall"] as const;
export type FormName = (typeof FORMS)[number];
export type Font = "text" | "bold" | "numerals" | "display";
/** The width of a text in pixels. */
export type Measure = (text: string, font: Font, size: number) => number;

/** What the picture says, in the reader's language. */
export interface CardFacts {
  readonly headline: string;
  /** Fewer of them are shown if there is not enough room. */
  readonly sentences: readonly string[];
  readonly names: readonly string[];
  readonly standings: readonly Standing[];
  /** The link with its code and what it leads to; null if nobody else can reach it. */
  readonly link: { readonly text: string; readonly shown: string; readonly code: Code } | null;
  readonly size: string;
}

/** A QR code: the number of its modules on each side, and the dark ones as path data. */
export interface Code {
  readonly size: number;
  readonly path: string;
}

type Point = readonly [x: number, y: number];
type Anchor = "start" | "middle";
type Form = (typeof layout)[FormName];

const [GOLD, LIGHT, PALE, INK, WHITE] = ["#EBC767", "#FBF1E0", "#E4CBDA", "#241426", "#FFF9EC"];
const CARD_RATIO = 1.4; // height to width
const RIM = 9; // pixels; the stones of an arch
const [STONE, JOINT] = [15, 3]; // of an avatar, in degrees
const LEAST_CARD = 14; // pixels
const [NAME_ROOM, LEAST_NAME_SIZE] = [6, 13]; // pixels
const ROUNDING = 0.5; // pixels that a line may be too long
const CODE_EDGE = 10; // pixels; the light edge of a QR code
const LEAST_COUNT = 3; // players
const LONGEST_NAME = 10; // letters; a longer name is cut

const templates = import.meta.glob<string>("./*-?.svg", {
  base: "../../../src/byzanz/pictures/templates",
  query: "?raw",
  import: "default",
});

/** The size of a picture in pixels. */
export function sizeOf(form: FormName): readonly [width: number, height: number] {
  return [layout[form].width, layout[form].height];
}

/** A name with at most ten letters, as readers count them. */
export function cutName(name: string): string {
  const letters =
    "Segmenter" in Intl // older browsers cut a joined emoji
      ? [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
      : [...name];
  if (letters.length <= LONGEST_NAME) return name;
  return `${letters.slice(0, LONGEST_NAME - 1).join("")}…`;
}

/** The picture as an SVG document. */
export async function resultCard(
  name: FormName,
  facts: CardFacts,
  measure: Measure,
): Promise<string> {
  const template = await templates[`./${name}-${facts.standings.length}.svg`]!();
  return fill(template, new Composer(layout[name], facts, measure).fields(), "en");
}

class Composer {
  private readonly room: number;

  constructor(
    private readonly form: Form,
    private readonly facts: CardFacts,
    private readonly measure: Measure,
  ) {
    this.room = form.text_widths[facts.standings.length - LEAST_COUNT]!;
  }

  /** The fields of the template. */
  fields(): Record<string, string> {
    const { standings } = this.facts;
    const fields: Record<string, string> = {};
    let ink = this.texts() + this.footer();
    const order = [1, 0, ...standings.keys()].slice(0, 2).concat([...standings.keys()].slice(2));
    for (const [slot, at] of order.entries()) {
      const standing = standings[at]!;
      const colors = standing.place === 1 ? layout.first : layout.others;
      for (const [name, color] of Object.entries(colors)) fields[name + slot] = color;
      fields[`drop${slot}`] = String(this.top(standing));
      ink += this.place(slot, standing);
    }
    return { ...fields, ink };
  }

  private top({ place }: Standing): number {
    return this.form.top + this.form.drops[place - 1]!;
  }

  /** The name of the game, the headline, and as many sentences as there is room for. */
  private texts(): string {
    const { words } = this.form;
    const { headline } = this.facts;
    const brand = line(
      "Byzanz",
      "display",
      34,
      [words.left + 52, words.brand + 31],
      GOLD,
      "start",
      3,
    );
    let size = words.headline_size;
    while (size > words.least_headline_size && !this.fits(headline, size)) size -= 2;
    const lines = this.lines(headline, "display", size).slice(0, words.headline_lines);
    let ink = brand;
    let y = words.headline;
    for (const [at, text] of lines.entries()) {
      y = words.headline + at * size * 1.08;
      ink += line(this.cut(text, "display", size), "display", size, [words.left, y], GOLD);
    }
    y += words.text - words.headline;
    for (const [text, size] of this.paragraph()) {
      ink += line(text, "text", size, [words.left, y], LIGHT);
      y += size * 1.35;
    }
    return ink;
  }

  private fits(headline: string, size: number): boolean {
    const lines = this.lines(headline, "display", size);
    const longest = Math.max(...lines.map((text) => this.measure(text, "display", size)));
    return lines.length <= this.form.words.headline_lines && longest <= this.room;
  }

  /** The lines of the sentences with their size: smaller, or fewer sentences, if there are many. */
  private paragraph(): [text: string, size: number][] {
    const { text_lines, text_size, least_text_size } = this.form.words;
    const { sentences } = this.facts;
    for (let count = sentences.length; count > 0; count--) {
      for (const size of [text_size, least_text_size]) {
        const lines = this.lines(sentences.slice(0, count).join(" "), "text", size);
        if (lines.length * size <= text_lines * text_size)
          return lines.map((text) => [this.cut(text, "text", size), size]);
      }
    }
    const most = Math.floor((text_lines * text_size) / least_text_size);
    const lines = this.lines(sentences[0] ?? "", "text", least_text_size).slice(0, most);
    return lines.map((text) => [this.cut(text, "text", least_text_size), least_text_size]);
  }

  /** A text broken at its spaces. */
  private lines(text: string, font: Font, size: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(" ")) {
      const last = lines.at(-1);
      const longer = `${last} ${word}`;
      if (last !== undefined && this.measure(longer, font, size) <= this.room)
        lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** A line cut to its room. */
  private cut(text: string, font: Font, size: number, room = this.room): string {
    if (this.measure(text, font, size) <= room + ROUNDING) return text;
    let letters = [...text];
    while (letters.length > 0 && this.measure(`${letters.join("")}…`, font, size) > room)
      letters = letters.slice(0, -1);
    return `${letters.join("").trimEnd()}…`;
  }

  /** The QR code and the link, what the link leads to, and the day, players and rounds. */
  private footer(): string {
    const { words } = this.form;
    const { link, size } = this.facts;
    const at = (x: number, y: number, text: string, font: Font, size: number, color: string) =>
      line(this.cut(text, font, size, this.form.width), font, size, [x, y], color);
    if (link === null) return at(words.left, words.date, size, "text", words.date_size, PALE!);
    const { code, shown, text } = link;
    const x = words.left + words.code_size + 20;
    const scale = (words.code_size - 2 * CODE_EDGE) / code.size;
    const corner = `${words.left + CODE_EDGE} ${words.code_top + CODE_EDGE}`;
    const side = words.code_size;
    return (
      `<rect x="${words.left}" y="${words.code_top}" width="${side}" height="${side}" rx="8" fill="#FFFFFF"/>` +
      `<g transform="translate(${corner}) scale(${scale.toFixed(4)})"><path d="${code.path}" fill="${INK}"/></g>` +
      at(x, words.link, text, "bold", words.link_size, LIGHT!) +
      at(x, words.link + words.link_step, shown, "text", words.link_size, GOLD!) +
      at(x, words.date, size, "text", words.date_size, PALE!)
    );
  }

  /** The avatar, the profit, the name and the kept cards of a player. */
  private place(slot: number, standing: Standing): string {
    const sizes = this.form.place;
    const [x, breadth] = this.form.slots[this.facts.standings.length - LEAST_COUNT]![slot]!;
    const name = this.facts.names[standing.seat]!;
    const [middle, top] = [x! + breadth! / 2, this.top(standing)];
    const room = breadth! - 2 * RIM - NAME_ROOM;
    const needed = this.measure(name, "bold", sizes.name_size);
    const size = Math.max(LEAST_NAME_SIZE, sizes.name_size * Math.min(1, room / needed));
    const points = String(standing.profit);
    return (
      avatar(name, standing.seat, [middle, top + sizes.avatar], sizes.avatar_size) +
      line(points, "numerals", sizes.points_size, [middle, top + sizes.points], INK, "middle") +
      line(
        this.cut(name, "bold", size, room),
        "bold",
        size,
        [middle, top + sizes.name],
        INK,
        "middle",
      ) +
      this.cards([middle, top + sizes.name], breadth!, standing.kept)
    );
  }

  /** The kept cards in rows, as large as they fit between the name and the foot. */
  private cards([middle, top]: Point, breadth: number, kept: readonly Card[]): string {
    const { cards_bottom, card_gap: gap } = this.form.place;
    const room = breadth - 2 * RIM - 2 * gap;
    const [columns, size] = this.grid(kept.length, room, cards_bottom - top - 24);
    const rows = Math.ceil(kept.length / columns);
    let ink = "";
    for (let row = 0; row < rows; row++) {
      const cards = kept.slice(row * columns, (row + 1) * columns);
      const y = cards_bottom - (rows - row) * (size * CARD_RATIO + gap) + gap;
      const left = middle - (cards.length * (size + gap) - gap) / 2;
      for (const [column, card] of cards.entries())
        ink += face(card, [left + column * (size + gap), y], size);
    }
    return ink;
  }

  /** The columns and the width of cards: as wide as they fit, two columns at least. */
  private grid(count: number, room: number, height: number): [columns: number, size: number] {
    const { card_gap: gap, card_width } = this.form.place;
    let best: [number, number] = [2, LEAST_CARD];
    for (const columns of [2, 3, 4, 5]) {
      const rows = Math.max(Math.ceil(count / columns), 1);
      const tallest = ((height + gap) / rows - gap) / CARD_RATIO;
      const size = Math.min(card_width, (room + gap) / columns - gap, tallest);
      if (size > best[1]) best = [columns, size];
    }
    return best;
  }
}

/** A round mosaic with the first letter of the name. */
function avatar(name: string, seat: number, [x, y]: Point, size: number): string {
  const colors = layout.seats[seat]!;
  const [rim, radius] = [size * 0.11, size / 2];
  const degree = (Math.PI * 2 * (radius - rim / 2)) / 360;
  const dashes = `${number(STONE * degree)} ${number(JOINT * degree)}`;
  const circle = `<circle cx="${number(x)}" cy="${number(y)}"`;
  const ring = `${circle} r="${number(radius - rim / 2)}" fill="none" stroke-width="${number(rim)}"`;
  const [letter = ""] = name;
  return (
    `${ring} stroke="${colors.joint}"/>` +
    `${ring} stroke="${colors.color}" stroke-dasharray="${dashes}"/>` +
    `${circle} r="${number(radius - rim + 1.5)}" fill="${layout.surface}"/>` +
    `${circle} r="${number(radius - rim)}" fill="${colors.color}"/>` +
    line(letter.toLocaleUpperCase(), "display", size * 0.48, [x, y + size * 0.165], WHITE, "middle")
  );
}

function face(card: Card, [x, y]: Point, size: number): string {
  const file = `cards/s/${card === "M" ? "M0" : card}.svg`;
  const corner = `x="${number(x)}" y="${number(y)}"`;
  return `<image href="${file}" ${corner} width="${number(size)}" height="${number(size * CARD_RATIO)}"/>`;
}

/** A line of text by its baseline; whatever it contains is shown as text. */
function line(
  text: string,
  font: Font,
  size: number,
  [x, y]: Point,
  color: string | undefined,
  anchor: Anchor = "start",
  spacing = 0,
): string {
  const extra = spacing ? ` letter-spacing="${spacing}"` : "";
  return (
    `<text x="${number(x)}" y="${number(y)}" fill="${color}" text-anchor="${anchor}"` +
    ` font-family="${font}" font-size="${number(size)}"${extra}>${escaped(text)}</text>`
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function number(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}
