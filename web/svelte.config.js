import { readdirSync } from "node:fs";

const COMPONENTS = readdirSync(new URL("src", import.meta.url), { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".svelte"))
  .sort();

/** Scoped styles use the number of the component as their class, which keeps the pages small. */
export default {
  compilerOptions: {
    cssHash: ({ filename, hash, css }) => {
      const path = filename
        .replaceAll("\\", "/")
        .split("/src/")
        .at(-1)
        .replace(/^src\//, "");
      const number = COMPONENTS.indexOf(path);
      return `_${number < 0 ? hash(css) : number.toString(36)}`;
    },
  },
};
