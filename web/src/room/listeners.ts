/** Who wants to hear of something that happens. */
export class Listeners<Heard extends readonly unknown[]> {
  private readonly all = new Set<(...heard: Heard) => void>();

  /** Hear of it from now on; the function ends it. */
  readonly add = (listener: (...heard: Heard) => void): (() => void) => {
    this.all.add(listener);
    return () => this.all.delete(listener);
  };

  tell(...heard: Heard): void {
    for (const listener of this.all) listener(...heard);
  }
}
