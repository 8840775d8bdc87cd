/** How long all that moves after an update takes. */
export interface Tempo {
  readonly span: number; // milliseconds until the last has arrived
  /** Of the usual time. */
  readonly pace: number;
}
