import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

const PLACEHOLDER = "__OFFLINE_LIST__";
const ART = ["cards/s", "cards/l", "cards", "art", "icons"]; // of public/, what the game draws with
const SHARED = /share|apple-touch|512/; // for other programs than the page

/** Gives the service worker the list of all files that the game needs without a network. */
export function offlineList(): Plugin {
  return {
    name: "offline-list",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = Object.values(bundle).find((file) => file.fileName === "worker.js");
      if (worker?.type !== "chunk") return;
      const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const list = ["/", ...[...built, ...drawn()].map((name) => `/${name}`)].sort();
      const hash = createHash("sha256").update(list.join("\n"));
      const index = bundle["index.html"];
      if (index?.type === "asset") hash.update(index.source);
      const version = hash.digest("hex").slice(0, 12);
      worker.code = worker.code.replace(PLACEHOLDER, JSON.stringify({ version, list }));
    },
  };
}

function drawn(): string[] {
  return ART.flatMap((folder) =>
    readdirSync(`public/${folder}`)
      .filter((name) => /\.(svg|png)$/.test(name) && !SHARED.test(name))
      .filter((name) => readFileSync(`public/${folder}/${name}`).length > 0)
      .map((name) => `${folder}/${name}`),
  );
}
