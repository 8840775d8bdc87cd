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
  [".log", ".seats"],
  [".offers", ".seats"],
  [".lot", ".lothd"],
  [".lot", ".high"],
  [".lothd", ".high"],
  [".slab .opts", ".high"],
  [".slab", ".arcade"],
  [".you", ".actions"],
  [".offers", ".arcade"],
  [".msg", ".high"],
  [".msg", ".lothd"],
  [".head", ".podium"],
  [".podium", ".btns"],
  [".prompt", ".btns"],
  [".turnp", ".big"],
];
const INSIDE =
  "button,a,.hand .card,.seat,.stall,.slab,.lot .card,.you,.prompt,.pod,.notice,.tally,.stepper,.tess,.top .round";
const WHOLE =
  ".btn span,.lab,.round,.cap b,.cap,.st,.notice .tx,.tally>span,.tray .tx,.big,.msg,.opt span,.lothd,.stepper,.seg button,.end .head h1,.end .head p,.btns,.niche";

function boxes(selector) {
  return [...document.querySelectorAll(selector)]
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.width && box.height);
}

function name(element) {
  return `${element.className?.baseVal ?? element.className ?? element.tagName} "${element.textContent.trim().slice(0, 24)}"`;
}

function isScrolled(element) {
  return element.closest(".opts,.body,.log") !== null;
}

window.audit = () => {
  const faults = [];
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight + 1) faults.push(`scrolls to ${scrollHeight} high`);
  if (scrollWidth > innerWidth + 1) faults.push(`scrolls to ${scrollWidth} wide`);
  for (const element of document.querySelectorAll(INSIDE)) {
    const box = element.getBoundingClientRect();
    if (!box.width || isScrolled(element)) continue;
    if (
      box.left < -1 ||
      box.right > innerWidth + 1 ||
      box.top < -1 ||
      box.bottom > innerHeight + 1
    ) {
      faults.push(
        `outside: ${name(element)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`,
      );
    }
  }
  for (const [one, other] of APART) {
    for (const a of boxes(one)) {
      for (const b of boxes(other)) {
        const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (x > 1 && y > 1)
          faults.push(`over each other: ${one} ${other} ${Math.round(x)}x${Math.round(y)}`);
      }
    }
  }
  for (const element of document.querySelectorAll("button,a")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest(".hand,.log,.top .brand")) continue;
    if (element.matches(".brand")) continue;
    if (box.height < 43.5 || box.width < 43.5)
      faults.push(`small: ${name(element)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  for (const item of [...document.querySelectorAll(".hand li")]) {
    const next = item.nextElementSibling;
    const box = item.getBoundingClientRect();
    const after = next?.getBoundingClientRect();
    if (after && after.top === box.top && after.left - box.left < 23.5)
      faults.push(`thin card: ${Math.round(after.left - box.left)}`);
  }
  for (const element of document.querySelectorAll(WHOLE)) {
    if (!element.clientWidth || isScrolled(element)) continue;
    const inline = getComputedStyle(element).display === "inline";
    if (inline) continue;
    if (element.scrollWidth > element.clientWidth + 1)
      faults.push(`cut: ${name(element)} ${element.scrollWidth}>${element.clientWidth}`);
    // Letters of a tight line reach a little below it.
    if (element.scrollHeight > element.clientHeight * 1.1 + 2)
      faults.push(`cut below: ${name(element)} ${element.scrollHeight}>${element.clientHeight}`);
  }
  return [...new Set(faults)];
};

window.auditAll = async (players, language, only) => {
  const faults = [];
  for (const fixture of await window.names(players)) {
    if (only && !only.split(",").includes(fixture)) continue;
    await window.show(players, fixture, language, "light");
    await document.fonts.ready;
    if (fixture.includes("+")) await new Promise((resolve) => setTimeout(resolve, 30));
    faults.push(...window.audit().map((fault) => `${fixture}: ${fault}`));
  }
  return faults;
};
