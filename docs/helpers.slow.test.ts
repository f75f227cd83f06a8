// The page of the helpers is made from their comments, and tells of every one of them.
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makePage } from "./tools/helpers-page.mjs";

it("docs/helpers.md is what the comments of the helpers say", async () => {
  expect(await readFile(new URL("helpers.md", import.meta.url), "utf8")).toBe(makePage());
});
