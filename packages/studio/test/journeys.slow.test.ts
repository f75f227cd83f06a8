// Whole ways of people through the playground in a real browser: an integration from nothing, each known mistake, and
// links and payloads that want to break the page.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  type BrowserOfFolder,
  hasBrowser,
  openFolder,
} from "../../../tools/test-support/browser.ts";
import { buildStudio } from "../build.mjs";
import { writeFragment } from "../src/model/share.ts";

const out = mkdtempSync(join(tmpdir(), "hookwright-journeys-"));
let pages: BrowserOfFolder;

describe.skipIf(!hasBrowser)("journeys through the playground", () => {
  beforeAll(async () => {
    await buildStudio({ out });
    pages = await openFolder(out);
  });
  afterAll(async () => {
    await pages?.close();
    rmSync(out, { recursive: true, force: true });
  });

  const open = async (fragment = "") => {
    const opened = await pages.open(`play/index.html${fragment}`);
    await opened.page.waitForSelector(".result .message, .result .outcome");
    return opened;
  };

  test("GitHub: from an issue to a signed mapping with a test, without a file", async () => {
    const { page, errors, close } = await open();
    const person = createPerson(page);
    await person.chooseSample("github/issue-opened");
    await person.click(page.getByText("New config for this event"));
    await person.click(page.getByLabel("What shall the agent be told?"));
    await person.type("Label the issue and answer it.");
    await person.click(page.getByRole("button", { name: "Write it" }));
    await page.waitForSelector(".message .box.operator pre");
    const written = () => page.getByLabel("Config", { exact: true }).inputValue();
    expect(await written()).toMatch(/auth: \{ provider: "github"/);
    await person.putCaret("Config", "      instructions:");
    await person.type('      sessionKey: "hook:github:{{repository.full_name}}"\n');
    await expect.poll(() => errorsOf(page)).toEqual([]);
    await expect
      .poll(() => page.locator(".result:not(.stale)").innerText())
      .toMatch(/hook:github:/);
    await person.click(page.getByRole("button", { name: "Keep this event as a case" }));
    const download = page.waitForEvent("download");
    await person.click(page.getByRole("button", { name: /^Save 1 case/ }));
    const saved = readFileSync(await (await download).path(), "utf8");
    expect(saved).toMatch(/"becomes":"agent"/);
    expect(person.seconds()).toBeLessThan(5 * 60);
    expect(errors).toEqual([]);
    await close();
  });

  test("GitHub: from a push to a signed wake in a file, without a key of the config", async () => {
    const { page, errors, close } = await open();
    const person = createPerson(page);
    await person.click(page.getByText("New config for this event"));
    await page.getByLabel("Each such event").selectOption("wake");
    await person.click(page.getByLabel("What shall the agent be told?"));
    await person.type("Say what was pushed.");
    await person.click(page.getByRole("button", { name: "Write it" }));
    await page.waitForSelector('.result:not(.stale):has-text("main session is woken")');
    await expect.poll(() => errorsOf(page)).toEqual([]);
    const download = page.waitForEvent("download");
    await person.click(page.getByRole("button", { name: "Download" }));
    expect((await download).suggestedFilename()).toBe("hooks.yaml");
    expect(readFileSync(await (await download).path(), "utf8")).toMatch(
      /auth: \{ provider: "github".*\n +action: wake\n/,
    );
    expect(person.seconds()).toBeLessThan(2 * 60);
    expect(errors).toEqual([]);
    await close();
  });

  test("Stripe: from a payment to a wake, without a file", async () => {
    const { page, errors, close } = await open();
    const person = createPerson(page);
    await person.chooseSample("stripe/payment-succeeded");
    await person.click(page.getByLabel("Config", { exact: true }));
    await page.keyboard.press("Control+A");
    await person.type(STRIPE);
    await expect.poll(() => errorsOf(page)).toEqual([]);
    await page.waitForSelector('.result:not(.stale):has-text("Stripe: ")');
    expect(await page.locator(".result").innerText()).toMatch(/main session is woken/);
    expect(person.seconds()).toBeLessThan(5 * 60);
    expect(errors).toEqual([]);
    await close();
  });

  test("every mistake of the corpus has its message at its place in the editor", async () => {
    const { page, errors, close } = await open();
    const mistakes = readMistakes();
    expect(mistakes.length).toBeGreaterThan(70);
    const wrong: string[] = [];
    let format = "yaml";
    for (const mistake of mistakes) {
      if (mistake.format !== format) {
        format = mistake.format;
        await page.getByLabel("Format").selectOption(format);
      }
      const area = page.getByLabel("Config", { exact: true });
      await area.focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(mistake.text);
      const wanted = JSON.stringify([mistake.code, mistake.start, mistake.end]);
      try {
        await expect
          .poll(() => selectProblem(page, mistake.code), { timeout: 30_000 })
          .toContain(wanted);
      } catch {
        wrong.push(`${mistake.name}: ${wanted}, not ${await selectProblem(page, mistake.code)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });

  test.each([
    ["a deflate bomb", () => packed(`[${" ".repeat(60 * 1024 * 1024)}]`)],
    ["a link of a megabyte", () => `#s=${"A".repeat(1024 * 1024)}`],
    ["base64 with another alphabet", () => "#s=%2B%2F=="],
    ["base64 that is cut off", async () => `#${(await writeFragment(SHARED)).slice(0, -9)}`],
    ["bytes that are not deflated", () => `#s=${btoa("not deflated").replaceAll("=", "")}`],
    ["a text that is not JSON", () => packed("{config:")],
    ["a state of another version", () => packed(JSON.stringify({ ...SHARED, v: 2 }))],
    ["a list as the event", () => packed(JSON.stringify({ ...SHARED, event: [] }))],
    ["a number as the payload", () => packed(JSON.stringify({ ...SHARED, event: { payload: 1 } }))],
  ])("a link that is broken or hostile shows the example and says so: %s", async (_, link) => {
    const { page, errors, close } = await open(await link());
    expect(await page.locator(".notice").innerText()).toMatch(/link is broken or too long/);
    expect(await page.title()).toBe("Playground · Hookwright");
    expect(errors).toEqual([]);
    await close();
  });

  test("a link whose names are markup and prototype keys runs nothing", async () => {
    const markup = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
    const config = JSON.stringify({
      hooks: {
        enabled: true,
        token: "${T}",
        mappings: [{ id: markup, match: { path: "p" }, messageTemplate: `${markup} {{name}}` }],
      },
    });
    const payload = `{"name": ${JSON.stringify(markup)}, "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}`;
    const event = { path: "p", headers: `X-Kind: ${markup}`, query: "", payload };
    const { page, errors, close } = await open(
      packed(JSON.stringify({ ...SHARED, config, format: "json5", event })),
    );
    expect(await page.locator(".notice").innerText()).toBe("Opened from a link.");
    await page.waitForSelector('.message .box.outside:has-text("onerror")');
    expect(await page.title()).toBe("Playground · Hookwright");
    expect(await page.locator("#app :is(img, script)").count()).toBe(0);
    expect(await page.evaluate("({}).polluted")).toBeUndefined();
    expect(errors).toEqual([]);
    await close();
  });

  test("a payload with a line of a megabyte has a result, and the editor stays usable", async () => {
    const { page, errors, close } = await open();
    const payload = { ...pushOf("beside"), blob: "x".repeat(1024 * 1024) };
    await page.getByLabel("Payload", { exact: true }).fill(JSON.stringify(payload));
    await page.waitForSelector('.message .box.outside:has-text("beside")');
    await page.getByLabel("Payload", { exact: true }).fill(JSON.stringify(pushOf("after")));
    await page.waitForSelector('.message .box.outside:has-text("after")');
    expect(errors).toEqual([]);
    await close();
  });
});

const SHARED = {
  v: 1,
  config: "hooks: {}",
  format: "yaml",
  event: { path: "p", headers: "", query: "", payload: "{}" },
} as const;

/** What the first config of the page needs. */
const pushOf = (name: string) => ({ pusher: { name }, repository: { full_name: "a/b" } });

const STRIPE = `hooks:
  enabled: true
  token: "\${HOOK_TOKEN}"
  mappings:
    - match:
        path: stripe
        when: { "==": [{ var: payload.type }, payment_intent.succeeded] }
      auth: { provider: stripe, secret: "\${STRIPE_SECRET}" }
      action: wake
      textTemplate: "Stripe: {{data.object.id}} paid {{data.object.amount}}"
`;

/** The fragment of a link that holds any text. */
function packed(text: string): string {
  return `#s=${deflateRawSync(text).toString("base64url")}`;
}

/** Seconds of a practiced person: a key, and to find something with the eyes and the mouse. */
const [KEY_SECONDS, FIND_SECONDS] = [0.28, 4];

/** Acts as a person does, and adds up how long one would take. */
function createPerson(page: Page) {
  let seconds = 0;
  return {
    seconds: () => seconds,
    click: async (target: ReturnType<Page["locator"]>): Promise<void> => {
      seconds += FIND_SECONDS;
      await target.click();
    },
    chooseSample: async (name: string): Promise<void> => {
      seconds += 3 * FIND_SECONDS;
      await page.locator(".event select").selectOption(name);
    },
    /** At the begin of the line that starts so. */
    putCaret: async (label: string, line: string): Promise<void> => {
      seconds += FIND_SECONDS;
      const area = page.getByLabel(label, { exact: true });
      const at = (await area.inputValue()).indexOf(line);
      expect(at).toBeGreaterThan(0);
      await area.focus();
      await area.evaluate((one: HTMLTextAreaElement, at) => one.setSelectionRange(at, at), at);
    },
    type: async (text: string): Promise<void> => {
      seconds += text.length * KEY_SECONDS;
      await page.keyboard.type(text);
    },
  };
}

const errorsOf = (page: Page): Promise<readonly string[]> =>
  page.locator(".problems .error").allInnerTexts();

/** Clicks each problem with this code, and says what is selected in the editor then. */
function selectProblem(page: Page, code: string): Promise<readonly string[]> {
  return page.evaluate((code) => {
    const area = document.querySelector<HTMLTextAreaElement>("textarea.area");
    const rows = [...document.querySelectorAll(".problems li")].filter((row) =>
      row.querySelector(`a[href$="#${code}"]`),
    );
    return rows.map((row) => {
      row.querySelector<HTMLButtonElement>("button.where")?.click();
      return JSON.stringify([code, area?.selectionStart, area?.selectionEnd]);
    });
  }, code);
}

interface Mistake {
  readonly name: string;
  readonly text: string;
  readonly format: "yaml" | "json5";
  readonly code: string;
  /** Of the marked text. */
  readonly start: number;
  readonly end: number;
}

const CORPUS = join(import.meta.dirname, "../../cli/test/mistakes");

/** The same that `hookwright check` is tested with; « and » mark the place, ⟦ and ⟧ what a fix replaces. */
function readMistakes(): readonly Mistake[] {
  const plain = (text: string): string => text.replaceAll(/[«»⟦⟧]/g, "");
  return readdirSync(CORPUS).flatMap((name) =>
    parse(readFileSync(join(CORPUS, name), "utf8")).map(
      ({ mistake, file, text, code }: Record<"mistake" | "file" | "text" | "code", string>) => ({
        name: mistake,
        text: plain(text),
        format: file.endsWith("yaml") ? "yaml" : "json5",
        code,
        start: plain(text.slice(0, text.indexOf("«"))).length,
        end: plain(text.slice(0, text.indexOf("»"))).length,
      }),
    ),
  );
}
