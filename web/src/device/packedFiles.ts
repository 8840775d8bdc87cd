/** The list of the files of the game, which the build writes and pages read. */

/** How the worker calls Python. Raise it when `src/byzanz/device/device.py` is to be called in another
 *  way: then pages do not start what an earlier version has fetched. */
export const INTERFACE = 1;

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
  readonly interface: number;
  readonly version: string;
  readonly size: number; // of all parts
  readonly files: readonly PackedFile[];
}
