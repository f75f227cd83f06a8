// Every vendor is tested with something that is not ours.
import { expect, test } from "vitest";
import { judgesOf } from "../../../conformance/judges/judges-of.mjs";
import results from "../../../conformance/judges/results.json" with { type: "json" };
import { COLUMN_NAMES, cellsOf } from "../../../conformance/judges/results.mjs";
import { PROVIDERS } from "../../../signatures/src/vendors/generated/vendors.ts";

test("judgesOf() has a judge for every vendor of PROVIDERS", () => {
  const unjudged = PROVIDERS.filter(({ id }) => judgesOf(id).length === 0);
  expect(unjudged.map(({ id }) => id)).toEqual([]);
});

test("results.json has a row of each vendor: node packages/conformance/judges/judges-table.mjs --write", () => {
  const { columns, ...rows } = results;
  expect(columns).toEqual(COLUMN_NAMES);
  expect(Object.keys(rows).toSorted()).toEqual(PROVIDERS.map(({ id }) => id).toSorted());
});

test("cellsOf() counts what passed, and names what failed", () => {
  const [good = "", body = ""] = cellsOf([
    { title: "verifySignature() for x: accepts what openssl signs", passed: true },
    { title: "signRequest() for x: y@1 accepts it", passed: true },
    { title: "verifySignature() for x: refuses a changed body", passed: false },
  ]);
  expect([good, body]).toEqual(["2", "**failed**"]);
  expect(cellsOf([])).toEqual(COLUMN_NAMES.map(() => "–"));
  const other = { title: "verifySignature() for x: does something else", passed: true };
  expect(cellsOf([other]).at(-1)).toBe("1");
});
