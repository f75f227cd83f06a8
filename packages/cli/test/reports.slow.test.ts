// The pages that `test` and `diff` write, opened as files in a real browser.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  hasBrowser,
  listViolations,
  openBrowser,
  overflowOf,
  VIEWS,
} from "../../../tools/test-support/browser.ts";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";

const run = promisify(execFile);

const COMMAND = new URL("../bin/hookwright.js", import.meta.url).pathname;

const EVIL = `</li></details></main><script>document.title = "hacked"</script><img src=x onerror="document.title='hacked'"><style>*{display:none}</style>\u202e`;

const CONFIG = `hooks:
  token: a-token-that-nobody-may-read
  mappings:
    - id: pr
      match: { path: github, headers: { x-github-event: pull_request } }
      messageTemplate: |
        {{action}}: {{title}}
        {{#if draft}}A draft.{{else}}Ready.{{/if}}
        {{body}}
    - { id: other, match: { path: other }, messageTemplate: "{{a}}" }
`;

const EVENT = {
  path: "github",
  headers: { "x-github-event": "pull_request" },
  payload: { action: "opened", title: EVIL, draft: true, body: `${EVIL}${"long ".repeat(1_000)}` },
};

const FILES = {
  "hooks.yaml": CONFIG,
  "next.yaml": CONFIG.replace("A draft.", "Only a draft.").replace("path: other", "path: others"),
  "hooks.test.yaml": JSON.stringify({
    cases: [
      { name: EVIL, event: EVENT, expect: { mapping: "pr", text: { contains: ["opened"] } } },
    ],
  }),
  "events/pr.event.json": JSON.stringify(EVENT),
  "events/other.event.json": JSON.stringify({ path: "other", payload: { a: EVIL } }),
};

const DIFF = ["diff", "hooks.yaml", "next.yaml", "--events", "events", "--report", "diff.html"];

describe.skipIf(!hasBrowser)("the pages of reports", () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  test.each([
    ["test --coverage=html", ["test", "--coverage=html"], "coverage/index.html", "arm not taken"],
    [
      "test --mutate=html",
      ["test", "--mutate=html"],
      "coverage/mutation.html",
      "No case checks it.",
    ],
    ["diff --report", DIFF, "diff.html", "What the agent reads"],
  ] as const)(
    "hookwright %s writes a page that is accessible from a file, and runs nothing of an event",
    async (name, args, file, words) => {
      const cwd = createTempDir(FILES);
      const { stdout } = await run(process.execPath, [COMMAND, ...args], { cwd }).catch(
        // The differences are not allowed.
        (error: { readonly code: number; readonly stdout: string }) =>
          error.code === 1 && name === "diff --report" ? error : Promise.reject(error),
      );
      if (name !== "diff --report") expect(stdout).toContain(`${file}\n`);
      for (const [view, options] of VIEWS) {
        const { page, errors, close } = await browser.open(
          pathToFileURL(join(cwd, file)).href,
          options,
        );
        expect(await page.locator("h1").count()).toBe(1);
        expect(await page.getByText(words).count(), view).toBeGreaterThan(0);
        expect(await page.getByText("onerror=").count(), view).toBeGreaterThan(0);
        expect(await page.locator("script, img, [style], [title]").count()).toBe(0);
        expect(await page.title()).toMatch(/ · Hookwright$/);
        expect(await page.getByText("a-token-that-nobody-may-read").count()).toBe(0);
        expect(await listViolations(page), view).toEqual([]);
        expect(await overflowOf(page), view).toBeLessThanOrEqual(0);
        // A link leads to the line of the config, also by keyboard.
        const link = page.locator('a[href^="#line-"]').first();
        await link.press("Enter");
        await expect.poll(() => page.locator("li:target").count()).toBe(1);
        expect(errors, view).toEqual([]);
        await close();
      }
    },
  );
});
