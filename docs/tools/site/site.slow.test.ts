// The site that `npm run site` builds: its links, its search, and its pages in a real browser under their own CSP.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import MiniSearch from "minisearch";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite } from "./build-site.mjs";
import { SEARCH_OPTIONS } from "./client/search-options.mjs";

const out = mkdtempSync(join(tmpdir(), "hookwright-site-"));
let built: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => {
  built = await buildSite({ out, ref: "v0.0.1" });
}, 60_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

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
    expect(read(file)).not.toMatch(/ style=|<style|<script(?! src)/);
  }
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

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

// Without it: apt-get install chromium, or CHROMIUM=/path/to/it.
describe.skipIf(!existsSync(executablePath))("in Chromium", () => {
  let browser: Browser;
  let base: string;
  const server = createServer((request, response) => {
    const path = join(out, new URL(request.url ?? "/", "http://site").pathname);
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES.get(extname(path)) ?? "text/plain" });
    response.end(readFileSync(path));
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** A page that notes every violation of its CSP and every error. */
  const open = async (file: string, options: BrowserContextOptions = {}) => {
    const page = await (await browser.newContext(options)).newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
        console.error(`CSP: ${violatedDirective}`);
      });
    });
    await page.goto(`${base}/${file}`);
    return { page, errors };
  };

  test.each([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["320 pixels wide", { viewport: { width: 320, height: 700 } }],
  ] as const)(
    "pages are accessible and keep their CSP: %s",
    { timeout: 120_000 },
    async (_, options) => {
      for (const file of ["index.html", "concepts.html", "helpers.html", "recipes/github.html"]) {
        const { page, errors } = await open(file, options);
        expect(await violationsOf(page), file).toEqual([]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider, file).toBeLessThanOrEqual(0);
        expect(errors, file).toEqual([]);
        await page.context().close();
      }
    },
  );

  test("a reader finds a section by keyboard alone, and the theme lasts", {
    timeout: 60_000,
  }, async () => {
    const { page, errors } = await open("recipes/github.html", { colorScheme: "light" });
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
  });
});

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css"],
  [".js", "text/javascript"],
  [".json", "application/json"],
  [".svg", "image/svg+xml"],
]);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, in one line each. The debugger is not bound by the page's CSP. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(): Promise<Found> } }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
  });
}

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { html: string }[];
  }[];
}
