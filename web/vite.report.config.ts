import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { onlyWordsOf, oneFile } from "./build/oneFile.ts";

/** Builds the analysis as one file beside the pages; `byzanz analyze --html` inserts a
 *  game into it. */
export default defineConfig({
  define: { "import.meta.env.VITE_VERSION": '""' },
  plugins: [onlyWordsOf(["common", "shell", "table", "looking"]), svelte(), oneFile()],
  publicDir: false,
  build: {
    outDir: "../src/byzanz/pages/built",
    emptyOutDir: false,
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    modulePreload: false,
    target: "es2022",
    rolldownOptions: { input: "report.html", output: { codeSplitting: false } },
  },
});
