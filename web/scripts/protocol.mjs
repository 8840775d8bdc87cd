/** Generates src/protocol from docs/openapi.json: `npm run protocol`. */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";

const OPTIONS = { rootTypes: true, immutable: true, alphabetize: true };

/** The text of each generated file, by its path in web/. */
export async function generate() {
  const document = JSON.parse(readFileSync("../docs/openapi.json", "utf8"));
  return {
    "src/protocol/schema.ts": COMMENT_HEADER + astToString(await openapiTS(document, OPTIONS)),
    "src/protocol/endpoints.ts": endpoints(document),
  };
}

/** The module with the values of the protocol: its version, paths and close codes. */
function endpoints({ info, paths }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ ...operation, path })),
  );
  const push = operations.find(({ operationId }) => operationId === "push");
  return [
    "/** Generated from docs/openapi.json by `npm run protocol`. */",
    `export const PROTOCOL = ${Number(info.version)};`,
    "",
    "export const PATHS = {",
    ...operations.map(({ operationId, path }) => `  ${operationId}: "${path}",`),
    "} as const;",
    "",
    "/** The reasons for which the server closes the push socket, by close code. */",
    "export const CLOSE_REASONS = {",
    ...Object.entries(push["x-close-codes"]).map(([code, reason]) => `  ${code}: "${reason}",`),
    "} as const;",
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [file, text] of Object.entries(await generate())) writeFileSync(file, text);
}
