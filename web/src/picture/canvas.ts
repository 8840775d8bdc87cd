/** Draws the few elements of SVG that the pictures consist of. A canvas uses the fonts of the page,
 *  which an SVG document in an image could not load. */
import { fileAt } from "../site";
import numeralsUrl from "./numerals.woff2?url";
import type { Font, Measure } from "./resultCard";

const FONTS: Readonly<Record<Font, string>> = {
  text: '430 {} "Commissioner"',
  bold: '700 {} "Commissioner"',
  numerals: '400 {} "Byzanz Numerals"',
  display: '400 {} "Marcellus"',
};
const MEASURED = 100; // pixels; texts are measured at one size

type Pen = CanvasRenderingContext2D;

/** Load the fonts with the letters of a text; a font that can't be loaded is replaced. */
export async function loadFonts(text: string): Promise<void> {
  const numerals = new FontFace("Byzanz Numerals", `url(${numeralsUrl})`);
  if (![...document.fonts].some(({ family }) => family.includes("Byzanz Numerals")))
    document.fonts.add(numerals);
  const fonts = (Object.keys(FONTS) as Font[]).map((font) =>
    document.fonts.load(fontOf(font, MEASURED), font === "numerals" ? "0" : text),
  );
  await Promise.allSettled(fonts);
}

/** Measures texts in the fonts, which must be loaded. */
export function measureWith(pen: Pen): Measure {
  return (text, font, size) => {
    pen.font = fontOf(font, MEASURED);
    return (pen.measureText(text).width * size) / MEASURED;
  };
}

/** Draw an SVG document; the files that it names come from the server. */
export async function paint(canvas: HTMLCanvasElement, svg: string): Promise<void> {
  const root = parsed(svg);
  const files = await loadFiles(root);
  canvas.width = numberOf(root, "width");
  canvas.height = numberOf(root, "height");
  drawAll(canvas.getContext("2d")!, root, root, files);
}

/** The files that a document shows: cards as documents, which are drawn like the rest, because some
 *  browsers draw no SVG image without a size of its own; the speckles of the ground as an image. */
interface Files {
  readonly cards: ReadonlyMap<string, Element>;
  readonly speckles: ReadonlyMap<string, HTMLImageElement>;
}

async function loadFiles(root: Element): Promise<Files> {
  const cards = filesIn(root, ":not(pattern) > image").map(async (file) => {
    const answer = await fetch(fileAt(`/${file}`));
    return [file, parsed(await answer.text())] as const;
  });
  const speckles = filesIn(root, "pattern > image").map(async (file) => {
    const image = new Image();
    image.src = fileAt(`/${file}`);
    await image.decode();
    return [file, image] as const;
  });
  return {
    cards: new Map(await Promise.all(cards)),
    speckles: new Map(await Promise.all(speckles)),
  };
}

function filesIn(root: Element, selector: string): string[] {
  return [...new Set([...root.querySelectorAll(selector)].map((image) => text(image, "href")))];
}

function parsed(svg: string): Element {
  return new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
}

function draw(pen: Pen, element: Element, root: Element, files: Files): void {
  const drawing: Readonly<Record<string, () => void>> = {
    circle: () => shape(pen, element, circle(element)),
    path: () => shape(pen, element, new Path2D(text(element, "d"))),
    text: () => writing(pen, element),
    image: () => card(pen, element, files),
    g: () => drawAll(pen, element, root, files),
    rect: () => rectangle(pen, element, root, files),
  };
  pen.save();
  move(pen, text(element, "transform"));
  drawing[element.localName]?.();
  pen.restore();
}

function drawAll(pen: Pen, parent: Element, root: Element, files: Files): void {
  for (const child of parent.children) draw(pen, child, root, files);
}

function move(pen: Pen, transform: string): void {
  const [, x = 0, y = 0] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(transform) ?? [];
  const [, scale = 1] = /scale\(([\d.]+)\)/.exec(transform) ?? [];
  pen.translate(Number(x), Number(y));
  pen.scale(Number(scale), Number(scale));
}

/** A card by the corner at its top left, from its own document. */
function card(pen: Pen, element: Element, files: Files): void {
  const drawing = files.cards.get(text(element, "href"))!;
  const [, , width] = text(drawing, "viewBox").split(" ").map(Number);
  const scale = numberOf(element, "width") / width!;
  pen.translate(numberOf(element, "x"), numberOf(element, "y"));
  pen.scale(scale, scale);
  drawAll(pen, drawing, drawing, files);
}

function rectangle(pen: Pen, element: Element, root: Element, files: Files): void {
  const [x, y] = [numberOf(element, "x"), numberOf(element, "y")];
  const [width, height] = [numberOf(element, "width"), numberOf(element, "height")];
  const reference = /^url\(#(\w+)\)$/.exec(text(element, "fill"))?.[1];
  const source = reference ? root.querySelector(`[id="${reference}"]`) : null;
  if (source?.localName === "radialGradient") {
    pen.scale(width, height); // the gradient is given in shares of the rectangle
    pen.fillStyle = gradient(pen, source);
    pen.fillRect(0, 0, 1, 1);
  } else if (source) {
    const image = files.speckles.get(text(source.querySelector("image")!, "href"))!;
    pen.fillStyle = pen.createPattern(image, "repeat")!;
    pen.fillRect(x, y, width, height);
  } else {
    const path = new Path2D();
    path.roundRect(x, y, width, height, numberOf(element, "rx"));
    shape(pen, element, path);
  }
}

function gradient(pen: Pen, source: Element): CanvasGradient {
  const [x, y, r] = ["cx", "cy", "r"].map((name) => numberOf(source, name));
  const made = pen.createRadialGradient(x!, y!, 0, x!, y!, r!);
  for (const stop of source.children)
    made.addColorStop(numberOf(stop, "offset"), text(stop, "stop-color"));
  return made;
}

function circle(element: Element): Path2D {
  const path = new Path2D();
  const [x, y, r] = ["cx", "cy", "r"].map((name) => numberOf(element, name));
  path.arc(x!, y!, r!, 0, 2 * Math.PI);
  return path;
}

function shape(pen: Pen, element: Element, path: Path2D): void {
  const [fill, stroke] = [text(element, "fill"), text(element, "stroke")];
  pen.globalAlpha = element.hasAttribute("fill-opacity") ? numberOf(element, "fill-opacity") : 1;
  if (fill && fill !== "none") {
    pen.fillStyle = fill;
    pen.fill(path, text(element, "fill-rule") === "evenodd" ? "evenodd" : "nonzero");
  }
  if (stroke) {
    pen.strokeStyle = stroke;
    pen.lineWidth = numberOf(element, "stroke-width");
    pen.setLineDash(text(element, "stroke-dasharray").split(" ").filter(Boolean).map(Number));
    pen.lineDashOffset = numberOf(element, "stroke-dashoffset");
    pen.stroke(path);
  }
  pen.globalAlpha = 1;
}

function writing(pen: Pen, element: Element): void {
  pen.font = fontOf(text(element, "font-family") as Font, numberOf(element, "font-size"));
  pen.fillStyle = text(element, "fill");
  pen.textAlign = text(element, "text-anchor") === "middle" ? "center" : "left";
  pen.letterSpacing = `${numberOf(element, "letter-spacing")}px`; // some browsers ignore it
  pen.fillText(element.textContent, numberOf(element, "x"), numberOf(element, "y"));
}

function fontOf(font: Font, size: number): string {
  return `${FONTS[font].replace("{}", `${size}px`)}, sans-serif`;
}

function text(element: Element, name: string): string {
  return element.getAttribute(name) ?? "";
}

function numberOf(element: Element, name: string): number {
  return Number(element.getAttribute(name) ?? 0);
}
