import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkRow, importCode, importVendor } from "./check-row.mjs";

const vendors = new URL("../../packages/signatures/src/vendors/", import.meta.url);

const statesOf = (findings: ReturnType<typeof checkRow>, state: string) =>
  findings.filter((one) => one.state === state).map(({ what }) => what);

test("checkRow() finds nothing missing in a vendor with all facts and a proof from outside", async () => {
  const findings = checkRow("github", await importVendor(new URL("github.ts", vendors)));
  expect(statesOf(findings, "missing")).toEqual([]);
  expect(statesOf(findings, "unknown")).toEqual([]);
});

test("checkRow() lists what a new vendor lacks, each with what to write", async () => {
  const acme = await importCode('export const provider = { id: "acmee", docs: "docs" };', vendors);
  const findings = checkRow("acme", acme);
  expect(statesOf(findings, "missing")).toEqual([
    'id "acme"',
    "name",
    "docs",
    "proof",
    "secretFrom",
    "a row in packages/conformance/judges",
  ]);
  for (const { state, hint } of findings) expect(hint !== undefined).toBe(state !== "done");
  const none = await importCode("export const samples = [];", vendors);
  expect(statesOf(checkRow("acme", none), "missing")).toEqual(["the row"]);
});

test("CONTRIBUTING.md's vendor lacks only the row that checks it by something else", async () => {
  const page = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
  const [, code = ""] = /## A vendor in ten lines\n\n```ts\n(.*?)```/s.exec(page) ?? [];
  const findings = checkRow("acme", await importCode(code, vendors));
  expect(statesOf(findings, "missing")).toEqual(["a row in packages/conformance/judges"]);
});
