// The operator's pages of a real `serve`, in a real browser: what an operator looks for, and finds.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  hasBrowser,
  listViolations,
  openBrowser,
  overflowOf,
  VIEWS,
} from "../../../tools/test-support/browser.ts";
import { createHosted, type HostedOptions, TOKEN } from "./support/hosted.ts";
import { startServe } from "./support/start-serve.ts";

async function serve(options: HostedOptions = {}) {
  const { config, messages } = await createHosted(options);
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, tokenFile] = [join(folder, "hooks.json5"), join(folder, "token")];
  writeFileSync(file, config);
  const own = ["--config", file, "--dispatch", "host", "--state-folder", join(folder, "state")];
  const { url, io } = await startServe([
    ...own,
    ...["--admin", "0", "--admin-write", "--admin-token-file", tokenFile],
  ]);
  await io.stderr.find(/Its pages are at [^\n]+\n/);
  const [, origin = ""] = /Its pages are at (http:[^,\s]+),/.exec(io.stderr.text()) ?? [];
  const push = async (name: string): Promise<string> => {
    const answer = await fetch(`${url}/github`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ pusher: { name }, repository: { full_name: "acme/site" } }),
    });
    return ((await answer.json()) as { runId: string }).runId;
  };
  return {
    origin,
    address: `${origin}/#t=${readFileSync(tokenFile, "utf8").trim()}`,
    push,
    messages,
  };
}

describe.skipIf(!hasBrowser)("the operator's pages", () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  test("the token leaves the address, lasts for the tab, and is asked for without one", async () => {
    const { address, origin } = await serve();
    const { page, errors, close } = await browser.open(address);
    await page.getByText("live", { exact: true }).waitFor();
    expect(page.url()).toBe(`${origin}/`);
    await page.reload();
    await page.getByText("live", { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await close();
    const other = await browser.open(origin);
    await other.page.getByText("needs the token of the server").waitFor();
    await other.page.getByLabel("Token").fill(address);
    await other.page.getByRole("button", { name: "Open" }).click();
    await other.page.getByText("live", { exact: true }).waitFor();
    await other.close();
  });

  test("the time line of a request goes from the event to its delivery, and payload text stays text", async () => {
    const { address, push, messages } = await serve();
    const runId = await push(`<img src=x onerror="document.title='hacked'">`);
    await expect.poll(() => messages.length).toBe(1);
    const { page, errors, close } = await browser.open(address);
    await page.getByRole("link", { name: "Timeline" }).click();
    await page.getByLabel(/Id of a request/).fill(runId);
    await page.getByRole("button", { name: "Show" }).click();
    await page.locator(".timeline .part").first().waitFor();
    const kinds = await page
      .locator(".timeline > li")
      .evaluateAll((all) => all.map(({ className }) => className));
    expect(kinds.slice(0, 3)).toEqual(["request", "match", "run"]);
    expect(kinds).toContain("answer");
    expect(kinds.indexOf("part")).toBeGreaterThan(kinds.indexOf("answer"));
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("Operate · Hookwright");
    expect(errors).toEqual([]);
    await close();
  });

  test("an outage is found in Failed, tried dry and repeated, while the page follows by itself", async () => {
    let isDown = true;
    const { address, push, messages } = await serve({
      fault: () => (isDown ? { kind: "refuse", status: 400 } : undefined),
    });
    const { page, errors, close } = await browser.open(address);
    await page.getByRole("link", { name: "Failed" }).click();
    await page.getByText("Nothing has died").waitFor();
    await push("ann");
    await push("ben");
    const retry = page.getByRole("button", { name: "Retry 2" });
    await retry.waitFor();
    await page.getByRole("button", { name: "Try it dry" }).click();
    await page.getByText("2 would be repeated.").waitFor();
    expect(messages).toHaveLength(0);
    isDown = false;
    await retry.click();
    await page.getByText("2 are repeated.").waitFor();
    // The main session's heartbeats about the failed runs go to "me".
    const repeated = () => messages.filter(({ to }) => to === "team").length;
    await expect.poll(repeated).toBe(2);
    await page.getByText("Nothing has died").waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("a channel is tested with one line", async () => {
    const { address, messages } = await serve();
    const { page, errors, close } = await browser.open(`${address}`);
    await page.getByRole("link", { name: "Channels" }).click();
    await page.getByLabel("Recipient of a test").fill("me");
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText(/Sent: message message-1/).waitFor();
    expect(messages).toEqual([expect.objectContaining({ to: "me" })]);
    expect(errors).toEqual([]);
    await close();
  });

  test.each(VIEWS)("every page is accessible: %s", async (_, options) => {
    const { address, push, messages } = await serve();
    const runId = await push("ann");
    await expect.poll(() => messages.length).toBe(1);
    const { page, errors, close } = await browser.open(address, options);
    for (const hash of ["now", `timeline/${runId}`, "failed", "logbook", "channels"]) {
      await page.goto(`${page.url().split("#")[0]}#${hash}`);
      await page.locator(".operate h2").waitFor();
      await expect.poll(() => page.getByText("Reading…").count()).toBe(0);
      expect(await listViolations(page), hash).toEqual([]);
      expect(await overflowOf(page), hash).toBeLessThanOrEqual(0);
    }
    expect(errors).toEqual([]);
    await close();
  });
});
