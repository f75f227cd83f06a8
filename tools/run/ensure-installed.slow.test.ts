import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { ensureInstalled, installDifferences } from "./ensure-installed.mjs";

const lock = {
  packages: {
    "": { name: "root" },
    "packages/core": { version: "0.1.0" },
    "node_modules/@hookwright/core": { resolved: "packages/core", link: true },
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b-mac": { version: "1.0.0", optional: true },
  },
};

function differences(installed: object | undefined): readonly string[] {
  const files = { "package-lock.json": lock };
  if (installed === undefined) return installDifferences(writeFixture(files));
  return installDifferences(
    writeFixture({ ...files, "node_modules/.package-lock.json": { packages: installed } }),
  );
}

test("installDifferences() is empty when the lock's packages are installed", () => {
  const installed = {
    "node_modules/@hookwright/core": { resolved: "packages/core", link: true },
    "node_modules/a": { version: "1.0.0" },
  };
  expect(differences(installed)).toEqual([]);
});

test("installDifferences() reports that nothing is installed", () => {
  expect(differences(undefined)).toEqual(["nothing is installed"]);
});

test("installDifferences() names a missing package, another version and a missing workspace", () => {
  expect(differences({})).toEqual([
    "node_modules/@hookwright/core is not installed as package-lock.json says",
    "node_modules/a is not installed as package-lock.json says",
  ]);
  const outdated = {
    "node_modules/@hookwright/core": { link: true },
    "node_modules/a": { version: "0.9.0" },
    "node_modules/b-mac": { version: "0.9.0" },
  };
  expect(differences(outdated)).toHaveLength(2);
});

test("installDifferences() fails without a lock", () => {
  expect(() => installDifferences(writeFixture({}))).toThrow("package-lock.json is missing");
});

/** Runs in another process, so that npm's output is not in the report. */
function install(root: string): boolean {
  const module = new URL("ensure-installed.mjs", import.meta.url).href;
  const script = `import { ensureInstalled } from ${JSON.stringify(module)};
    process.exit((await ensureInstalled(${JSON.stringify(root)})) ? 0 : 9);`;
  // npm passes its settings to its scripts; the npm of this test must not get those of `npm test`.
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_config_"));
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: Object.fromEntries(env),
    encoding: "utf8",
  });
  expect([0, 9]).toContain(status);
  expect(stdout).toMatch(/^nothing is installed: running npm ci\n/);
  return status === 0;
}

test("ensureInstalled() installs what the lock names", async () => {
  const root = writeFixture({
    "package.json": { name: "root", private: true, workspaces: ["packages/*"] },
    "packages/a/package.json": { name: "a", version: "1.0.0" },
    "package-lock.json": {
      name: "root",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "root", workspaces: ["packages/*"] },
        "node_modules/a": { resolved: "packages/a", link: true },
        "packages/a": { version: "1.0.0" },
      },
    },
  });
  expect(install(root)).toBe(true);
  expect(installDifferences(root)).toEqual([]);
  expect(await ensureInstalled(root)).toBe(true);
});

test("ensureInstalled() returns false if npm fails", () => {
  const root = writeFixture({ "package.json": "no JSON", "package-lock.json": lock });
  expect(install(root)).toBe(false);
});
