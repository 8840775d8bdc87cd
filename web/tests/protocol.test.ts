import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generate } from "../scripts/protocol.mjs";

test("the protocol is the published one: npm run protocol", { timeout: 20_000 }, async () => {
  for (const [file, text] of Object.entries(await generate())) {
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});
