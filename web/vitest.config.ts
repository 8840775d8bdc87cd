/** The configuration of the tests, apart from the build, which works without Vitest. */
import { defineConfig, mergeConfig } from "vitest/config";
import pages from "./vite.config.ts";

export default mergeConfig(
  pages,
  defineConfig({
    resolve: { conditions: ["browser"] },
    test: { environment: "jsdom", setupFiles: "tests/setUp.ts", testTimeout: 30_000 },
  }),
);
