import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";

type OutputBundle = Rolldown.OutputBundle;

const TYPES: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png" };

/** Puts the script, style and images of a page into the page itself and writes no other file. */
export function oneFile(): Plugin {
  return {
    name: "one-file",
    apply: "build",
    enforce: "post",
    generateBundle: { order: "post", handler: inlineAll },
  };
}

function inlineAll(_: unknown, bundle: OutputBundle): void {
  const files = Object.values(bundle);
  const page = files.find((file) => file.fileName.endsWith(".html"));
  if (page?.type !== "asset")
    throw new Error("the build has no .html file: check rolldownOptions.input");
  const scripts = files.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const styles = files.flatMap((file) =>
    file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
  );
  if (scripts.length !== 1)
    throw new Error(`the build has ${scripts.length} scripts instead of one: check codeSplitting`);
  const script = scripts[0]!.replaceAll("</script", "<\\/script");
  page.source = String(page.source)
    .replace(/\s*<script type="module"[^>]*src=[^>]*><\/script>/, "")
    .replace(/\s*<link [^>]*(stylesheet|modulepreload)[^>]*>/g, "")
    .replace("</head>", () => `<style>${withImages(styles.join("\n"))}</style></head>`)
    .replace("</body>", () => `<script type="module">${script}</script></body>`);
  for (const [name, file] of Object.entries(bundle)) if (file !== page) delete bundle[name];
}

/** A style with its images, which it names by their path on the server, as data URLs. */
function withImages(style: string): string {
  return style.replace(/url\(["']?(\/[\w/.-]+)\.(svg|png)["']?\)/g, (_, path, ending) => {
    const data = readFileSync(`public${path}.${ending}`).toString("base64");
    return `url(data:${TYPES[ending]};base64,${data})`;
  });
}

/** Leaves out the areas of texts that the page does not use. */
export function onlyWordsOf(areas: readonly string[]): Plugin {
  return {
    name: "only-words-of",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/words/words.svelte.ts")) return null;
      return { code: code.replace('"./*/*.json"', `"./*/{${areas.join(",")}}.json"`), map: null };
    },
  };
}
