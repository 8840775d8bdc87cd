/** The positions of the spotlit parts on the screen, measured again when the page changes. */
import type { Box, Size } from "./coachPlacement";

const SETTLE_TIME = 360; // milliseconds until a lifted card lies still

export class SpotlightState {
  screen = $state.raw<Size>({ width: innerWidth, height: innerHeight });
  /** The parts that stay bright. */
  lit = $state.raw<readonly Box[]>([]);
  /** The elements to press. */
  targets = $state.raw<readonly Box[]>([]);

  private parts: readonly string[] = [];
  private targetSelectors: readonly string[] = [];
  private readonly observer = new MutationObserver(() => this.measureSoon());
  private readonly measureSoon = (): void => {
    requestAnimationFrame(() => this.measure());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.measure(), SETTLE_TIME);
  };
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Observe a part of the page; the returned function stops it. */
  watch(scene: HTMLElement): () => void {
    const changes = {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["class"],
    };
    this.observer.observe(scene, changes);
    addEventListener("resize", this.measureSoon);
    return () => {
      this.observer.disconnect();
      removeEventListener("resize", this.measureSoon);
      clearTimeout(this.timer);
    };
  }

  /** Spotlight these parts; the ring is drawn around the first target selector that matches. */
  show(parts: readonly string[], targetSelectors: readonly string[]): void {
    this.parts = parts;
    this.targetSelectors = targetSelectors;
    this.measure();
    this.measureSoon();
  }

  private measure(): void {
    this.screen = { width: innerWidth, height: innerHeight };
    this.lit = this.parts.flatMap(boxesOf);
    this.targets = this.targetSelectors.map(boxesOf).find((boxes) => boxes.length) ?? [];
  }
}

function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}
