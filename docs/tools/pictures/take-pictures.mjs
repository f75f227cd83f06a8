// @ts-check
// node docs/tools/pictures/take-pictures.mjs [--docs]: every page that people look at → pictures in reports/pictures.
//
// Look at them after a change of styles: no test sees that a page is ugly. With --docs, the three pictures of the docs
// are taken anew, too. Needs Chromium, as the tests of pages do, and what `npm run build` makes.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { buildSite } from "../site/build-site.mjs";
import { startExampleHost } from "./example-host.mjs";
import { writeExampleReports } from "./example-reports.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * @typedef {object} Shot
 * @property {string} name
 * @property {string} url
 * @property {(page: Page) => Promise<unknown>} [prepare] until the page shows what the picture is about
 * @property {boolean} [isWhole] also below the window
 */

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const OUT = join(ROOT, "reports/pictures");

/** In the docs, by the name of the shot. A reader fetches them with the page. */
const OF_DOCS = new Set(["playground", "timeline", "coverage"]);
const MAX_DOCS_BYTES = 150_000;

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css"],
  [".js", "text/javascript"],
  [".json", "application/json"],
  [".svg", "image/svg+xml"],
]);

const work = mkdtempSync(join(tmpdir(), "hookwright-pictures-"));
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
});
const site = await serveSite(join(work, "site"));
const host = await startExampleHost();
try {
  const reports = writeExampleReports(join(work, "project"));
  const shots = [...shotsOfSite(site.url), ...shotsOfHost(host), ...shotsOfReports(reports)];
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  for (const shot of shots) {
    for (const scheme of /** @type {const} */ (["light", "dark"])) await take(shot, scheme);
  }
  console.log(`${shots.length * 2} pictures in ${OUT}`);
} finally {
  await host.stop();
  await browser.close();
  site.close();
  rmSync(work, { recursive: true, force: true });
}

/** @param {string} url @returns {readonly Shot[]} */
function shotsOfSite(url) {
  const waits = (/** @type {Page} */ page) => page.waitForSelector(".result .message");
  return [
    { name: "playground", url: `${url}/play/index.html`, prepare: waits },
    {
      name: "config-picture",
      url: `${url}/play/index.html`,
      prepare: async (page) => {
        await page.getByLabel("Load a recipe").selectOption("github");
        await page.locator(".lanes .stop").filter({ hasText: "github-push" }).first().waitFor();
        await page.evaluate("document.querySelector('.lanes').scrollIntoView()");
      },
    },
    { name: "front", url: `${url}/index.html`, prepare: waits, isWhole: true },
    { name: "docs", url: `${url}/matching.html` },
  ];
}

/** @param {{ address: string, runId: string }} host @returns {readonly Shot[]} */
function shotsOfHost({ address, runId }) {
  const pages = ["now", `timeline/${runId}`, "failed", "logbook", "channels"];
  return pages.map((page) => ({
    name: page.replace(/\/.*/, ""),
    url: address,
    isWhole: true,
    prepare: async (opened) => {
      await opened.getByText("live", { exact: true }).waitFor();
      await opened.evaluate(`location.hash = ${JSON.stringify(`#${page}`)}`);
      await opened.locator(".operate h2").waitFor();
      await opened.getByText("Reading…").first().waitFor({ state: "hidden" });
    },
  }));
}

/** @param {Readonly<Record<string, string>>} reports @returns {readonly Shot[]} */
function shotsOfReports(reports) {
  return Object.entries(reports).map(([name, path]) => ({
    name,
    url: pathToFileURL(path).href,
    isWhole: true,
  }));
}

/** @param {Shot} shot @param {"light" | "dark"} colorScheme */
async function take({ name, url, prepare, isWhole = false }, colorScheme) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await prepare?.(page);
  await page.screenshot({ path: join(OUT, `${name}-${colorScheme}.png`), fullPage: isWhole });
  if (OF_DOCS.has(name) && colorScheme === "light" && process.argv.includes("--docs")) {
    const path = join(ROOT, `docs/pictures/${name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > MAX_DOCS_BYTES)
      throw new Error(`${path} has ${size} bytes, and may have ${MAX_DOCS_BYTES}.`);
  }
  await context.close();
}

/** @param {string} out */
async function serveSite(out) {
  await buildSite({ out });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://pages");
    try {
      const body = readFileSync(join(out, pathname));
      response.writeHead(200, { "content-type": TYPES.get(extname(pathname)) ?? "image/png" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
