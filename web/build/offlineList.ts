import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

const PLACEHOLDER = "__OFFLINE_LIST__";
const ART = ["cards/s", "cards/l", "cards", "art", "icons"]; // folders of public/ with drawings
const EXTERNAL = /share|apple-touch|512/; // images that only other programs use

/** Writes the list of all files needed offline into the service worker. */
export function offlineList(): Plugin {
  return {
    name: "offline-list",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = Object.values(bundle).find((file) => file.fileName === "worker.js");
      if (worker?.type !== "chunk") return;
      const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const list = ["/", ...[...built, ...drawings()].map((name) => `/${name}`)].sort();
      const hash = createHash("sha256").update(list.join("\n"));
      const index = bundle["index.html"];
      if (index?.type === "asset") hash.update(index.source);
      const version = hash.digest("hex").slice(0, 12);
      worker.code = worker.code.replace(PLACEHOLDER, JSON.stringify({ version, list }));
    },
  };
}

function drawings(): string[] {
  return ART.flatMap((folder) =>
    readdirSync(`public/${folder}`)
      .filter((name) => /\.(svg|png)$/.test(name) && !EXTERNAL.test(name))
      .filter((name) => readFileSync(`public/${folder}/${name}`).length > 0)
      .map((name) => `${folder}/${name}`),
  );
}
