import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT_FILES = /\.(css|html|js|json|svg|webmanifest)$/;
const MIN_SIZE = 400; // bytes; smaller files are not compressed

/** Compresses all text files of the build, so that the server does not have to. */
export function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      if (!existsSync(folder)) return; // the build has failed and reports the error itself
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!TEXT_FILES.test(name)) continue;
        const file = join(folder, name);
        const body = readFileSync(file);
        if (body.length < MIN_SIZE) continue;
        writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(body));
      }
    },
  };
}
