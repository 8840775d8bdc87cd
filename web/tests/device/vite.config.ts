/** Builds a page with the game on this device and nothing else, for tests in a real browser. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { deviceFiles } from "../../build/device/deviceFiles.ts";

export default defineConfig({
  plugins: [svelte(), deviceFiles()],
  worker: { format: "es" },
  publicDir: false,
  build: {
    outDir: "../.cache/device-harness",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: { input: "device.html" },
  },
});
