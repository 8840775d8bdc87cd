/** Builds the harness for pictures and the layout audit. The bundle of the game contains none of it. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../.cache/harness",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: { input: "harness.html" },
  },
});
