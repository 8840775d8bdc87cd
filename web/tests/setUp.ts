/** Functions of a browser that the pages call and jsdom lacks. */
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as MediaQueryList;
Element.prototype.animate = () =>
  ({ finished: Promise.resolve(), cancel() {} }) as unknown as Animation;
