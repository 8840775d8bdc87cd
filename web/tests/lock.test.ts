import { readFileSync, readdirSync } from "node:fs";
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

test("what builds the pages is there for whoever only plays", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const builders = [
    "vite.config.ts",
    "vite.report.config.ts",
    "tsconfig.json",
    ...readdirSync("build").map((name) => `build/${name}`),
  ];
  const missing = builders.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|"extends":) "([^"]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !/^(\.|node:)/.test(name))
      .filter(
        (name) => !Object.keys(dependencies).some((each) => `${name}/`.startsWith(`${each}/`)),
      )
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
