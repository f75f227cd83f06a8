// The site that `npm run site` builds: its links, its search, and its pages in a real browser under their own CSP.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine } from "../../../packages/studio/src/engine/create-engine.ts";
import { readFragment, type Shared } from "../../../packages/studio/src/model/share.ts";
import {
  type BrowserOfFolder,
  hasBrowser,
  listViolations,
  openFolder,
  overflowOf,
  VIEWS,
} from "../../../tools/test-support/browser.ts";
import { buildSite } from "./build-site.mjs";
import { SEARCH_OPTIONS } from "./client/search-options.mjs";

const out = mkdtempSync(join(tmpdir(), "hookwright-site-"));
let built: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => {
  built = await buildSite({ out, ref: "v0.0.1" });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const listHtml = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );

const read = (file: string): string => readFileSync(join(out, file), "utf8");

test("buildSite() makes a page of every page of the docs, and no link leads nowhere", () => {
  expect(built.faults).toEqual([]);
  expect(built.pages).toBeGreaterThan(150);
  for (const file of [
    "index.html",
    "pages.html",
    "providers/github.html",
    "pictures/overview.svg",
  ]) {
    expect(existsSync(join(out, file)), file).toBe(true);
  }
});

test("buildSite() links files of the repository at the given tag", () => {
  expect(read("concepts.html")).toContain(
    "https://github.com/hookwright/hookwright/blob/v0.0.1/docs/concepts.md",
  );
});

test("the menu of a page of a folder shows the other pages of the folder, and marks the page", () => {
  const page = read("recipes/stripe.html");
  expect(page).toContain('<a href="../recipes/github.html">GitHub</a>');
  expect(page.match(/aria-current="page"/g)).toHaveLength(1);
});

test("pages have no inline style and no inline script", () => {
  for (const file of ["index.html", "matching.html", "helpers.html", "recipes/github.html"]) {
    expect(read(file)).not.toMatch(/ style=|<style|<script(?![^>]* src=)/);
  }
});

test("every config of the docs that compiles opens in the playground, with an event that it takes", async () => {
  const engine = createEngine();
  const opened = new Map<string, string>();
  for (const file of listHtml(out)) {
    for (const [, fragment = ""] of read(file).matchAll(/play\/index\.html(#s=[\w-]+)/g)) {
      const shared = await readFragment(fragment);
      expect(shared, file).toBeDefined();
      const { result } = await engine.ask(shared as Shared);
      opened.set(
        `${file} ${fragment.slice(-12)}`,
        result?.explanation.resolution.outcome ?? "broken",
      );
    }
  }
  expect(opened.size).toBeGreaterThan(100);
  const others = [...opened].filter(([, outcome]) => !/^(?:action|batch)$/.test(outcome));
  // Configs of these pages show what is skipped, refused or takes no known sample.
  expect(others.filter(([, outcome]) => outcome === "broken")).toEqual([]);
  expect(others.length).toBeLessThan(opened.size / 5);
});

test.each([
  ["dedupeKey", /idempotency|configuration|matching/],
  ["fence", /security/],
  ["first mapping", /first-mapping/],
  ["sesion key", /session|configuration/],
])("the search finds %s", (words, page) => {
  const index = MiniSearch.loadJSON(read("search.json"), SEARCH_OPTIONS);
  const found = index.search(words).map(({ id }) => String(id));
  expect(
    found.slice(0, 12).some((id) => page.test(id)),
    found.slice(0, 12).join(" "),
  ).toBe(true);
});

describe.skipIf(!hasBrowser)("in Chromium", () => {
  let pages: BrowserOfFolder;
  beforeAll(async () => {
    pages = await openFolder(out);
  });
  afterAll(() => pages.close());

  test.each(VIEWS)("pages are accessible and keep their CSP: %s", async (_, options) => {
    for (const file of ["index.html", "concepts.html", "helpers.html", "recipes/github.html"]) {
      const { page, errors, close } = await pages.open(file, options);
      expect(await listViolations(page), file).toEqual([]);
      expect(await overflowOf(page), file).toBeLessThanOrEqual(0);
      expect(errors, file).toEqual([]);
      await close();
    }
  });

  test("a config of a page opens in the playground, and the front page runs one", async () => {
    const { page, errors, close } = await pages.open("recipes/github.html");
    await page.getByRole("link", { name: "Open in the playground" }).first().click();
    await page.waitForSelector(".result .message");
    expect(await page.getByLabel("Name of the hook").inputValue()).toBe("github");
    await page.goto(`${pages.url}/index.html`);
    await page.waitForSelector("#app .result .message");
    expect(await page.locator("main").count()).toBe(1);
    expect(errors).toEqual([]);
    await close();
  });

  test("the front page leads to the playground, a recipe and the check of a config, and the search finds questions", async () => {
    const { page, errors, close } = await pages.open("index.html");
    for (const [name, url] of [
      ["Try it in the browser", /\/play\/index\.html$/],
      ["Copy a recipe", /\/recipes\/index\.html$/],
      ["Check your config", /\/cli\.html#check$/],
    ] as const) {
      await page.goto(`${pages.url}/index.html`);
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForURL(url);
    }
    // No section has both words.
    await page.getByLabel("Search the docs").fill("monitor telegram");
    await page.locator("#results a").first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("a reader finds a section by keyboard alone, and the theme lasts", async () => {
    const { page, errors, close } = await pages.open("recipes/github.html", {
      colorScheme: "light",
    });
    await page.keyboard.press("/");
    await page.keyboard.type("what the agent gets");
    await page.waitForSelector("#results a");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#/);
    expect(await page.locator("h1").count()).toBe(1);
    await page.click("#theme");
    await page.reload();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(errors).toEqual([]);
    await close();
  });
});
