// Sites of several versions in one folder: their menu, the notice of old ones, and the way between them in a real browser.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type BrowserOfFolder,
  hasBrowser,
  listViolations,
  openFolder,
  overflowOf,
  VIEWS,
} from "../../../tools/test-support/browser.ts";
import { buildSite } from "./build-site.mjs";
import { joinVersions, newestOfEachMinor } from "./join-versions.mjs";

const folder = mkdtempSync(join(tmpdir(), "hookwright-versions-"));
const joined = join(folder, "joined");
let names: readonly string[];
let pages: BrowserOfFolder | undefined;

/** Each version as `npm run site` built it: one page has another name since 0.2, and one is new in `next`. */
beforeAll(async () => {
  const builds = new Map(["0.2", "next", "0.1"].map((name) => [name, join(folder, name)]));
  await buildSite({ out: join(folder, "next") });
  for (const name of ["0.1", "0.2"]) {
    cpSync(join(folder, "next"), join(folder, name), { recursive: true });
    rmSync(join(folder, name, "coalesce.html"));
  }
  renameSync(join(folder, "0.1/concepts.html"), join(folder, "0.1/words.html"));
  names = joinVersions({ builds, out: joined });
  if (hasBrowser) pages = await openFolder(joined);
});
afterAll(async () => {
  await pages?.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = (file: string): string => readFileSync(join(joined, file), "utf8");

const listHtml = (): readonly string[] =>
  readdirSync(joined, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );

test("newestOfEachMinor() takes the last patch of each minor version, and no pre-release", () => {
  const tags = ["v0.10.0", "v0.2.0", "v0.2.10", "v0.2.9", "v1.0.0-beta.1", "docs-1"];
  expect([...newestOfEachMinor(tags)]).toEqual([
    ["0.2", "v0.2.10"],
    ["0.10", "v0.10.0"],
  ]);
});

test("joinVersions() lists the versions, the newest first", () => {
  expect(names).toEqual(["next", "0.2", "0.1"]);
});

test("every link from one version to another leads to a page", () => {
  const dead: string[] = [];
  let count = 0;
  for (const file of listHtml()) {
    const added = /<details class="versions">.*?<\/details>|<p class="old-version".*?<\/p>/gs;
    for (const [part] of page(file).matchAll(added)) {
      for (const [, link = ""] of part.matchAll(/href="([^"]+)"/g)) {
        count += 1;
        if (!existsSync(join(joined, dirname(file), link))) dead.push(`${file}: ${link}`);
      }
    }
  }
  expect(dead).toEqual([]);
  expect(count).toBeGreaterThan(1_000);
});

test("a page of the latest version has no notice, and each other one links to the latest", () => {
  expect(page("0.2/concepts.html")).not.toContain("old-version");
  expect(page("latest/concepts.html")).toBe(page("0.2/concepts.html"));
  expect(page("0.1/recipes/github.html")).toContain(
    'This page is about version 0.1. <a href="../../latest/recipes/github.html">The same page of 0.2',
  );
  expect(page("next/concepts.html")).toContain("the next version, which is not released");
  expect(page("0.1/recipes/github.html")).toContain(
    '<link rel="canonical" href="../../latest/recipes/github.html">',
  );
});

test("a page that another version does not have leads to its front page", () => {
  expect(page("0.1/words.html")).toContain(
    "It is not in the latest version. The front page of 0.2, the latest</a>",
  );
  expect(page("0.1/words.html")).toContain('<a href="../next/index.html">');
  expect(page("0.1/words.html")).not.toContain('rel="canonical"');
  expect(page("next/coalesce.html")).toContain('<a href="../0.1/index.html">');
});

test("the folder has one list of versions and one file of headers, and begins at the latest", () => {
  expect(JSON.parse(page("versions.json"))).toEqual({
    latest: "0.2",
    versions: ["next", "0.2", "0.1"],
  });
  expect(page("_headers")).toContain("frame-ancestors 'none'");
  expect(existsSync(join(joined, "0.1/_headers"))).toBe(false);
  expect(page("index.html")).toContain('url=latest/index.html"');
});

test("a site of one version has neither a menu of versions nor a notice", () => {
  const alone = join(folder, "alone");
  expect(joinVersions({ builds: new Map([["next", join(folder, "next")]]), out: alone })).toEqual([
    "next",
  ]);
  const text = readFileSync(join(alone, "latest/concepts.html"), "utf8");
  expect(text).not.toMatch(/class="versions"|old-version/);
});

describe.skipIf(!hasBrowser)("in Chromium", () => {
  test("a reader goes from an old version to the latest and back, by keyboard, and searches in each", async () => {
    const { page, errors, close } = await (pages as BrowserOfFolder).open("index.html");
    await page.waitForURL(/\/latest\/index\.html$/);
    await page.goto(`${pages?.url}/0.1/recipes/github.html`);
    await page.getByRole("link", { name: "The same page of 0.2, the latest" }).click();
    await page.waitForURL(/\/latest\/recipes\/github\.html$/);
    await page.locator(".versions summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/0\.1\/recipes\/github\.html$/);
    await page.keyboard.press("/");
    await page.keyboard.type("dedupeKey");
    await page.locator("#results a").first().click();
    await page.waitForURL(/\/0\.1\/[\w/-]+\.html#/);
    expect(errors).toEqual([]);
    await close();
  });

  test.each(VIEWS)(
    "pages of versions are accessible, with the menu open: %s",
    async (_, options) => {
      for (const file of ["0.1/index.html", "0.1/recipes/github.html", "next/coalesce.html"]) {
        const { page, errors, close } = await (pages as BrowserOfFolder).open(file, options);
        await page.locator(".versions summary").click();
        const list = await page.locator(".versions ul").boundingBox();
        expect(list?.x, file).toBeGreaterThanOrEqual(0);
        expect(await listViolations(page), file).toEqual([]);
        expect(await overflowOf(page), file).toBeLessThanOrEqual(0);
        expect(errors, file).toEqual([]);
        await close();
      }
    },
  );
});
