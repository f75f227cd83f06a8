// The playground in a real browser: what a person does with it, by mouse and by keyboard, under its own CSP.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type BrowserOfFolder,
  hasBrowser,
  listViolations,
  openFolder,
  overflowOf,
  VIEWS,
} from "../../../tools/test-support/browser.ts";
import { buildStudio } from "../build.mjs";

const out = mkdtempSync(join(tmpdir(), "hookwright-play-"));
let pages: BrowserOfFolder;

describe.skipIf(!hasBrowser)("the playground", () => {
  beforeAll(async () => {
    await buildStudio({ out });
    pages = await openFolder(out);
  });
  afterAll(async () => {
    await pages?.close();
    rmSync(out, { recursive: true, force: true });
  });

  const open = async (options: BrowserContextOptions = {}, fragment = "") => {
    const opened = await pages.open(`play/index.html${fragment}`, options);
    await opened.page.waitForSelector(".result .message, .result .outcome");
    return opened;
  };

  const message = (page: Page): Promise<string> =>
    page.locator(".message .box.outside pre").first().innerText();

  /** Replaces the text of a field as a person does: select all, then insert. */
  const fill = async (page: Page, label: string, text: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
  };

  test("a push of GitHub becomes a message, with the value of each expression behind its line", async () => {
    const { page, errors, close } = await open();
    expect(await message(page)).toMatch(/^Codertocat pushed to Codertocat\/Hello-World:/);
    const values = await page.locator(".layer .values").allInnerTexts();
    expect(values[0]).toContain('"Codertocat/Hello-World"');
    // Each piece of the message points back to its expression, which points to the field of the event.
    await page.getByRole("button", { name: /^Codertocat, from/ }).click();
    expect(await page.locator(".layer .focused").first().innerText()).toBe("{{pusher.name}}");
    const selected = (): Promise<string> =>
      page
        .getByLabel("Payload", { exact: true })
        .evaluate((area: HTMLTextAreaElement) =>
          area.value.slice(area.selectionStart, area.selectionEnd),
        );
    // The worker finds the field.
    await expect.poll(selected).toBe('"Codertocat"');
    expect(errors).toEqual([]);
    await close();
  });

  test("keys, fields and helpers are completed by the keyboard alone, and Escape leaves", async () => {
    const { page, errors, close } = await open();
    const config = page.getByLabel("Config", { exact: true });
    const options = page.locator(".completion").getByRole("option");
    const start = "hooks:\n  mappings:\n    - id: a\n      match: { path: github }\n      ";
    await fill(page, "Config", `${start}te`);
    expect(await options.count()).toBe(0);
    await page.keyboard.press("Control+Space");
    await options.first().waitFor();
    // What begins with it comes before what contains it.
    expect((await options.allInnerTexts()).slice(0, 1)).toEqual(["textTemplate"]);
    expect(await options.allInnerTexts()).toContain("messageTemplate");
    expect(await options.allInnerTexts()).not.toContain("id");
    expect(await listViolations(page)).toEqual([]);
    // The list follows what is typed; Escape leaves it, and the text as it is.
    await page.keyboard.type("xt");
    await expect.poll(() => options.allInnerTexts()).toEqual(["textTemplate"]);
    await page.keyboard.press("Escape");
    expect(await options.count()).toBe(0);
    expect(await config.inputValue()).toBe(`${start}text`);
    for (let count = 0; count < 4; count += 1) await page.keyboard.press("Backspace");
    await page.keyboard.type("te");
    await page.keyboard.press("Control+Space");
    await options.first().waitFor();
    const active = (): Promise<string> =>
      page.evaluate(
        'document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).innerText',
      );
    expect(await active()).toBe("textTemplate");
    for (let count = 0; count < 9 && (await active()) !== "messageTemplate"; count += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => config.inputValue()).toBe(`${start}messageTemplate: `);
    await page.keyboard.type('"{{repository.full');
    await page.keyboard.press("Alt+/");
    await options.first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type('}}"');
    expect(await config.inputValue()).toBe(`${start}messageTemplate: "{{repository.full_name}}"`);
    // Undo takes back what was completed.
    await page.keyboard.press("Control+Z");
    expect(await config.inputValue()).not.toContain("}}");
    expect(errors).toEqual([]);
    await close();
  });

  /** A page whose engine never answers. */
  const openWithoutEngine = async (fragment = "") => {
    const copy = mkdtempSync(join(tmpdir(), "hookwright-play-"));
    cpSync(out, copy, { recursive: true });
    const { worker } = JSON.parse(await readFile(join(copy, "play/files.json"), "utf8"));
    rmSync(join(copy, "play", worker));
    const withoutEngine = await openFolder(copy);
    const { page } = await withoutEngine.open(`play/index.html${fragment}`);
    const close = async (): Promise<void> => {
      await withoutEngine.close();
      rmSync(copy, { recursive: true });
    };
    return { page, close };
  };

  test("the answer of a link does not wait for the sample events", async () => {
    const event = { path: "github", headers: "", query: "", payload: "{}" };
    const shared = JSON.stringify({ v: 1, config: "{}", format: "json5", event });
    const { page, close } = await openWithoutEngine(
      `#s=${deflateRawSync(shared).toString("base64url")}`,
    );
    await page.getByText("Opened from a link.").waitFor();
    await page.waitForLoadState("networkidle");
    const names = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name),
    );
    expect(names.some((name) => name.includes("/play-"))).toBe(true);
    expect(names.filter((name) => name.includes("/samples-"))).toEqual([]);
    await close();
  });

  test("the result of the example is there before the engine is", async () => {
    const { page, close: closeWithout } = await openWithoutEngine();
    await page.waitForSelector(".message");
    const shown = await message(page);
    await closeWithout();

    const { page: whole, errors, close } = await open();
    // The engine has answered when there is a strip.
    await whole.waitForSelector(".strip");
    expect(await message(whole)).toBe(shown);
    expect(errors).toEqual([]);
    await close();
  });

  test("an event of 1 MB is a folded tree that shows the field of an expression, and the config can be typed at", async () => {
    const { page, errors, close } = await open();
    const commits = Array.from({ length: 6_000 }, (_, at) => ({
      id: at,
      message: `commit ${at} ${"x".repeat(80)}`,
      author: { name: `author-${at}` },
    }));
    const event = { path: "big", payload: { pusher: { name: "ann" }, commits } };
    await fill(
      page,
      "Config",
      'hooks:\n  token: x\n  mappings:\n    - id: big\n      match: { path: big }\n      messageTemplate: "{{commits.5000.author.name}} by {{pusher.name}}"\n',
    );
    await page.getByText("Paste a request").click();
    await page
      .getByLabel("A curl command, a raw request, an event file or a payload")
      .fill(JSON.stringify(event));
    await page.locator(".message", { hasText: "author-5000 by ann" }).waitFor();
    const tree = page.getByRole("group", { name: "Payload as a tree" });
    // Only what is open is drawn.
    expect(await tree.locator("details, .leaf").count()).toBeLessThan(10);
    await page.getByRole("button", { name: /^author-5000, from/ }).click();
    await tree.locator(".focused", { hasText: "author-5000" }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(await tree.locator("details, .leaf").count()).toBeLessThan(500);
    const config = page.getByLabel("Config", { exact: true });
    await config.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# twenty letters now");
    expect(await config.inputValue()).toMatch(/\n# twenty letters now$/);
    await page.getByRole("button", { name: "Edit the payload as text" }).click();
    await page.getByLabel("Payload", { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("somebody pastes a request and writes a first mapping from nothing", async () => {
    const { page, errors, close } = await open();
    await page.getByText("Paste a request").click();
    await page
      .getByLabel("A curl command, a raw request, an event file or a payload")
      .fill(
        `curl https://gateway.example/hooks/deploys -H 'X-Deploy-Event: finished' -d '{"name":"shop","state":"failed"}'`,
      );
    await page.waitForSelector("text=no mapping takes this event");
    await page.getByText("New config for this event").click();
    await page.getByLabel("What shall the agent be told?").fill("Say what was deployed.");
    await page.getByRole("button", { name: "Write it" }).click();
    await page.waitForSelector(".message");
    expect(await page.locator(".message .box.operator pre").innerText()).toBe(
      "Say what was deployed.",
    );
    expect((await message(page)).trim()).toBe("name: shop\nstate: failed");
    expect(errors).toEqual([]);
    await close();
  });

  test("a recipe loads with its events, and shows which are taken", async () => {
    const { page, errors, close } = await open();
    await page.getByLabel("Load a recipe").selectOption("stripe");
    await page.waitForSelector('text="/hooks/stripe"');
    const taken = await page.locator(".strip .note").innerText();
    expect(Number(/^(\d+) of \d+ are taken/.exec(taken)?.[1])).toBeGreaterThan(5);
    expect(errors).toEqual([]);
    await close();
  });

  test("a mistake has its message at its line, the last result stays, and the fix repairs it", async () => {
    const { page, errors, close } = await open();
    const before = await message(page);
    const config = page.getByLabel("Config", { exact: true });
    await config.evaluate((area: HTMLTextAreaElement) => {
      area.focus();
      const at = area.value.indexOf("messageTemplate");
      area.setSelectionRange(at + 7, at + 15);
    });
    await page.keyboard.insertText("Templat");
    const problem = page.locator(".problems .error").first();
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/line 11.*messageTemplat/s);
    expect(await page.locator(".result.stale").count()).toBe(1);
    expect(await message(page)).toBe(before);
    await problem.getByRole("button", { name: /^Fix/ }).click();
    await page.waitForSelector(".result:not(.stale)");
    expect(await page.locator(".problems .error").count()).toBe(0);
    // The fix is an edit like any other.
    await page.keyboard.press("Control+Z");
    await page.waitForSelector(".result.stale");
    expect(errors).toEqual([]);
    await close();
  });

  test("an edit shows which outcomes of the sample events it changes", async () => {
    const { page, close } = await open();
    const text = await page.getByLabel("Config", { exact: true }).inputValue();
    await fill(page, "Config", text.replace("x-github-event: push", "x-github-event: issues"));
    await page.waitForSelector(".chip.changed");
    const changed = await page.locator(".strip .chip.changed").allInnerTexts();
    expect(changed.some((chip) => /github\/push → no mapping lost/.test(chip))).toBe(true);
    expect(changed.some((chip) => /github\/issue-\w+ → push new/.test(chip))).toBe(true);
    await page.getByRole("button", { name: "Compare with now" }).click();
    await page.waitForSelector("text=No outcome has changed");
    await close();
  });

  test("a link holds the config and the event, without what looks private", async () => {
    const { page, close } = await open();
    await fill(page, "Headers", "X-GitHub-Event: push\nX-Hub-Signature-256: sha256=abc");
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForSelector("dialog li");
    expect(await page.locator("dialog li").allInnerTexts()).toContain(
      "headers.x-hub-signature-256",
    );
    const link = await page.locator("input.link").inputValue();
    await close();
    const other = await open({}, `#${link.split("#")[1]}`);
    expect(await message(other.page)).toMatch(/pushed to/);
    expect(await other.page.getByLabel("Headers").inputValue()).toBe("x-github-event: push");
    // The fragment would stay in the history of the browser.
    expect(other.page.url()).not.toContain("#");
    expect(other.errors).toEqual([]);
    await other.close();
  });

  test("a broken link shows the example and says so", async () => {
    const { page, errors, close } = await open({}, "#s=AAAA");
    expect(await page.locator(".notice").innerText()).toMatch(/link is broken/);
    expect(errors).toEqual([]);
    await close();
  });

  test("hostile payloads stay text: markup, bidi controls, a long line, many keys", async () => {
    const { page, errors, close } = await open();
    const name = `<img src=x onerror="document.title='hacked'">\u202e`;
    const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at]));
    const payload = {
      pusher: { name },
      repository: { full_name: "a/b" },
      commits: [{ message: "x".repeat(100_000) }],
      ...keys,
    };
    await page.getByLabel("Payload", { exact: true }).fill(JSON.stringify(payload));
    await page.waitForFunction(() =>
      document.querySelector(".message .box.outside")?.textContent?.includes("onerror"),
    );
    expect(await message(page)).not.toContain("\u202e");
    expect(await page.title()).toBe("Playground · Hookwright");
    expect(await page.locator("img").count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  test("64 mappings can be typed at: every letter arrives, and the result follows", async () => {
    const { page, errors, close } = await open();
    const mappings = Array.from(
      { length: 64 },
      (_, at) =>
        `    - id: m${at}\n      match: { path: hook${at} }\n      messageTemplate: "{{a}} ${"word ".repeat(20)}"`,
    );
    await fill(
      page,
      "Config",
      `hooks:\n  enabled: true\n  token: \${T}\n  mappings:\n${mappings.join("\n")}\n`,
    );
    await fill(page, "Name of the hook", "hook63");
    await fill(page, "Payload", '{"a": "first"}');
    await page.waitForFunction(() =>
      document.querySelector(".message .box.outside")?.textContent?.includes("first"),
    );
    const config = page.getByLabel("Config", { exact: true });
    await config.evaluate((area: HTMLTextAreaElement) => {
      area.focus();
      const at = area.value.lastIndexOf("word");
      area.setSelectionRange(at, at);
    });
    await page.keyboard.type("the quick brown fox ");
    await page.waitForFunction(() =>
      document
        .querySelector(".message .box.outside")
        ?.textContent?.includes("the quick brown fox word"),
    );
    expect(errors).toEqual([]);
    await close();
  });

  test("one thing is flipped with a click, and kept as a case of a test file", async () => {
    const { page, errors, close } = await open();
    const flip = page.locator(".misses .chip").first();
    expect(await flip.innerText()).toMatch(/x-github-event/);
    await page
      .getByRole("button", { name: /^Keep as a case: .*x-github-event/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Keep this event as a case" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save 2 cases as hooks.test.yaml" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("hooks.test.yaml");
    const text = await readFile(await download.path(), "utf8");
    expect(text).toMatch(/"becomes":"unmatched"/);
    expect(text).toMatch(
      /"becomes":"agent","mapping":"push","sessionKey":"hook:github:Codertocat\/Hello-World"/,
    );
    await flip.click();
    await page.waitForSelector("text=no mapping takes this event");
    expect(errors).toEqual([]);
    await close();
  });

  test("the keyboard alone reaches every pane", async () => {
    const { page, errors, close } = await open();
    await page.locator("h1 a").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    const seen: (string | null)[] = [];
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press("F6");
      seen.push(
        await page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby") ?? null),
      );
    }
    expect(seen).toEqual([
      "event-title",
      "config-title",
      "result-title",
      "strip-title",
      "picture-title",
    ]);
    expect(errors).toEqual([]);
    await close();
  });

  test.each([
    ...VIEWS,
    ["at 200 %", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
  ] as const)("the page is accessible: %s", async (_, options) => {
    const { page, errors, close } = await open(options);
    expect(await listViolations(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await page.locator("h1").count()).toBe(1);
    // Panes follow each other and do not overlap.
    const [panes, below] = [
      await page.locator(".panes").boundingBox(),
      await page.locator(".below").boundingBox(),
    ];
    expect(below?.y).toBeGreaterThanOrEqual((panes?.y ?? 0) + (panes?.height ?? 0) - 1);
    const last = await page.locator(".panes .pane").last().boundingBox();
    expect(below?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0) - 1);
    expect(errors).toEqual([]);
    await close();
  });
});
