/** Where the parts that a step is about are on the screen, as long as they move. */
import type { Box, Size } from "./coachPlacement";

const SETTLED = 360; // milliseconds after which a lifted card lies still

export class SpotlightState {
  screen = $state.raw<Size>({ width: innerWidth, height: innerHeight });
  /** The parts that stay bright. */
  lit = $state.raw<readonly Box[]>([]);
  /** What to touch. */
  meant = $state.raw<readonly Box[]>([]);

  private parts: readonly string[] = [];
  private pointers: readonly string[] = [];
  private readonly watcher = new MutationObserver(() => this.measureSoon());
  private readonly measureSoon = (): void => {
    requestAnimationFrame(() => this.measure());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.measure(), SETTLED);
  };
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Watch a part of the page; the function ends it. */
  watch(scene: HTMLElement): () => void {
    const changes = {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["class"],
    };
    this.watcher.observe(scene, changes);
    addEventListener("resize", this.measureSoon);
    return () => {
      this.watcher.disconnect();
      removeEventListener("resize", this.measureSoon);
      clearTimeout(this.timer);
    };
  }

  look(parts: readonly string[], pointers: readonly string[]): void {
    this.parts = parts;
    this.pointers = pointers;
    this.measure();
    this.measureSoon();
  }

  private measure(): void {
    this.screen = { width: innerWidth, height: innerHeight };
    this.lit = this.parts.flatMap(boxesOf);
    this.meant = this.pointers.map(boxesOf).find((boxes) => boxes.length) ?? [];
  }
}

function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}
