/** Functions that are called when something happens. */
export class Listeners<Values extends readonly unknown[]> {
  private readonly all = new Set<(...values: Values) => void>();

  /** Register a listener; the returned function removes it. */
  readonly add = (listener: (...values: Values) => void): (() => void) => {
    this.all.add(listener);
    return () => this.all.delete(listener);
  };

  /** Call all listeners with these values. */
  notify(...values: Values): void {
    for (const listener of this.all) listener(...values);
  }
}
