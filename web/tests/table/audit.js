/** Finds layout problems of the page that is shown, and describes them in words. */
const MUST_NOT_OVERLAP = [
  [".seats", ".slab"],
  [".slab", ".hand li button"],
  [".slab", ".you"],
  [".slab", ".actions"],
  [".you", ".hand"],
  [".arcade", ".seats"],
  [".hand", ".actions"],
  [".top", ".offers"],
  [".top", ".arcade"],
  [".log", ".seats"],
  [".log", ".arcade"],
  [".offers", ".seats"],
  [".lot", ".slab-heading"],
  [".stall-arches", ".slab-heading"],
  [".stall-arches", ".slab-number"],
  [".slab .option-list", ".lot"],
  [".lot", ".slab-number"],
  [".awaited-seats", ".slab-heading"],
  [".awaited-seats", ".slab-number"],
  [".slab-heading", ".slab-number"],
  [".slab .option-list", ".slab-number"],
  [".slab", ".arcade"],
  [".you", ".actions"],
  [".offers", ".arcade"],
  [".message", ".slab-number"],
  [".message", ".slab-heading"],
  [".head", ".podium"],
  [".podium", ".end .buttons"],
  [".prompt", ".actions .buttons"],
  [".turn-pill", ".question"],
  [".seat .name", ".seat .bid"],
  [".seat .meta > span", ".seat .bid .card"],
  ...[".prompt", ".slab", ".hand", ".you", ".buttons", ".top", ".offers", ".stall.take"].map(
    (each) => [".tip", each],
  ),
];
const MUST_BE_INSIDE =
  "button,a,.hand .card,.seat,.stall,.slab,.lot .card,.you,.prompt,.standing,.notice,.tally,.stepper,.chip,.top .round,.sheet,.drawer,.coach";
/** Text that may be clipped: names end in dots, events have two lines, keys are not words. */
const MAY_BE_CLIPPED =
  ".name,.who,.offer-stack .caption,.turn-pill,.log p,.sell-button > :is(.count, kbd),.visually-hidden";
/** Elements that cover the table on purpose. */
const LAYERS = ".sheet,.drawer,.coach,.reaction,.tag,.flag,.flights";
/** Elements that scroll their own content. */
const SCROLLING = ".option-list,.body,.tip";
/** Elements whose text must stay within them. */
const LABELLED = ".tag,.flag,button,a,.tally > span,.turn-pill,.notice";
const LEAST_TARGET = 44; // pixels, of a button
const LEAST_STRIP = 24; // pixels, of the visible part of a card that the next one covers
/** Pixels; letters of this size need not grow. */
const LARGE = 40;

function name(element) {
  return `${element.className?.baseVal ?? element.className ?? element.tagName} "${element.textContent.trim().slice(0, 24)}"`;
}

function boxText({ left, top, right, bottom }) {
  return [left, top, right, bottom].map(Math.round).join();
}

function boxes(selector) {
  return [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.width && box.height);
}

/** The size by which two boxes overlap; empty up to one pixel. */
function overlapOf(a, b) {
  const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return x > 1 && y > 1 ? `${Math.round(x)}x${Math.round(y)}` : "";
}

function* scrolling(mayScroll) {
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight && !mayScroll) yield `scrolls to ${scrollHeight} high`;
  if (scrollWidth > innerWidth) yield `scrolls to ${scrollWidth} wide`;
}

function* outside() {
  const bottom = Math.max(innerHeight, document.documentElement.scrollHeight);
  for (const element of document.querySelectorAll(MUST_BE_INSIDE)) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest(SCROLLING)) continue;
    const isOut =
      box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > bottom + 1;
    if (isOut) yield `outside: ${name(element)} ${boxText(box)}`;
  }
}

function* overlapping() {
  for (const [one, other] of MUST_NOT_OVERLAP) {
    for (const a of boxes(one)) {
      for (const b of boxes(other)) {
        const size = overlapOf(a, b);
        if (size) yield `overlap: ${one} ${other} ${size}`;
      }
    }
  }
}

function* smallTargets() {
  for (const element of document.querySelectorAll("button,a,summary,input,select")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest(".hand,.brand,.visually-hidden")) continue;
    if (box.height < LEAST_TARGET - 0.5 || box.width < LEAST_TARGET - 0.5)
      yield `small: ${name(element)} ${Math.round(box.width)}x${Math.round(box.height)}`;
  }
  const isHidden = (item) => item.offsetParent === null; // a question replaces the hand
  for (const item of [...document.querySelectorAll(".hand li")].filter((each) => !isHidden(each))) {
    const box = item.getBoundingClientRect();
    const after = item.nextElementSibling?.getBoundingClientRect();
    const isInSameRow = after && Math.abs(after.top - box.top) < 1;
    if (isInSameRow && after.left - box.left < LEAST_STRIP - 0.5)
      yield `thin card: ${Math.round(after.left - box.left)}`;
  }
}

/** Is the element visible, and not only for screen readers? */
function isVisible(element) {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    getComputedStyle(element).clipPath === "none"
  );
}

/** Every line of text with its box and its element, except in the excluded elements. */
function textLines(excluded = MAY_BE_CLIPPED) {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(excluded) || !isVisible(element)) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1) found.push({ element, text: node.data.trim(), box });
  }
  return found;
}

/** The nearest element that clips its content; null if an element scrolls before that. */
function clippingElement(element) {
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(each);
    if (overflowX === "auto" || overflowY === "auto") return null;
    if (display !== "inline" && (overflowX !== "visible" || overflowY !== "visible")) return each;
  }
  return null;
}

function* clippedText(all) {
  const clips = new Map();
  for (const { element, text, box } of all) {
    if (!clips.has(element))
      clips.set(element, clippingElement(element)?.getBoundingClientRect() ?? null);
    const frame = clips.get(element);
    // With a small line height, letters extend a little above and below the line.
    const slack = box.height * 0.2;
    const isClipped =
      frame &&
      (box.left < frame.left - 1 ||
        box.right > frame.right + 1 ||
        box.top < frame.top - slack ||
        box.bottom > frame.bottom + slack);
    if (isClipped) yield `clipped: "${text.slice(0, 24)}" ${boxText(box)} in ${boxText(frame)}`;
    const button = element.closest(LABELLED);
    const edge = button?.getBoundingClientRect();
    if (
      edge &&
      (box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + slack)
    )
      yield `beyond its button: "${text.slice(0, 24)}" ${boxText(box)} in ${boxText(edge)}`;
  }
}

/** Cards that an element around them clips. */
function* clippedCards() {
  for (const card of document.querySelectorAll(
    ".standing .card, .seat .card, .own-bid .card, .slab .card",
  )) {
    const frame = clippingElement(card.parentElement)?.getBoundingClientRect();
    const box = card.getBoundingClientRect();
    if (frame && box.width && (box.bottom > frame.bottom + 2 || box.right > frame.right + 2))
      yield `clipped card: ${boxText(box)} in ${boxText(frame)}`;
  }
}

/** The heading, the first line or the close button of a tip, if the tip clips them. */
function* clippedTips() {
  const frame = document.querySelector(".tip")?.getBoundingClientRect();
  for (const part of document.querySelectorAll(".tip :is(h2, .close, li:first-child)")) {
    const box = part.getBoundingClientRect();
    if (box.bottom > frame.bottom + 1 || box.right > frame.right + 1 || box.top < frame.top - 1)
      yield `clipped tip: ${name(part)} ${boxText(box)} in ${boxText(frame)}`;
  }
}

/** Lines of text that overlap within one layer. */
function* overlappingText(all) {
  const tight = all
    .filter(({ element }) => !element.closest(SCROLLING))
    .map(({ element, text, box: { left, right, top, bottom, height } }) => ({
      element,
      text: text.slice(0, 20),
      layer: element.closest(LAYERS),
      box: { left, right, top: top + height * 0.18, bottom: bottom - height * 0.18 },
    }));
  for (let at = 0; at < tight.length; at++) {
    for (let after = at + 1; after < tight.length; after++) {
      const [one, other] = [tight[at], tight[after]];
      if (one.layer !== other.layer || one.element === other.element) continue;
      const size = overlapOf(one.box, other.box);
      if (size) yield `text overlaps: "${one.text}" "${other.text}" ${size}`;
    }
  }
}

/** The font size of every element with text; avatars and the brand count as pictures. */
function fontSizes() {
  const sizes = new Map();
  for (const { element } of textLines(".avatar,.brand,.visually-hidden"))
    sizes.set(element, parseFloat(getComputedStyle(element).fontSize));
  return sizes;
}

/** Elements whose text has grown by less than the factor `least`. */
function* tooSmallGrowth(before, least) {
  for (const [element, size] of fontSizes()) {
    const factor = size / before.get(element);
    if (factor < least && size < LARGE)
      yield `grows only by ${factor.toFixed(2)}: ${name(element)}`;
  }
}

/** All problems of the page; with `mayScroll` it may scroll down, but not sideways. */
window.audit = (mayScroll = false) => {
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime === Infinity) animation.cancel();
    else animation.finish();
  }
  const all = textLines();
  return [
    ...new Set([
      ...scrolling(mayScroll),
      ...outside(),
      ...overlapping(),
      ...smallTargets(),
      ...clippedText(all),
      ...clippedCards(),
      ...clippedTips(),
      ...overlappingText(all),
    ]),
  ];
};

/** The problems of one fixture at several sizes of this frame. `text` is the factor by which the font
 *  size is enlarged; `least` is the least factor by which all text must grow. */
window.auditSizes = async (
  players,
  fixture,
  language,
  { sizes, text = 1, least = 0, mayScroll = false },
) => {
  const { style } = document.documentElement;
  const shape = (width, height) =>
    Object.assign(window.frameElement.style, { width: `${width}px`, height: `${height}px` });
  style.fontSize = "";
  await window.show(players, fixture, language, "light");
  await document.fonts.ready;
  const usual = sizes.map(([width, height]) => {
    shape(width, height);
    return {
      root: parseFloat(getComputedStyle(document.documentElement).fontSize),
      all: fontSizes(),
    };
  });
  const problems = [];
  for (const [at, [width, height]] of sizes.entries()) {
    style.fontSize = text === 1 ? "" : `${usual[at].root * text}px`;
    shape(width, height);
    const found = [...window.audit(mayScroll), ...tooSmallGrowth(usual[at].all, least)];
    problems.push(
      ...found.map((problem) => `${width}x${height} ${language} ${players} ${fixture}: ${problem}`),
    );
  }
  return problems;
};
