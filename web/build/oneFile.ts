import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";

type OutputBundle = Rolldown.OutputBundle;

const TYPES: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png" };

/** Puts script, style and pictures of a page into the page itself; nothing else is written. */
export function oneFile(): Plugin {
  return {
    name: "one-file",
    apply: "build",
    enforce: "post",
    generateBundle: { order: "post", handler: putTogether },
  };
}

function putTogether(_: unknown, bundle: OutputBundle): void {
  const files = Object.values(bundle);
  const page = files.find((file) => file.fileName.endsWith(".html"));
  if (page?.type !== "asset") throw new Error("no page was built");
  const scripts = files.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const styles = files.flatMap((file) =>
    file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
  );
  if (scripts.length !== 1) throw new Error(`${scripts.length} scripts: expected one`);
  const script = scripts[0]!.replaceAll("</script", "<\\/script");
  page.source = String(page.source)
    .replace(/\s*<script type="module"[^>]*src=[^>]*><\/script>/, "")
    .replace(/\s*<link [^>]*(stylesheet|modulepreload)[^>]*>/g, "")
    .replace("</head>", () => `<style>${withPictures(styles.join("\n"))}</style></head>`)
    .replace("</body>", () => `<script type="module">${script}</script></body>`);
  for (const [name, file] of Object.entries(bundle)) if (file !== page) delete bundle[name];
}

/** Pictures that styles name by their path on the server. */
function withPictures(style: string): string {
  return style.replace(/url\(["']?(\/[\w/.-]+)\.(svg|png)["']?\)/g, (_, path, ending) => {
    const body = readFileSync(`public${path}.${ending}`).toString("base64");
    return `url(data:${TYPES[ending]};base64,${body})`;
  });
}

/** Leaves out words that the page never says. */
export function fewerWords(areas: readonly string[]): Plugin {
  return {
    name: "fewer-words",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/words/words.svelte.ts")) return null;
      return { code: code.replace('"./*/*.json"', `"./*/{${areas.join(",")}}.json"`), map: null };
    },
  };
}
