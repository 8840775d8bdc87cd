/** Faults of the layout of what is shown, in words. */
const APART = [
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
const INSIDE =
  "button,a,.hand .card,.seat,.stall,.slab,.lot .card,.you,.prompt,.standing,.notice,.tally,.stepper,.chip,.top .round,.sheet,.drawer,.coach";
/** Names of people end in dots where they must, an event has two lines, a key is no word. */
const MAY_BE_CUT =
  ".name,.who,.offer-stack .caption,.turn-pill,.log p,.sell-button > :is(.count, kbd),.visually-hidden";
/** What lies over the table on purpose. */
const LAYERS = ".sheet,.drawer,.coach,.reaction,.tag,.flag,.flights";
/** These scroll by themselves. */
const SCROLLED = ".option-list,.body,.tip";
/** Their words stay within them. */
const LABELLED = ".tag,.flag,button,a,.tally > span,.turn-pill,.notice";
const TARGET = 44;
const STRIP = 24;
/** Pixels; letters of twice and a half the usual size need not grow. */
const LARGE = 40;

function name(element) {
  return `${element.className?.baseVal ?? element.className ?? element.tagName} "${element.textContent.trim().slice(0, 24)}"`;
}

function around({ left, top, right, bottom }) {
  return [left, top, right, bottom].map(Math.round).join();
}

function boxes(selector) {
  return [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.width && box.height);
}

/** How far two boxes lie over each other, if more than a line's width. */
function common(a, b) {
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
  for (const element of document.querySelectorAll(INSIDE)) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest(SCROLLED)) continue;
    const isOut =
      box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > bottom + 1;
    if (isOut) yield `outside: ${name(element)} ${around(box)}`;
  }
}

function* overlapping() {
  for (const [one, other] of APART) {
    for (const a of boxes(one)) {
      for (const b of boxes(other)) {
        const size = common(a, b);
        if (size) yield `over each other: ${one} ${other} ${size}`;
      }
    }
  }
}

function* small() {
  for (const element of document.querySelectorAll("button,a,summary,input,select")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest(".hand,.brand,.visually-hidden")) continue;
    if (box.height < TARGET - 0.5 || box.width < TARGET - 0.5)
      yield `small: ${name(element)} ${Math.round(box.width)}x${Math.round(box.height)}`;
  }
  const isHidden = (item) => item.offsetParent === null; // the hand gives way to a question
  for (const item of [...document.querySelectorAll(".hand li")].filter((each) => !isHidden(each))) {
    const box = item.getBoundingClientRect();
    const after = item.nextElementSibling?.getBoundingClientRect();
    const isBeside = after && Math.abs(after.top - box.top) < 1;
    if (isBeside && after.left - box.left < STRIP - 0.5)
      yield `thin card: ${Math.round(after.left - box.left)}`;
  }
}

/** Is it for eyes, not for ears alone? */
function isRead(element) {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    getComputedStyle(element).clipPath === "none"
  );
}

/** Every written line with its box, and the element that has it, but for what is left out. */
function lines(left = MAY_BE_CUT) {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(left) || !isRead(element)) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1) found.push({ element, text: node.data.trim(), box });
  }
  return found;
}

/** The nearest element that cuts what is larger than itself; null if that may be scrolled to. */
function clip(element) {
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(each);
    if (overflowX === "auto" || overflowY === "auto") return null;
    if (display !== "inline" && (overflowX !== "visible" || overflowY !== "visible")) return each;
  }
  return null;
}

function* cut(all) {
  const clips = new Map();
  for (const { element, text, box } of all) {
    if (!clips.has(element)) clips.set(element, clip(element)?.getBoundingClientRect() ?? null);
    const frame = clips.get(element);
    // Letters of a tight line reach a little above and below it.
    const slack = box.height * 0.2;
    const isCut =
      frame &&
      (box.left < frame.left - 1 ||
        box.right > frame.right + 1 ||
        box.top < frame.top - slack ||
        box.bottom > frame.bottom + slack);
    if (isCut) yield `cut: "${text.slice(0, 24)}" ${around(box)} in ${around(frame)}`;
    const button = element.closest(LABELLED);
    const edge = button?.getBoundingClientRect();
    if (
      edge &&
      (box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + slack)
    )
      yield `beyond its button: "${text.slice(0, 24)}" ${around(box)} in ${around(edge)}`;
  }
}

/** Cards that lie in something which cuts them. */
function* hidden() {
  for (const card of document.querySelectorAll(
    ".standing .card, .seat .card, .own-bid .card, .slab .card",
  )) {
    const frame = clip(card.parentElement)?.getBoundingClientRect();
    const box = card.getBoundingClientRect();
    if (frame && box.width && (box.bottom > frame.bottom + 2 || box.right > frame.right + 2))
      yield `cut card: ${around(box)} in ${around(frame)}`;
  }
}

/** What of a hint is read first, and how one closes it. */
function* advised() {
  const frame = document.querySelector(".tip")?.getBoundingClientRect();
  for (const part of document.querySelectorAll(".tip :is(h2, .close, li:first-child)")) {
    const box = part.getBoundingClientRect();
    if (box.bottom > frame.bottom + 1 || box.right > frame.right + 1 || box.top < frame.top - 1)
      yield `cut hint: ${name(part)} ${around(box)} in ${around(frame)}`;
  }
}

/** Words over words, of the same layer. */
function* written(all) {
  const tight = all
    .filter(({ element }) => !element.closest(SCROLLED))
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
      const size = common(one.box, other.box);
      if (size) yield `written over: "${one.text}" "${other.text}" ${size}`;
    }
  }
}

/** How large the letters of every written element are; roundels of seats and the sign are pictures. */
function letters() {
  const sizes = new Map();
  for (const { element } of lines(".avatar,.brand,.visually-hidden"))
    sizes.set(element, parseFloat(getComputedStyle(element).fontSize));
  return sizes;
}

/** Words that are not as much larger as they should be. */
function* grown(before, least) {
  for (const [element, size] of letters()) {
    const factor = size / before.get(element);
    if (factor < least && size < LARGE)
      yield `grows by ${factor.toFixed(2)} only: ${name(element)}`;
  }
}

/** All faults of what is shown; `mayScroll`: downwards, and no further. */
window.audit = (mayScroll = false) => {
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime === Infinity) animation.cancel();
    else animation.finish();
  }
  const all = lines();
  return [
    ...new Set([
      ...scrolling(mayScroll),
      ...outside(),
      ...overlapping(),
      ...small(),
      ...cut(all),
      ...hidden(),
      ...advised(),
      ...written(all),
    ]),
  ];
};

/** Faults of one fixture at several sizes of this frame; `text`: how large letters are, 1 as ever;
 *  `least`: how much larger each of them is to be. */
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
      all: letters(),
    };
  });
  const faults = [];
  for (const [at, [width, height]] of sizes.entries()) {
    style.fontSize = text === 1 ? "" : `${usual[at].root * text}px`;
    shape(width, height);
    const found = [...window.audit(mayScroll), ...grown(usual[at].all, least)];
    faults.push(
      ...found.map((fault) => `${width}x${height} ${language} ${players} ${fixture}: ${fault}`),
    );
  }
  return faults;
};
