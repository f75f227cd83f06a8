// What a browser fetches for each page → at most 5 % more than pages.json has.
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { measurePages } from "./measure-pages.mjs";

/** `HOOKWRIGHT_UPDATE=1` writes the sizes anew: say in the commit what they buy. */
const isUpdate = process.env["HOOKWRIGHT_UPDATE"] === "1";

const file = new URL("pages.json", import.meta.url);

const MAX_GROWTH = 1.05;

/** Gzipped bytes: the page must draw while its worker still loads. */
const MAX_SCRIPT_BYTES = 45_000;

let now: Readonly<Record<string, number>> = {};
let before: Readonly<Record<string, number>> = {};

beforeAll(async () => {
  now = await measurePages();
  if (isUpdate) writeFileSync(file, `${JSON.stringify(now, undefined, 2)}\n`);
  before = JSON.parse(readFileSync(file, "utf8"));
}, 120_000);

test("measurePages() finds no part that has grown by more than 5 %", () => {
  const grown = Object.entries(now).flatMap(([part, is]) => {
    const was = before[part] ?? 0;
    return is > was * MAX_GROWTH ? [`${part}: ${was} bytes are now ${is}`] : [];
  });
  expect(grown, "HOOKWRIGHT_UPDATE=1 npx vitest run tools/checks/sizes writes them anew").toEqual(
    [],
  );
});

test("measurePages() finds each part that pages.json has", () => {
  expect(Object.keys(now).sort()).toEqual(Object.keys(before).sort());
});

test("measurePages() finds no script of a page above its bound", () => {
  const scripts = Object.entries(now).filter(([part]) => part.endsWith(": script"));
  expect(scripts.length).toBeGreaterThan(1);
  for (const [part, is] of scripts) expect(is, part).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});
