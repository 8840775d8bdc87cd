import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { offlineList } from "./build/offlineList.ts";
import { packed } from "./build/packed.ts";
import { deviceFiles } from "./build/device/deviceFiles.ts";

const server = "http://127.0.0.1:8765"; // the address of `byzanz serve` during development

/** Modules that nearly every page needs. One chunk of them compresses better than many
 *  small ones. */
const SHARED =
  /\/node_modules\/svelte\/|\/src\/(cards|connection|protocol|pwa|room|settings)\/|\/src\/(\w+\.css|problemText|router|site)|\/device\/deviceId\.|\/offline\/hereFlag|\/games\/(LastGames|GameRow|gameText|RankArch)|\/src\/words\/|\/parts\/(?!Drawer|Scrubber)|\/pages\/(ErrorPage|Languages|NameField|PlainPage|SettingsSheet|RoomList)\.|\/table\/situation\.|\/alerts\/support\./;

/** The table without the drawers and sheets that load after it, and without the texts that other
 *  pages use. */
const TABLE =
  /\/src\/pages\/Table\.|\/src\/(table|motion|sound)\/(?!panels|absence\/(LeaveSheet|StopSheet)|log\/(LogDrawer|LogLine|log|sentences)|hint\/hintText|menu\/|bidding\/guessScore|end\/(OpenCards|DealProof|resultText))/;

/** The version of the Python package, which contains the pages. */
function version(): string {
  const project = readFileSync(new URL("../pyproject.toml", import.meta.url), "utf8");
  return /^version = "(.+)"$/m.exec(project)?.[1] ?? "";
}

export default defineConfig({
  define: { "import.meta.env.VITE_VERSION": JSON.stringify(version()) },
  plugins: [svelte(), deviceFiles(), offlineList(), packed()],
  worker: { format: "es" },
  // Scripts and styles name other files relative to themselves, so that `byzanz site` can put them
  // anywhere; the server's index names its files from the root.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  build: {
    outDir: "../src/byzanz/pages/built", // part of the Python package
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy allows no data: URL
    manifest: true,
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", worker: "src/worker/worker.ts" },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "shared", test: SHARED },
            { name: "table", test: TABLE },
          ],
        },
        // The name of the worker must not change, or browsers would not find a new one.
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
});
