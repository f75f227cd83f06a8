// Every vendor of the table is judged by something that is not ours, and the page says by what.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgesOf } from "../../../../tools/judges/judges-of.mjs";
import { rowStart } from "../../../../tools/judges-table.mjs";
import { PROVIDERS } from "../../src/auth/providers/index.ts";

const page = readFileSync(new URL("../../../../docs/signatures.md", import.meta.url), "utf8");

test("judgesOf() knows a judge for every vendor of PROVIDERS", () => {
  const unjudged = PROVIDERS.filter(({ id }) => judgesOf(id).length === 0);
  expect(unjudged.map(({ id }) => id)).toEqual([]);
});

test("docs/signatures.md has the row of every vendor: node tools/judges-table.mjs --write", () => {
  const stale = PROVIDERS.filter((provider) => !page.includes(rowStart(provider)));
  expect(stale.map(({ id }) => id)).toEqual([]);
});
