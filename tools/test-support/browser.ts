// A folder of static pages → pages in a real browser that note violations of their CSP, errors, and what axe finds.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Without it: `apt-get install chromium`, or `CHROMIUM=/path/to/it`. */
export const hasBrowser: boolean = existsSync(executablePath);

/** How a page is looked at: a name, and the options of a browser context. */
export const VIEWS = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["320 pixels wide", { viewport: { width: 320, height: 800 } }],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

export interface OpenedPage {
  readonly page: Page;
  /** Violations of the CSP, errors of scripts, and requests that failed. */
  readonly errors: string[];
  readonly close: () => Promise<void>;
}

export interface BrowserOfFolder {
  readonly url: string;
  /** `path` begins after the URL of the server. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

// Scripts of pages are texts here: the types of a browser's DOM and of Node would not fit into one program.
const NOTE_VIOLATIONS = `document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
  console.error("CSP: " + violatedDirective);
});`;

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css"],
  [".js", "text/javascript"],
  [".json", "application/json"],
  [".svg", "image/svg+xml"],
]);

/** On a machine that does much other work, a page takes many times as long. Less than a test, so that it names the wait. */
const MAX_WAIT_MS = 120_000;

type OpenPage = (url: string, options?: BrowserContextOptions) => Promise<OpenedPage>;

/** A browser whose pages may come from any server. */
export async function openBrowser(): Promise<{
  readonly open: OpenPage;
  readonly close: () => Promise<void>;
}> {
  const browser = await chromium.launch({ executablePath });
  return {
    open: async (url, options = {}) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(MAX_WAIT_MS);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await page.addInitScript(NOTE_VIOLATIONS);
      await page.goto(url);
      return { page, errors, close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

export async function openFolder(folder: string): Promise<BrowserOfFolder> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://pages");
    // Browsers ask for it by themselves.
    if (pathname === "/favicon.ico") return void response.writeHead(204).end();
    const path = join(folder, decodeURIComponent(pathname));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES.get(extname(path)) ?? "text/plain" });
    response.end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  return {
    url,
    open: (path, options) => browser.open(`${url}/${path}`, options),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** One line for each. The debugger is not bound by the page's CSP. */
export async function listViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes[0]?.html.slice(0, 120)))`);
}

/** How much wider the page is than its window, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - innerWidth");
}
