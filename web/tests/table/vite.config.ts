/** Builds the harness alone, for pictures and the audit: nothing of it is in the game's own bundle. */
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
