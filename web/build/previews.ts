import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const LANGUAGES = ["en", "de", "it", "nl"];

/** Gives the server the words that a shared link is shown with, in all languages. */
export function previews(): Plugin {
  return {
    name: "previews",
    apply: "build",
    generateBundle() {
      const words = LANGUAGES.map((language) => {
        const text = readFileSync(`src/words/${language}/preview.json`, "utf8");
        return [language, JSON.parse(text)];
      });
      const source = JSON.stringify(Object.fromEntries(words));
      this.emitFile({ type: "asset", fileName: "previews.json", source });
    },
  };
}
