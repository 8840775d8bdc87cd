/** Adds the files of the game in the page to the build: parts that never change, and their list. */
import type { Plugin } from "vite";
import { makePacks } from "./packs.ts";

export const FOLDER = "device";
export const MANIFEST = `${FOLDER}/manifest.json`;

export function deviceFiles(): Plugin {
  let web = "";
  return {
    name: "device-files",
    configResolved(config) {
      web = config.root;
    },
    generateBundle() {
      const { manifest, bodies } = makePacks(web);
      for (const [file, source] of bodies)
        this.emitFile({ type: "asset", fileName: `${FOLDER}/${file}`, source });
      const source = JSON.stringify(manifest);
      this.emitFile({ type: "asset", fileName: MANIFEST, source });
    },
    configureServer(server) {
      let packs: ReturnType<typeof makePacks> | undefined;
      server.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        packs ??= makePacks(web);
        const name = (request.url ?? "").slice(1);
        const body = packs.bodies.get(name);
        if (name === "manifest.json") response.end(JSON.stringify(packs.manifest));
        else if (body) response.end(body);
        else next();
      });
    },
  };
}
