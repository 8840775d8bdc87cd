import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

interface Package {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Readonly<Record<string, Package>>;
};

test("optional dependencies are locked for every platform, so that other machines can build", () => {
  const missing = Object.values(packages)
    .flatMap((each) => Object.keys(each.optionalDependencies ?? {}))
    .filter((name) => !(`node_modules/${name}` in packages));
  expect(missing).toEqual([]);
});

test("the lock file contains no download URLs", () => {
  expect(Object.values(packages).filter((each) => each.resolved?.includes("://"))).toEqual([]);
});

test("every package that the build imports is a dependency, not a devDependency", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const builders = [
    "vite.config.ts",
    "vite.report.config.ts",
    "tsconfig.json",
    ...readdirSync("build", { recursive: true, encoding: "utf8" })
      .filter((name) => /\.m?[jt]s$/.test(name))
      .map((name) => `build/${name}`),
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
