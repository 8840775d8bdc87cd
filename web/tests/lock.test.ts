import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Package {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Readonly<Record<string, Package>>;
};

test("every build of an optional dependency is locked, or other machines could not build", () => {
  const missing = Object.values(packages)
    .flatMap((each) => Object.keys(each.optionalDependencies ?? {}))
    .filter((name) => !(`node_modules/${name}` in packages));
  expect(missing).toEqual([]);
});

test("no address is locked", () => {
  expect(Object.values(packages).filter((each) => each.resolved?.includes("://"))).toEqual([]);
});
