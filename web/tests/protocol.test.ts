import { readFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";

test(
  "the types are those of the published protocol: npm run protocol",
  { timeout: 20_000 },
  async () => {
    const published = JSON.parse(readFileSync("../docs/openapi.json", "utf8"));
    const options = { rootTypes: true, immutable: true, alphabetize: true };
    const made = astToString(await openapiTS(published, options));
    const committed = readFileSync("src/protocol/schema.ts", "utf8");
    expect(committed.slice(committed.indexOf("export interface paths"))).toBe(made);
  },
);
