// What is generated in docs/*.md is up to date: else run `npm run pages`.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { makePage as makeComingFrom } from "./tools/coming-from-page.mjs";
import { makePage as makeConfiguration } from "./tools/configuration-page.mjs";
import { makePage as makeErrorCodes } from "./tools/error-codes-page.mjs";
import { makePage as makeHelpers } from "./tools/helpers-page.mjs";
import { makeTablePage, TABLE_PAGES } from "./tools/table-pages.mjs";
import { makePage as makeWhatWhere } from "./tools/what-where-page.mjs";

const MAKERS: readonly (readonly [string, () => string | Promise<string>])[] = [
  ["coming-from", makeComingFrom],
  ["configuration", makeConfiguration],
  ["error-codes", makeErrorCodes],
  ["helpers", makeHelpers],
  ["what-where", makeWhatWhere],
  ...TABLE_PAGES.map((name) => [name, () => makeTablePage(name)] as const),
];

test.each(MAKERS)("npm run pages leaves docs/%s.md unchanged", async (name, makePage) => {
  const page = await readFile(new URL(`${name}.md`, import.meta.url), "utf8");
  expect(page).toBe(await makePage());
});
