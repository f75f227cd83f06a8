import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFloor } from "../node-floor.mjs";
import { writeFixture } from "../test-support/write-fixture.ts";
import { checkNodeFloor } from "./check-node-floor.mjs";

function writeRepository(): string {
  const root = writeFixture({
    "package.json": '{ "engines": { "node": ">=20.19" } }',
    "packages/core/package.json": '{ "engines": { "node": ">=20.19" } }',
    "README.md": "You need Node 20.19 or newer, and npm.",
    "docs/embed.md": "`require` them on Node 20.19 and newer.",
    "docs/stability.md": "| 20.19 and later | works |",
    "docs/host.md": "Node 22.13 and newer have SQLite.",
    "docs/decisions/0001-first.md": "It runs on Node 20.19 or newer.",
    "packages/core/src/build/target.ts": 'export const target = "node20.19";',
    ".github/workflows/ci.yml": "        node: [20, 22, 24, 26]\n",
    ".github/workflows/release.yml": "          node-version: 20 # the oldest\n",
  });
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  execFileSync("git", ["add", "--all"], { cwd: root });
  return root;
}

test("checkNodeFloor() accepts a repository that names one version", () => {
  expect(checkNodeFloor(writeRepository()).problems).toEqual([]);
});

test("checkNodeFloor() reports a place that names another version, and one that names none", () => {
  const root = writeRepository();
  writeFileSync(join(root, "README.md"), "You need Node 18.20 or newer, and npm.");
  writeFileSync(join(root, ".github/workflows/ci.yml"), "        node: [22, 24, 26]\n");
  writeFileSync(join(root, "docs/stability.md"), "It works.");
  expect(checkNodeFloor(root).problems).toEqual([
    'README.md says "Node 18.20 or newer"',
    'docs/stability.md does not say "| 20.19 and later |"',
    '.github/workflows/ci.yml says "node: [22, 24, 26]"',
  ]);
});

test("writeFloor() rewrites every place, except decision records", () => {
  const root = writeRepository();
  writeFloor(root, "22.12");
  expect(checkNodeFloor(root)).toEqual({ problems: [], summary: "the oldest Node: 22.12" });
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  expect(read("README.md")).toBe("You need Node 22.12 or newer, and npm.");
  expect(read("packages/core/src/build/target.ts")).toContain('"node22.12"');
  expect(read(".github/workflows/release.yml")).toContain("node-version: 22 # the oldest");
  expect(read(".github/workflows/ci.yml")).toContain("node: [22, 24, 26]");
  expect(read("docs/host.md")).toContain("22.13");
  expect(read("docs/decisions/0001-first.md")).toContain("20.19");
});
