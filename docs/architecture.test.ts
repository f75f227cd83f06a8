// docs/architecture.md names files that exist, and fits on one screen.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = await readFile(new URL("architecture.md", import.meta.url), "utf8");
const files = [...page.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, name]) => name as string);

/** Names without a package are relative to the sources of the core. */
function pathOf(name: string): string {
  return /^(?:packages|tools)\//.test(name) ? `${root}${name}` : `${root}packages/core/src/${name}`;
}

it.each(files)("docs/architecture.md names a file that exists: %s", (name) => {
  expect(existsSync(pathOf(name))).toBe(true);
});

it("docs/architecture.md names files of every phase", () => {
  const phases = new Set(files.map((name) => name.split("/")[0]));
  for (const phase of ["config", "normalize", "checks", "compile", "match", "condition"]) {
    expect(phases).toContain(phase);
  }
  for (const phase of ["ingress", "resolve", "transform", "policy", "fence", "language"]) {
    expect(phases).toContain(phase);
  }
});

it("docs/architecture.md fits on one screen", () => {
  expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
});
