import { readdirSync } from "node:fs";

const COMPONENTS = readdirSync(new URL("src", import.meta.url), { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".svelte"))
  .sort();

/** The class of a component's scope is its number: most elements and selectors carry it. */
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
