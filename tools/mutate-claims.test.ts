// docs/security.md, reports/claims.md and the table of mutants say the same.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { claims } from "./claims/claims.mjs";
import { claimsToPage, PAGE } from "./claims/claims-page.mjs";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The rows of the first table: the claim, and what proves it. */
const rows = read("docs/security.md")
  .split("\n## ", 1)[0]
  ?.matchAll(/^\| (?!claim \|)([^|-][^|]*) \| ([^|]+) \|$/gm);
const stated = new Map([...(rows ?? [])].map(([, claim, proof]) => [claim, proof]));

test("claims are those of docs/security.md", () => {
  expect(claims.map(({ claim }) => claim).sort()).toEqual([...stated.keys()].sort());
});

test.each(claims)("claims name the proofs of docs/security.md: $claim", ({ claim, proofs }) => {
  const files = [...(stated.get(claim)?.matchAll(/`((?:packages|tools)\/[^`]+)`/g) ?? [])];
  expect(files.map(([, file]) => file).sort()).toEqual(proofs.map(({ file }) => file).sort());
  for (const { file } of proofs) {
    expect(existsSync(fileURLToPath(new URL(`../${file}`, import.meta.url)))).toBe(true);
  }
});

test.each(claims)("claims have three mutants at least, each with a test: $claim", ({ mutants }) => {
  expect(mutants.length).toBeGreaterThanOrEqual(3);
  for (const { dies } of mutants) expect(dies.length).toBeGreaterThan(0);
});

test("reports/claims.md is what `node tools/mutate-claims.mjs --write` writes", () => {
  expect(read(PAGE)).toBe(claimsToPage(claims));
});
