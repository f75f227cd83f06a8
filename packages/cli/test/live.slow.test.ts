// Live requests of a real `serve`: what the API and the playground show of them, and what they never show.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LiveItem, LiveRequest, Page } from "@hookwright/host/api";
import type { BrowserContextOptions, Page as BrowserPage } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  hasBrowser,
  listViolations,
  openBrowser,
  overflowOf,
  VIEWS,
} from "../../../tools/test-support/browser.ts";
import { run } from "../src/run.ts";
import { createApiClient } from "./support/api-client.ts";
import { startServe } from "./support/start-serve.ts";
import { createTestIo, type TestInput } from "./support/test-io.ts";
// Loaded before the first test, whose time their imports would take.
import "../src/commands/serve.ts";
import "../src/live/create-live.ts";

const TOKEN = "the-hook-token-of-these-tests";
const GITHUB_SECRET = "the-github-secret-of-these-tests";
const ENV_SECRET = "sk-of-the-environment-0123456789";

const CONFIG = {
  hooks: {
    enabled: true,
    token: TOKEN,
    maxBodyBytes: 2 * 1024 * 1024,
    mappings: [
      {
        id: "push",
        match: { path: "github", headers: { "x-github-event": "push" } },
        auth: { provider: "github", secret: GITHUB_SECRET },
        sessionKey: "hook:github",
        messageTemplate: "{{pusher.name}} pushed",
      },
      {
        id: "deploy",
        match: { path: "deploys" },
        sessionKey: "hook:deploys",
        messageTemplate: "{{state}}",
      },
    ],
  },
};

interface LiveOptions extends TestInput {
  readonly config?: object;
}

async function serveLive(args: readonly string[] = ["--studio-events"], options: LiveOptions = {}) {
  const { config = CONFIG, ...input } = options;
  const folder = mkdtempSync(join(tmpdir(), "hw-live-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, tokenFile] = [join(folder, "hooks.json5"), join(folder, "token")];
  writeFileSync(file, JSON.stringify(config, undefined, 2));
  const start = async (more: readonly string[] = []) => {
    const { url, io, stop } = await startServe(
      [
        ...["--config", file, "--admin", "0", "--studio", "--admin-token-file", tokenFile],
        ...args,
        ...more,
      ],
      { env: { OWN_SECRET: ENV_SECRET }, ...input },
    );
    await io.stderr.find(/Its state is at [^\n]+\n/);
    await io.stderr.find(/Its pages are at [^\n]+\n/);
    const [, origin = ""] = /Its state is at (\S+)\/healthz/.exec(io.stderr.text()) ?? [];
    const token = readFileSync(tokenFile, "utf8").trim();
    return { url, origin, token, io, stop, api: createApiClient(origin, token) };
  };
  return { folder, file, start, ...(await start()) };
}

interface SentEvent {
  readonly path?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
}

async function post(url: string, event: SentEvent = {}): Promise<number> {
  const { path = "deploys", token = TOKEN, headers = {}, payload = { state: "done" } } = event;
  const answer = await fetch(`${url}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  return answer.status;
}

type Api = Awaited<ReturnType<typeof serveLive>>["api"];

const list = (api: Api, query = ""): Promise<Page<LiveItem>> => api.get(`requests${query}`);

const newest = async (api: Api): Promise<LiveRequest> => {
  const { items } = await list(api);
  return api.get(`requests/${items[0]?.id}`);
};

test("serve --studio shows what became of each request, the newest first, and no event without --studio-events", async () => {
  const { url, api, io } = await serveLive([]);
  const stream = await api.stream();
  await stream.next();
  await post(url);
  await post(url, { token: "wrong-token-of-a-stranger" });
  await post(url, { path: "nowhere" });
  const { items, next } = await list(api);
  expect(next).toBeUndefined();
  expect(items.map(({ record, missing }) => [record.name, record.status, missing])).toEqual([
    ["nowhere", 404, "unproved"],
    ["deploys", 401, "unproved"],
    ["deploys", 202, "off"],
  ]);
  expect(items[2]?.record).toMatchObject({ outcome: "action", mappingId: "deploy" });
  expect(await stream.next()).toMatchObject({ event: "request", data: { live: items[2]?.id } });
  stream.close();
  expect(await api.get("about")).toMatchObject({
    ...{ mode: "playground", features: ["live"] },
    hooksUrl: new URL(url).origin,
  });
  expect((await api.call("runs")).status).toBe(404);
  expect(JSON.stringify(items)).not.toContain("127.0.0.1");
  expect(io.stdout.text()).toContain('"mappingId":"deploy"');
});

test("serve --studio names the mapping that came nearest and its clause", async () => {
  const config = structuredClone(CONFIG);
  config.hooks.mappings[1] = {
    ...config.hooks.mappings[1],
    match: { path: "deploys", headers: { "x-kind": "release" } },
  } as never;
  const { url, api } = await serveLive(["--studio-events"], { config });
  await post(url, { headers: { "x-kind": "test" } });
  expect((await newest(api)).record).toMatchObject({
    outcome: "unmatched",
    nearest: { mappingId: "deploy", clause: "match.headers.x-kind" },
  });
});

test("serve --studio lists pages that continue, and 500 requests at most", async () => {
  const { url, api } = await serveLive([]);
  for (let sent = 0; sent < 520; sent += 20) {
    await Promise.all(Array.from({ length: 20 }, () => post(url)));
  }
  const ids: string[] = [];
  for (let query = "?limit=120"; ; ) {
    const { items, next } = await list(api, query);
    ids.push(...items.map(({ id }) => id));
    if (next === undefined) break;
    query = `?limit=120&before=${next}`;
  }
  expect(ids).toHaveLength(500);
  expect(new Set(ids).size).toBe(500);
  expect((await list(api, "?before=ffffffff-1")).items).toEqual([]);
  expect((await api.call("requests/ffffffff-1")).status).toBe(404);
});

test("serve --studio-events never shows a secret, wherever a sender writes it", async () => {
  const { url, api, io } = await serveLive();
  const secrets = [TOKEN, GITHUB_SECRET, ENV_SECRET, "ghp_0123456789abcdefghijklmnopqrstuvwxyz"];
  const everywhere = {
    text: secrets.join(" "),
    [TOKEN]: 1,
    password: "a-password-of-somebody",
    nested: [{ url: `https://ann:${ENV_SECRET}@acme.example/?token=${TOKEN}` }],
    encoded: Buffer.from(GITHUB_SECRET).toString("base64"),
    mail: "ann@acme.example",
  };
  await post(url, {
    path: `deploys?x=${encodeURIComponent(TOKEN)}`,
    headers: {
      "x-request-id": TOKEN,
      "x-own-id": ENV_SECRET,
      cookie: `session=${GITHUB_SECRET}`,
      "x-gitlab-token": GITHUB_SECRET,
    },
    payload: everywhere,
  });
  const shown = await newest(api);
  expect(shown.event?.payload).toMatchObject({ nested: [{}] });
  const config = await api.get<{ readonly text: string }>("config");
  const texts = JSON.stringify([shown, await list(api), config]);
  for (const secret of [
    ...secrets,
    "a-password-of-somebody",
    "ann@acme.example",
    Buffer.from(GITHUB_SECRET).toString("base64"),
  ]) {
    expect(texts).not.toContain(secret);
  }
  expect(config.text).toContain('"token": "REDACTED"');
  expect(io.stderr.text()).not.toContain(ENV_SECRET);
});

test.each<[string, unknown, LiveItem["missing"]]>([
  ["HTML and bidi controls", { state: "<img src=x onerror=alert(1)>\u202egnp" }, undefined],
  [
    "10,000 keys",
    Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at])),
    undefined,
  ],
  ["a line of 1 MB", { state: "a b".repeat(330_000) }, undefined],
  ["a body above 1 MiB", { state: "a b".repeat(400_000) }, "large"],
  ["deep lists", "[".repeat(900) + "]".repeat(900), undefined],
])(
  "serve --studio-events keeps a hostile payload, or says why not: %s",
  async (_, payload, missing) => {
    const { url, api } = await serveLive();
    await post(url, { payload });
    await post(url);
    const [, hostile] = (await list(api)).items;
    const shown = await api.get<LiveRequest>(`requests/${hostile?.id}`);
    expect(shown.missing).toBe(missing);
    expect(shown.event === undefined).toBe(missing !== undefined);
    expect((await newest(api)).event?.payload).toEqual({ state: "done" });
  },
);

test("the API of live requests has the rules of every other route", async () => {
  const { url, api } = await serveLive();
  await post(url);
  const { id } = await newest(api);
  for (const path of ["requests", `requests/${id}`, "config", "stream"]) {
    for (const [headers, status] of [
      [{ authorization: undefined }, 401],
      [{ authorization: "Bearer wrong" }, 401],
      [{ host: "evil.example" }, 421],
      [{ origin: "https://evil.example" }, 403],
      [{ "sec-fetch-site": "same-site" }, 403],
    ] as const) {
      expect((await api.call(path, { headers })).status, `${path} ${status}`).toBe(status);
    }
  }
  const event = { path: "deploys", headers: {}, query: {}, payload: {} };
  expect((await api.post("requests", { event })).body).toMatchObject({
    error: { code: "read_only" },
  });
  expect((await api.call("requests?befor=1")).status).toBe(400);
});

test("POST /api/requests sends an event as its sender would, as a new request that is marked", async () => {
  const { url, api, io } = await serveLive(["--studio-events", "--admin-write"]);
  await post(url, { path: "deploys" });
  const push = {
    path: "github",
    headers: { "x-github-event": "push", "x-github-delivery": "1" },
    payload: { pusher: { name: "ann" } },
  };
  for (const event of [push, push, { path: "deploys", payload: { state: "again" } }]) {
    const { status, body } = await api.post("requests", { event });
    expect([status, (body as { status: number }).status]).toEqual([200, 202]);
  }
  const { items } = await list(api);
  expect(items.map(({ record }) => [record.sentBy, record.mappingId, record.dedupe])).toEqual([
    ["operator", "deploy", undefined],
    ["operator", "push", "first"],
    ["operator", "push", "first"],
    [undefined, "deploy", undefined],
  ]);
  expect(io.stderr.text()).toContain("sent by the operator");
  const wrong = await api.post("requests", { event: { path: "nowhere" } });
  expect(wrong).toMatchObject({ status: 409, body: { error: { code: "cannot_send" } } });
  const unread = await api.post("requests", { event: { path: "deploys", headers: { a: 1 } } });
  expect(unread).toMatchObject({ status: 400, body: { error: { code: "input_invalid" } } });
});

test("a flood of requests leaves the newest, within a bounded memory", async () => {
  const { url, api } = await serveLive();
  const payload = { state: "done", text: "word ".repeat(200) };
  for (let sent = 0; sent < 10_000; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => post(url, { payload })));
  }
  const { items } = await list(api, "?limit=500");
  expect(items).toHaveLength(500);
  expect(items.every(({ missing }) => missing === undefined || missing === "busy")).toBe(true);
  expect((await newest(api)).event?.path).toBe("deploys");
}, 600_000);

test("serve --studio names the option that is missing", async () => {
  for (const [args, message] of [
    [["--studio"], "--studio requires --admin."],
    [["--studio-events", "--admin", "0"], "--studio-events requires --studio."],
    [["--admin", "0", "--admin-write"], "or --studio for requests alone."],
  ] as const) {
    const io = createTestIo();
    expect(await run(["serve", "--config", "none.json5", ...args], io)).toBe(2);
    expect(io.stderr.text()).toContain(message);
  }
});

describe.skipIf(!hasBrowser)("the pane of live requests", () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  type Served = Awaited<ReturnType<typeof serveLive>>;
  const open = async (
    { origin, token }: Pick<Served, "origin" | "token">,
    options: BrowserContextOptions = {},
  ) => {
    const opened = await browser.open(`${origin}/play/#t=${token}`, options);
    await opened.page.getByText("connected", { exact: true }).waitFor();
    return opened;
  };
  const rows = (page: BrowserPage): Promise<readonly string[]> =>
    page.locator(".live-row").allInnerTexts();

  test("a request is opened with the config of the server, and saved as a sample", async () => {
    const served = await serveLive();
    const { page, errors, close } = await open(served);
    expect(page.url()).toBe(`${served.origin}/play/`);
    await post(served.url, {
      payload: { state: "<img src=x onerror=alert(1)>\u202egnp", key: TOKEN },
    });
    await page.locator(".live-row").first().waitFor();
    expect((await rows(page))[0]?.replaceAll(/\s+/g, " ")).toMatch(
      /^\d\d:\d\d:\d\d 202 deploys agent → deploy$/,
    );
    await page.getByRole("button", { name: "Open here" }).click();
    await page.getByText("The event is open below.").waitFor();
    await expect
      .poll(() => page.getByLabel("Payload", { exact: true }).inputValue())
      .toContain("onerror=alert(1)>\\u202egnp");
    await page.locator(".message").getByText("<img src=x onerror=alert(1)>").first().waitFor();
    expect(await page.locator("img").count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as sample" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("deploys-event.event.json");
    const text = readFileSync(await download.path(), "utf8");
    const chosen = page.locator(".live-chosen");
    await chosen.getByRole("button", { name: "Copy as curl" }).click();
    const command = await page.getByLabel("The command").inputValue();
    expect(command).toContain(`curl -X POST '${served.url}/deploys'`);
    expect(command).toContain("authorization: Bearer YOUR_HOOK_TOKEN");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    expect(JSON.parse(text)).toMatchObject({ path: "deploys", recorded: {} });
    for (const shown of [text, await page.content(), ...(await valuesOf(page))]) {
      expect(shown).not.toContain(TOKEN);
      expect(shown).not.toContain(GITHUB_SECRET);
    }
    expect(errors).toEqual([]);
    await close();
    const folder = mkdtempSync(join(tmpdir(), "hw-sample-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [sample, io] = [join(folder, "deploys.event.json"), createTestIo()];
    writeFileSync(sample, text);
    expect(await run(["explain", served.file, "--event", sample], io)).toBe(0);
    expect(io.stdout.text()).toContain("deploy");
  });

  test("an event is changed and sent again as a new request", async () => {
    const served = await serveLive(["--studio-events", "--admin-write"]);
    const { page, errors, close } = await open(served);
    await served.api.post("requests", {
      event: { path: "github", headers: { "x-github-event": "push" }, payload: { pusher: {} } },
    });
    await page.locator(".live-row").first().waitFor();
    await page.getByRole("button", { name: "Open here" }).click();
    await page.getByText("The event is open below.").waitFor();
    await page.getByLabel("Payload", { exact: true }).fill(`{"pusher":{"name":"ben"}}`);
    await page.getByRole("button", { name: "Send the event below" }).click();
    await page.getByText("the server answered 202").waitFor();
    await expect.poll(() => rows(page)).toHaveLength(2);
    expect((await rows(page))[0]).toContain("(sent by you)");
    expect(served.io.stdout.text()).toContain("ben pushed");
    expect(errors).toEqual([]);
    await close();
  });

  test("following goes to the newest request, and a switch that is off is remembered", async () => {
    const served = await serveLive();
    const { page, errors, close } = await open(served);
    const chosen = () => page.locator(".live-row[aria-current]").innerText();
    await post(served.url);
    await page.locator(".live-row").first().waitFor();
    await post(served.url, { path: "nowhere" });
    await expect.poll(chosen).toContain("nowhere");
    // By keyboard alone.
    await page.locator(".live-row").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.getByLabel("Follow the newest").uncheck();
    await page.locator(".live-row").nth(1).focus();
    await page.keyboard.press("Enter");
    await expect.poll(chosen).toContain("deploys");
    await post(served.url, { path: "elsewhere" });
    await page.getByText("elsewhere").first().waitFor();
    expect(await chosen()).toContain("deploys");
    await page.reload();
    await page.getByText("connected", { exact: true }).waitFor();
    expect(await page.getByLabel("Follow the newest").isChecked()).toBe(false);
    expect(errors.filter((one) => !one.includes("404"))).toEqual([]);
    await close();
  });

  test("a restart of the server asks for its new token, and what was typed stays", async () => {
    const first = await serveLive();
    const { port } = new URL(first.origin);
    const { page, close } = await open(first);
    await post(first.url);
    await page.locator(".live-row").first().waitFor();
    await page.getByLabel("Payload", { exact: true }).fill(`{"typed":1}`);
    await first.stop();
    await page.getByText("not connected").waitFor();
    const second = await first.start(["--admin", port]);
    await page.getByLabel(/The server has a new token/).fill(second.token);
    await page.getByRole("button", { name: "Connect again" }).click();
    await page.getByText("connected", { exact: true }).waitFor();
    await post(second.url, { path: "nowhere" });
    await expect
      .poll(async () => (await rows(page)).map((row) => row.includes("nowhere")))
      .toEqual([true]);
    expect(await page.getByLabel("Payload", { exact: true }).inputValue()).toBe(`{"typed":1}`);
    await close();
  });

  test("a flood leaves the page usable", async () => {
    const served = await serveLive();
    const { page, errors, close } = await open(served);
    let isShown = false;
    const flood = (async () => {
      // Until the page has shown what was typed: on a busy machine, a fixed number could be over before.
      for (let sent = 0; sent < 2_000 || !isShown; sent += 20) {
        await Promise.all(Array.from({ length: 20 }, () => post(served.url)));
      }
    })();
    await page.locator(".live-row").first().waitFor();
    await page.getByLabel("Payload", { exact: true }).fill(`{"pusher":{"name":"typed"}}`);
    await page
      .locator(".message")
      .getByText("typed pushed")
      .first()
      .waitFor()
      .finally(() => {
        isShown = true;
      });
    await flood;
    await expect.poll(() => rows(page).then(({ length }) => length)).toBe(50);
    await page.getByRole("button", { name: "Show older ones" }).click();
    await expect.poll(() => rows(page).then(({ length }) => length)).toBe(100);
    expect(errors).toEqual([]);
    await close();
  });

  test.each(VIEWS)("the pane is accessible: %s", async (_, options) => {
    const served = await serveLive(["--studio-events", "--admin-write"]);
    const { page, errors, close } = await open(served, options);
    await post(served.url);
    await post(served.url, { path: "nowhere" });
    await page.locator(".live-row").nth(1).waitFor();
    await page.locator(".live-row").nth(1).click();
    await page.getByRole("button", { name: "Open here" }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
    await close();
  });
});

/** A text that was typed is not in the content of a page. */
function valuesOf(page: BrowserPage): Promise<readonly string[]> {
  return page
    .locator("textarea, input")
    .evaluateAll((all) => all.map((one) => (one as { value?: string }).value ?? ""));
}
