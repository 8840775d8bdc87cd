/** The list of the files of the game, which the build writes and pages read. */

/** A part of a file; its name changes with its content. */
export interface Part {
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file, whose parts make one gzip stream together. */
export interface PackedFile {
  readonly name: string;
  readonly size: number; // unpacked
  readonly parts: readonly Part[];
}

export interface Manifest {
  readonly version: string;
  readonly size: number; // of all parts
  readonly files: readonly PackedFile[];
}
