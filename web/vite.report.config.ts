import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { fewerWords, oneFile } from "./build/oneFile.ts";

/** The analysis as one file, beside the pages; `byzanz analyze --html` puts a game into it. */
export default defineConfig({
  define: { "import.meta.env.VITE_VERSION": '""' },
  plugins: [fewerWords(["common", "shell", "table", "looking"]), svelte(), oneFile()],
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
