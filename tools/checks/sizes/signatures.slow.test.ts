// What a bundle has that verifies with @hookwright/signatures → at most a tenth more than signatures.json has.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { measureSignatures } from "./measure-signatures.mjs";

/** `HOOKWRIGHT_UPDATE=1` writes the sizes anew: say in the commit what they buy. */
const isUpdate = process.env["HOOKWRIGHT_UPDATE"] === "1";

const file = new URL("signatures.json", import.meta.url);

const MAX_GROWTH = 1.1;

let now: Readonly<Record<string, number>> = {};
let before: Readonly<Record<string, number>> = {};

beforeAll(async () => {
  now = await measureSignatures(fileURLToPath(new URL("../../..", import.meta.url)));
  if (isUpdate) writeFileSync(file, `${JSON.stringify(now, undefined, 2)}\n`);
  before = JSON.parse(readFileSync(file, "utf8"));
}, 120_000);

test("measureSignatures() finds no program that has grown by more than a tenth", () => {
  // The number of vendors grows.
  const { "all vendors": _, ...programs } = now;
  const grown = Object.entries(programs).flatMap(([name, is]) => {
    const was = before[name] ?? 0;
    return is > was * MAX_GROWTH ? [`${name}: ${was} bytes are now ${is}`] : [];
  });
  expect(grown, "HOOKWRIGHT_UPDATE=1 npx vitest run tools/checks/sizes writes them anew").toEqual(
    [],
  );
});

test("measureSignatures() finds what docs/verify.md promises", () => {
  const one = Object.entries(now).filter(([name]) => name.startsWith("one vendor"));
  expect(one.length).toBeGreaterThan(5);
  for (const [name, bytes] of one) {
    expect([name, bytes >= 7_500 && bytes < 10_500]).toEqual([name, true]);
  }
  const { "one vendor: secret": single = 0, "ten vendors": ten = Number.POSITIVE_INFINITY } = now;
  expect((ten - single) / 9).toBeLessThan(100);
  expect(now["all vendors"]).toBeLessThan(35_000);
});
