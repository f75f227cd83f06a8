// `hookwright playground`: its server against hostile requests, and its page with an author's files in a real browser.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AuthorFiles, Page as ListPage, LiveItem, LiveRequest } from "@hookwright/host/api";
import type { Page } from "playwright-core";
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
import { runBin } from "./support/bin.ts";
import { createTestIo } from "./support/test-io.ts";
// Loaded before the first test, whose time its import would take.
import "../src/commands/playground.ts";

const SECRET = "the-hook-token-of-this-author";

const CONFIG = `hooks:
  enabled: true
  token: ${SECRET}
  include: [more/*.yaml]
  mappings:
    # A comment that stays.
    - id: push
      match: { path: github, headers: { x-github-event: push } }
      messageTemplate: "{{pusher}} pushed"
    - id: moved
      match: { path: moved }
      messageTemplate: "{{note}}"
      transform: { module: loud.mjs }
`;

const event = (path: string, payload: object, headers = {}): string =>
  JSON.stringify({ path, headers, payload });

const FILES: Readonly<Record<string, string>> = {
  "hooks.yaml": CONFIG,
  "more/deploys.yaml":
    '- id: deploys\n  match: { path: deploys }\n  messageTemplate: "{{name}} is {{state}}"\n',
  "events/github/push.event.json": event("github", { pusher: "ann" }, { "X-GitHub-Event": "push" }),
  "events/deploys/failed.event.json": event("deploys", { name: "shop", state: "failed" }),
  "events/moved/one.event.json": event("moved", { note: "quiet" }),
  "hooks.test.yaml":
    "cases:\n  - name: a push\n    event: events/github/push.event.json\n    expect: { mapping: push }\n",
  "hooks/transforms/loud.mjs":
    'import { appendFileSync } from "node:fs";\nexport default (event) => {\n  appendFileSync(new URL("../../ran.txt", import.meta.url), "x");\n  return { message: `${event.payload.note}!!!` };\n};\n',
  ".env": "OTHER_SECRET=not-for-the-page\n",
  "notes.txt": "none of its business",
};

async function createFolder(files = FILES): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "hw-play-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function startPlayground(folder: string, config = "hooks.yaml", env = {}) {
  const tokenFile = join(folder, "..", `${folder.split("/").at(-1)}.token`);
  onTestFinished(() => rmSync(tokenFile, { force: true }));
  const io = createTestIo({ env: { HOME: folder, ...env } });
  const args = ["--hooks-port", "0", "--token-file", tokenFile];
  const exit = run(["playground", join(folder, config), ...args], io);
  onTestFinished(() => {
    io.signals.emit("SIGTERM");
    return exit.then(() => undefined);
  });
  const [, origin = ""] = await io.stderr.find(/is at (http:\/\/[^/]+)\/,/);
  const [, hooks = ""] = await io.stderr.find(/[Rr]equests to (http:\/\/[^\s/]+)/);
  const token = readFileSync(tokenFile, "utf8").trim();
  const api = createApiClient(origin, token);
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const put = (path: string, body: unknown) =>
    api.call(`files/${encodeURIComponent(path)}`, { method: "PUT", body });
  const address = `${origin}/#t=${token}`;
  return { api, put, read, io, origin, hooks, token, tokenFile, address };
}

interface SentEvent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/** As a sender: the status of the answer. */
async function post(hooks: string, path: string, event: SentEvent = {}): Promise<number> {
  const { token = SECRET, headers = {}, payload = {} } = event;
  const answer = await fetch(`${hooks}/hooks/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(payload),
  });
  return answer.status;
}

test("playground() lists the config, what it includes, events and tests, and nothing else", async () => {
  const folder = await createFolder();
  await symlink(join(folder, ".env"), join(folder, "events/secret.event.json"));
  const { api, hooks, tokenFile } = await startPlayground(folder);
  const { files, testFile, leftOut } = await api.get<AuthorFiles>("files");
  expect(files.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    "config hooks.yaml",
    "include more/deploys.yaml",
    "event events/deploys/failed.event.json",
    "event events/github/push.event.json",
    "event events/moved/one.event.json",
    "test hooks.test.yaml",
  ]);
  expect([testFile, leftOut]).toEqual(["hooks.test.yaml", []]);
  expect(files[0]?.text).toBe(CONFIG);
  expect(JSON.stringify(files)).not.toMatch(/not-for-the-page|none of its business/);
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  expect(await api.get("about")).toMatchObject({
    mode: "playground",
    config: "hooks.yaml",
    features: ["write", "files", "transforms", "live", "events"],
    hooksUrl: hooks,
  });
});

test("playground() receives requests as serve does, shows them without secrets, and carries nothing out", async () => {
  const folder = await createFolder();
  const { api, hooks, read, io } = await startPlayground(folder);
  const stream = await api.stream();
  await stream.next();
  const push = { headers: { "x-github-event": "push" }, payload: { pusher: "ann", key: SECRET } };
  expect(await post(hooks, "github", push)).toBe(202);
  expect(await post(hooks, "github", push)).toBe(202);
  expect(await post(hooks, "github", { ...push, token: "that-of-a-stranger" })).toBe(401);
  expect(await post(hooks, "nowhere")).toBe(404);
  expect(await post(hooks, "moved", { payload: { note: "quiet" } })).toBe(202);
  const { items } = await api.get<ListPage<LiveItem>>("requests");
  expect(items.map(({ record, missing }) => [record.status, record.mappingId, missing])).toEqual([
    [202, "moved", undefined],
    [404, undefined, "unproved"],
    [401, undefined, "unproved"],
    [202, "push", undefined],
    [202, "push", undefined],
  ]);
  const shown = await api.get<LiveRequest>(`requests/${items[3]?.id}`);
  expect(shown.event).toMatchObject({ path: "github", payload: { key: expect.any(String) } });
  expect(await stream.next()).toMatchObject({ event: "request", data: { live: items[4]?.id } });
  stream.close();
  // No transform ran, and no other port has the files.
  expect(existsSync(join(folder, "ran.txt"))).toBe(false);
  for (const path of ["/", "/api/files", "/hooks.yaml"])
    expect((await fetch(hooks + path)).status).toBe(404);
  expect(JSON.stringify([items, shown]) + io.stderr.text()).not.toContain(SECRET);
  expect(read("hooks.yaml")).toBe(CONFIG);
});

test("playground() answers a request with the config that the disk has then", async () => {
  const folder = await createFolder();
  const broken = CONFIG.replace("mappings:", "mapings:");
  writeFileSync(join(folder, "hooks.yaml"), broken);
  const { api, put, hooks, io } = await startPlayground(folder);
  expect(io.stderr.text()).toContain("are refused until the config has no errors");
  expect(await api.get("about")).toMatchObject({ hooksProblem: { refuses: true } });
  expect(await post(hooks, "deploys", { payload: { name: "shop" } })).toBe(503);
  const [config] = (await api.get<AuthorFiles>("files")).files;
  await put("hooks.yaml", { text: CONFIG, ifHash: config?.hash });
  expect(await post(hooks, "deploys")).toBe(202);
  expect(await post(hooks, "releases")).toBe(404);
  // An included file that is new, then an error: the last good config stays.
  writeFileSync(
    join(folder, "more/releases.yaml"),
    '- id: releases\n  match: { path: releases }\n  messageTemplate: "{{name}}"\n',
  );
  expect(await post(hooks, "releases")).toBe(202);
  writeFileSync(join(folder, "hooks.yaml"), broken);
  expect(await post(hooks, "releases")).toBe(202);
});

test("playground() sends an event as its sender would, by the config on the disk, and says why it cannot", async () => {
  const folder = await createFolder();
  const { api } = await startPlayground(folder);
  const push = {
    path: "github",
    headers: { "x-github-event": "push" },
    payload: { pusher: "ann" },
  };
  expect(await api.post("requests", { event: push })).toMatchObject({
    status: 200,
    body: { status: 202, body: expect.stringContaining('"ok":true') },
  });
  const { items } = await api.get<ListPage<LiveItem>>("requests");
  expect(items.map(({ record }) => [record.sentBy, record.mappingId])).toEqual([
    ["operator", "push"],
  ]);
  expect((await api.post("requests", { event: { path: 1 } })).status).toBe(400);
  expect(await api.post("requests", { event: { path: "nowhere" } })).toMatchObject({
    status: 409,
    body: { error: { code: "cannot_send" } },
  });
  expect(await api.get("about")).not.toHaveProperty("hooksProblem");
  writeFileSync(join(folder, "hooks.yaml"), CONFIG.replace("mappings:", "mapings:"));
  const reason = expect.stringMatching(/^hooks\.yaml line 5: .*mapings/);
  expect(await api.get("about")).toMatchObject({ hooksProblem: { refuses: false, reason } });
  expect(await api.post("requests", { event: push })).toMatchObject({
    status: 409,
    body: { error: { code: "config_broken", hint: reason } },
  });
});

test("playground() reads a secret that its .env file gets later, and refuses its hook until then", async () => {
  const folder = await createFolder({
    "hooks.yaml": CONFIG.replace(SECRET, "${LATE_HOOK_TOKEN}").replace(/ {2}include.*\n/, ""),
  });
  const { hooks } = await startPlayground(folder);
  const push = { headers: { "x-github-event": "push" }, payload: { pusher: "ann" } };
  expect(await post(hooks, "github", push)).toBeGreaterThanOrEqual(400);
  writeFileSync(join(folder, ".env"), `LATE_HOOK_TOKEN=${SECRET}\n`);
  expect(await post(hooks, "github", push)).toBe(202);
});

test("playground() takes another port for hooks if that of serve is in use, unless it is named", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const folder = await createFolder();
  const io = createTestIo({ isTTY: true });
  const args = ["playground", join(folder, "hooks.yaml"), "--hooks-port", String(port)];
  expect(await run(args, io)).toBe(1);
  expect(io.stderr.text()).toContain("any free port with --hooks-port 0");
  const [first, second] = [createTestIo({ isTTY: true }), createTestIo({ isTTY: true })];
  const urls: string[] = [];
  const ends: Promise<number>[] = [];
  for (const one of [first, second]) {
    ends.push(run(["playground", join(folder, "hooks.yaml")], one));
    const [, url = ""] = await one.stderr.find(/requests to (http:\/\/[^\s/]+)/);
    urls.push(url);
  }
  expect(new Set(urls).size).toBe(2);
  for (const one of [first, second]) one.signals.emit("SIGTERM");
  expect(await Promise.all(ends)).toEqual([0, 0]);
});

test("playground() prints the URL with its token on a terminal only, and needs a config", async () => {
  const folder = await createFolder();
  const io = createTestIo({ isTTY: true });
  const exit = run(["playground", join(folder, "hooks.yaml")], io);
  await io.stderr.find(/http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{43}\n/);
  io.signals.emit("SIGTERM");
  expect(await exit).toBe(0);
  const pipe = createTestIo();
  expect(await run(["playground", join(folder, "hooks.yaml")], pipe)).toBe(2);
  expect(pipe.stderr.text()).toContain("--token-file");
  const none = createTestIo({ isTTY: true });
  expect(await run(["playground", join(folder, "none.yaml")], none)).toBe(2);
  expect(none.stderr.text()).toContain("The config file cannot be read: the system says ENOENT.");
});

const FOREIGN: readonly (readonly [
  what: string,
  headers: Readonly<Record<string, string | undefined>>,
  status: number,
])[] = [
  ["a page of another site", { origin: "https://evil.example" }, 403],
  ["a page of another port", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }, 403],
  ["a form without CORS", { "sec-fetch-site": "cross-site", "content-type": "text/plain" }, 403],
  ["a name that points here", { host: "evil.example" }, 421],
  ["no Host", { host: undefined }, 421],
  ["no token", { authorization: undefined }, 401],
  ["a wrong token", { authorization: `Bearer ${"x".repeat(43)}` }, 401],
  ["a cookie", { authorization: undefined, cookie: "token=x" }, 401],
];

test("playground() refuses every route to other pages and without the token", async () => {
  const folder = await createFolder();
  const { api, read } = await startPlayground(folder);
  for (const [what, headers, status] of FOREIGN) {
    for (const [method, path, body] of [
      ["GET", "about", undefined],
      ["GET", "files", undefined],
      ["PUT", "files/hooks.yaml", { text: "hacked" }],
      ["POST", "explain", { event: { path: "moved", payload: "{}" } }],
    ] as const) {
      const answer = await api.call(path, { method, headers, body });
      // Node itself refuses a request without a Host.
      const expected = what === "no Host" ? [400, 421] : [status];
      expect(expected, `${what} ${path}`).toContain(answer.status);
      expect(JSON.stringify(answer.body ?? "")).not.toContain(SECRET);
      expect(Object.keys(answer.headers).join(" ")).not.toMatch(/access-control|set-cookie/);
    }
  }
  expect(read("hooks.yaml")).toBe(CONFIG);
  expect(existsSync(join(folder, "ran.txt"))).toBe(false);
});

const REFUSED_PATHS = [
  "../outside.event.json",
  "events/../../outside.event.json",
  "events/%2e%2e/outside.event.json",
  "/tmp/outside.event.json",
  "events\\..\\outside.event.json",
  "C:\\outside.event.json",
  "events/x\0.event.json",
  "events/x.event.json\0.txt",
  "events/.hidden.event.json",
  ".env",
  "notes.txt",
  "ran.txt",
  "package.json",
  "other.test.yaml",
  "hooks/transforms/loud.mjs",
  "events/push.json",
  "a/b/c/d/e/f/g.event.json",
  `events/${"x".repeat(300)}.event.json`,
  "linked/new.event.json",
  "events/secret.event.json",
  "",
];

test("playground() writes only to files that it shows, new events and the test file", async () => {
  const folder = await createFolder();
  const outside = await createFolder({ "x.txt": "outside" });
  await symlink(outside, join(folder, "linked"));
  await symlink(join(folder, ".env"), join(folder, "events/secret.event.json"));
  const { put, api, read } = await startPlayground(folder);
  for (const path of REFUSED_PATHS) {
    const { status, body } = await put(path, { text: "hacked" });
    expect([403, 404], path).toContain(status);
    expect(JSON.stringify(body)).not.toContain("not-for-the-page");
  }
  // Undecodable, and a path that is not encoded.
  expect((await api.call("files/%E0%A4", { method: "PUT", body: {} })).status).toBe(404);
  const raw = await api.call("files/../../etc/passwd", { method: "PUT", body: { text: "x" } });
  expect(raw.status).toBe(404);
  for (const path of ["../outside.event.json", "linked/new.event.json"])
    expect(existsSync(join(folder, path))).toBe(false);
  expect(read(".env")).toBe(FILES[".env"]);
  expect(read("notes.txt")).toBe(FILES["notes.txt"]);
});

test("playground() does not write through a link in place of the config", async () => {
  const folder = await createFolder({ "real.yaml": CONFIG });
  await symlink(join(folder, "real.yaml"), join(folder, "hooks.yaml"));
  const { api, put, read } = await startPlayground(folder);
  const [config] = (await api.get<AuthorFiles>("files")).files;
  const answer = await put("hooks.yaml", { text: "x", ifHash: config?.hash });
  expect(answer).toMatchObject({ status: 403, body: { error: { hint: "It is a link." } } });
  expect(read("real.yaml")).toBe(CONFIG);
});

test("playground() writes as a whole, keeps modes, and answers the present text of a conflict", async () => {
  const folder = await createFolder();
  const { api, put, read } = await startPlayground(folder);
  const [config] = (await api.get<AuthorFiles>("files")).files;
  expect(
    (await put("hooks.yaml", { text: `${CONFIG}# more\n`, ifHash: config?.hash })).status,
  ).toBe(200);
  expect(read("hooks.yaml")).toBe(`${CONFIG}# more\n`);
  expect(statSync(join(folder, "hooks.yaml")).mode & 0o777).toBe(0o644);
  const conflict = await put("hooks.yaml", { text: "lost", ifHash: config?.hash });
  expect(conflict).toMatchObject({
    status: 409,
    body: { error: { code: "changed" }, present: { text: `${CONFIG}# more\n` } },
  });
  const isThere = await put("events/github/push.event.json", { text: "{}" });
  expect(isThere).toMatchObject({ status: 409, body: { error: { code: "changed" } } });
  const gone = await put("events/none-1.event.json", { text: "{}", ifHash: config?.hash });
  expect(gone.status).toBe(409);
  expect(gone.body).not.toHaveProperty("present");
  // Many at once: one of them is first, and the others see it.
  const { hash } = (conflict.body as { present: { hash: string } }).present;
  const texts = Array.from({ length: 8 }, (_, index) => `# ${index}\n${CONFIG}`);
  const all = await Promise.all(texts.map((text) => put("hooks.yaml", { text, ifHash: hash })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(texts).toContain(read("hooks.yaml"));
  expect((await put("events/new/one-1.event.json", { text: "{}" })).status).toBe(200);
  expect(statSync(join(folder, "events/new/one-1.event.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "events/new")).mode & 0o777).toBe(0o700);
  // A file where a folder would be.
  const blocked = await put("notes.txt/x.event.json", { text: "{}" });
  expect(blocked).toMatchObject({ status: 500, body: { error: { code: "write_failed" } } });
});

test.each([
  ["a body of 3 MB", "PUT", { text: "x".repeat(3_000_000) }, 413],
  ["no text", "PUT", {}, 400],
  ["another field", "PUT", { text: "x", mode: 511 }, 400],
  ["a text that is not one", "PUT", { text: 1 }, 400],
  ["no JSON", "PUT", "{", 400],
  ["another method", "DELETE", undefined, 405],
] as const)("playground() refuses a write with %s", async (_, method, body, status) => {
  const folder = await createFolder();
  const { api, read } = await startPlayground(folder);
  const answer = await api.call("files/hooks.yaml", { method, body });
  expect(answer.status).toBe(status);
  expect(read("hooks.yaml")).toBe(CONFIG);
});

test("playground() runs transforms only when it is asked, with the texts of the page", async () => {
  const folder = await createFolder();
  const { api } = await startPlayground(folder);
  const asked = { path: "moved", headers: {}, query: {}, payload: '{"note":"hear"}' };
  const answer = await api.post("explain", { event: asked });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      resolution: { outcome: "action", action: { message: expect.stringContaining("hear!!!") } },
    },
  });
  expect(readFileSync(join(folder, "ran.txt"), "utf8")).toBe("x");
  const texts = { "hooks.yaml": CONFIG.replace("id: moved", "id: renamed") };
  const changed = await api.post("explain", { texts, event: asked });
  expect(changed.body).toMatchObject({ resolution: { mappingId: "renamed" } });
  const broken = await api.post("explain", { texts: { "hooks.yaml": "hooks: [" }, event: asked });
  expect(broken).toMatchObject({ status: 409, body: { error: { code: "config_broken" } } });
  const deep = { ...asked, payload: `${"[".repeat(50_000)}${"]".repeat(50_000)}` };
  for (const input of [
    {},
    { event: asked, texts: { "hooks.yaml": 1 } },
    { event: { ...asked, payload: "{" } },
    { event: { ...asked, headers: { a: 1 } } },
    { event: { ...asked, query: null } },
  ]) {
    expect((await api.post("explain", input)).status).toBe(400);
  }
  expect([200, 400, 409]).toContain((await api.post("explain", { event: deep })).status);
  expect((await api.call("about")).status).toBe(200);
});

test("playground() answers its page with its own CSP, and no other path", async () => {
  const { origin } = await startPlayground(await createFolder());
  const page = await fetch(`${origin}/`);
  const csp = page.headers.get("content-security-policy");
  expect(csp).toContain("connect-src 'self'");
  expect(csp).toContain("require-trusted-types-for 'script'; trusted-types hookwright-worker");
  expect(csp).toContain("frame-ancestors 'none'");
  expect(csp).not.toContain("unsafe");
  for (const path of ["/hooks.yaml", "/..%2f.env", "/files.json", "/play/", "/healthz"]) {
    expect((await fetch(origin + path)).status).toBe(404);
  }
  expect((await fetch(`${origin}/`, { method: "POST" })).status).toBe(405);
});

describe.skipIf(!hasBrowser)("the playground with the files of an author", () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const open = async (address: string, options = {}) => {
    const opened = await browser.open(address, options);
    await opened.page.waitForSelector(".result .message, .result .outcome");
    return opened;
  };
  const config = (page: Page) => page.getByLabel("Config", { exact: true });
  const replaceIn = async (page: Page, change: (text: string) => string): Promise<void> => {
    const text = change(await config(page).inputValue());
    await config(page).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
  };
  const save = async (page: Page): Promise<void> => {
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  const difference = (page: Page): Promise<string[]> =>
    page.locator(".diff .added, .diff .removed").allInnerTexts();
  const runTests = (folder: string) => runBin(["test", folder]);

  test("the token leaves the address, and a wrong one is asked for again", async () => {
    const { origin, address, token } = await startPlayground(await createFolder());
    const { page, errors, close } = await open(address);
    expect(page.url()).toBe(`${origin}/`);
    expect(await page.content()).not.toContain(token);
    expect(errors).toEqual([]);
    await close();
    const other = await browser.open(`${origin}/#t=wrong`);
    await other.page.getByText("This token is not that of the running server.").waitFor();
    await other.page.getByLabel("Token").fill(address);
    await other.page.getByRole("button", { name: "Open" }).click();
    await other.page.waitForSelector(".result .message, .result .outcome");
    await other.close();
  });

  test("an edit of the config and of an included file is shown as a difference, saved, and tested", async () => {
    const folder = await createFolder();
    const { address, read } = await startPlayground(folder);
    const { page, errors, close } = await open(address);
    expect(await page.locator(".strip .note").first().innerText()).toMatch(/^3 of 3 are taken/);
    expect(await page.getByRole("button", { name: "Save…" }).isDisabled()).toBe(true);
    await replaceIn(page, (text) => text.replace("{{pusher}} pushed", "{{pusher}} has pushed"));
    await page.getByRole("button", { name: "Save…" }).click();
    await page.locator(".diff").waitFor();
    expect(await difference(page)).toEqual([
      '-       messageTemplate: "{{pusher}} pushed"',
      '+       messageTemplate: "{{pusher}} has pushed"',
    ]);
    expect(read("hooks.yaml")).toBe(CONFIG);
    await save(page);
    await page.getByText("hooks.yaml is saved.").waitFor();
    expect(read("hooks.yaml")).toBe(CONFIG.replace("{{pusher}} pushed", "{{pusher}} has pushed"));
    // The event of an included mapping: its expression is in that file.
    await page.locator(".event select").selectOption("deploys/failed");
    await page.locator(".message", { hasText: "shop is failed" }).waitFor();
    await page.getByRole("button", { name: /^shop, from/ }).click();
    expect(await page.locator(".config select").inputValue()).toBe("more/deploys.yaml");
    expect(await page.locator(".layer .focused").first().innerText()).toBe("{{name}}");
    await replaceIn(page, (text) => text.replace("{{name}} is", "{{name}}:"));
    await page.locator(".message", { hasText: "shop: failed" }).waitFor();
    await page.getByRole("button", { name: "Save…" }).click();
    await save(page);
    expect(read("more/deploys.yaml")).toContain("{{name}}: {{state}}");
    expect(await runTests(folder)).toMatchObject({ exitCode: 0 });
    expect(errors).toEqual([]);
    await close();
  });

  test("a problem of an included file leads there, and the last result stays", async () => {
    const folder = await createFolder();
    const { address } = await startPlayground(folder);
    const { page, close } = await open(address);
    await page.locator(".config select").selectOption("more/deploys.yaml");
    await replaceIn(page, (text) => text.replace("messageTemplate", "mesageTemplate"));
    await page.locator(".result.stale").waitFor();
    await page.locator(".config select").selectOption("hooks.yaml");
    const problem = page.locator(".problems .error").first();
    expect(await problem.innerText()).toMatch(/more\/deploys\.yaml line 3/);
    await problem.locator(".where").click();
    await page.getByRole("button", { name: /^Fix/ }).first().click();
    await page.locator(".result:not(.stale)").waitFor();
    expect(await config(page).inputValue()).toBe(FILES["more/deploys.yaml"]);
    await close();
  });

  test("a pasted request becomes a sample without its secrets, and a case that passes", async () => {
    const folder = await createFolder();
    const { address, read } = await startPlayground(folder);
    const { page, errors, close } = await open(address);
    await page.getByText("Paste a request").click();
    await page
      .getByLabel("A curl command, a raw request, an event file or a payload")
      .fill(
        `curl http://x/hooks/github -H 'X-GitHub-Event: push' -H 'X-Hub-Signature-256: sha256=abc' -d '{"pusher":"ben","id":12345678901234567890}'`,
      );
    await page.locator(".message", { hasText: "ben pushed" }).waitFor();
    await page.getByRole("button", { name: "Keep this event as a case" }).click();
    await page.getByRole("button", { name: "Save as a sample" }).click();
    await page.getByText("This looks private:").waitFor();
    expect(await page.getByRole("dialog").getByRole("textbox").inputValue()).toBe(
      "events/github/push-1.event.json",
    );
    await save(page);
    await page.getByText("events/github/push-1.event.json is saved.").waitFor();
    const sample = read("events/github/push-1.event.json");
    expect(sample).toContain("12345678901234567890");
    expect(sample).not.toContain("sha256");
    expect(JSON.parse(sample)).toMatchObject({ path: "github", payload: { pusher: "ben" } });
    await page
      .locator(".strip .note")
      .first()
      .filter({ hasText: /^4 of 4/ })
      .waitFor();
    await page.getByRole("button", { name: "Add 1 case to hooks.test.yaml…" }).click();
    await page.locator(".diff").waitFor();
    expect((await difference(page)).every((line) => line.startsWith("+"))).toBe(true);
    await save(page);
    await page.getByText("hooks.test.yaml is saved.").waitFor();
    expect(read("hooks.test.yaml")).not.toContain("sha256");
    const tested = await runTests(folder);
    expect(tested.stdout).toContain("2 cases passed");
    expect(errors).toEqual([]);
    await close();
  });

  test("a request that arrives is opened, and saved as a sample file without its secrets", async () => {
    const folder = await createFolder();
    const { address, hooks, read } = await startPlayground(folder);
    const { page, errors, close } = await open(address);
    await page.getByText(`Senders reach the hooks of your config at ${hooks}`).waitFor();
    const mail = "ann@acme.example";
    const payload = { pusher: "ann", mail, key: SECRET };
    await post(hooks, "github", { headers: { "x-github-event": "push" }, payload });
    await page.locator(".live-row", { hasText: "→ push" }).waitFor();
    await page.getByRole("button", { name: "Open here" }).click();
    await page.locator(".message", { hasText: "pushed" }).waitFor();
    expect(await config(page).inputValue()).toBe(CONFIG);
    await page.getByRole("button", { name: "Save as sample", exact: true }).click();
    await page.getByText("This was private, and is replaced:").waitFor();
    expect((await difference(page)).every((line) => line.startsWith("+"))).toBe(true);
    expect(existsSync(join(folder, "events/github/push-1.event.json"))).toBe(false);
    await save(page);
    await page.getByText("events/github/push-1.event.json is saved.").waitFor();
    const sample = read("events/github/push-1.event.json");
    expect(JSON.parse(sample)).toMatchObject({ path: "github", payload: { pusher: "ann" } });
    expect(sample).not.toMatch(new RegExp(`${SECRET}|${mail}`));
    await page
      .locator(".strip .note")
      .first()
      .filter({ hasText: /^4 of 4/ })
      .waitFor();
    const explained = await runBin([
      "explain",
      join(folder, "hooks.yaml"),
      "--event",
      join(folder, "events/github/push-1.event.json"),
    ]);
    expect(explained).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("pushed") });
    expect(errors).toEqual([]);
    await close();
  });

  test("the event of the page is sent to the hooks of the disk, and edits that are not saved do not count", async () => {
    const { address, hooks } = await startPlayground(await createFolder());
    const { page, errors, close } = await open(address);
    await page.locator(".event select").selectOption("github/push");
    await page.locator(".message", { hasText: "ann pushed" }).waitFor();
    await page
      .getByText(`Senders reach the hooks of your config at ${hooks}/hooks/github`)
      .waitFor();
    await page.getByRole("button", { name: "Send the event below" }).click();
    await page.getByText("Sent as a new request: the server answered 202.").waitFor();
    await page.locator(".live-row", { hasText: "→ push (sent by you)" }).waitFor();
    await replaceIn(page, (text) => text.replace("{{pusher}} pushed", "{{pusher}} wrote"));
    await page.getByRole("button", { name: "Send the event below" }).click();
    await page.getByText("by the config on the disk, without what you edited here.").waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("the page says why requests are refused, until the config on the disk has no errors", async () => {
    const folder = await createFolder();
    const broken = CONFIG.replace("messageTemplate", "mesageTemplate");
    writeFileSync(join(folder, "hooks.yaml"), broken);
    const { address } = await startPlayground(folder);
    const { page, close } = await browser.open(address);
    const alert = page.getByRole("alert");
    await alert
      .getByText(/refused with 503 until .* hooks\.yaml line 9: .*mesageTemplate/)
      .waitFor();
    await page.getByRole("button", { name: "Send the event below" }).click();
    await page.getByText("The config on the disk has errors, so nothing is sent.").waitFor();
    await page.getByRole("button", { name: /^Fix/ }).first().click();
    await page.getByRole("button", { name: "Save…" }).click();
    await save(page);
    await alert.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Send the event below" }).click();
    await page.locator(".live-row", { hasText: "(sent by you)" }).waitFor();
    writeFileSync(join(folder, "hooks.yaml"), broken);
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await alert.getByText(/its last version without errors answers/).waitFor();
    await close();
  });

  test("a conflict shows the present text, and neither text is lost", async () => {
    const folder = await createFolder();
    const { address, read } = await startPlayground(folder);
    const { page, close } = await open(address);
    await page.locator(".event select").selectOption("github/push");
    await replaceIn(page, (text) => text.replace("{{pusher}} pushed", "mine {{pusher}}"));
    await page.getByRole("button", { name: "Save…" }).click();
    await page.locator(".diff").waitFor();
    const theirs = CONFIG.replace("{{pusher}} pushed", "theirs {{pusher}}");
    writeFileSync(join(folder, "hooks.yaml"), theirs);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The file on the disk has changed.").waitFor();
    expect(await difference(page)).toEqual([
      '-       messageTemplate: "theirs {{pusher}}"',
      '+       messageTemplate: "mine {{pusher}}"',
    ]);
    expect(read("hooks.yaml")).toBe(theirs);
    await page.getByRole("button", { name: "Take the present text" }).click();
    await page.locator(".message", { hasText: "theirs ann" }).waitFor();
    await replaceIn(page, (text) => text.replace("theirs", "ours"));
    await page.getByRole("button", { name: "Save…" }).click();
    await save(page);
    expect(read("hooks.yaml")).toContain("ours {{pusher}}");
    await close();
  });

  test("a file that an editor changes shows up when the page has the focus", async () => {
    const folder = await createFolder();
    const { address } = await startPlayground(folder);
    const { page, close } = await open(address);
    await page.locator(".event select").selectOption("github/push");
    await page.locator(".message", { hasText: "ann pushed" }).waitFor();
    writeFileSync(join(folder, "hooks.yaml"), CONFIG.replace("pushed", "wrote"));
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.locator(".message", { hasText: "ann wrote" }).waitFor();
    // What was edited here stays, and the page says so.
    await replaceIn(page, (text) => text.replace("wrote", "typed"));
    writeFileSync(join(folder, "hooks.yaml"), CONFIG.replace("pushed", "drew"));
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.getByText("Changed here and on the disk: hooks.yaml.").waitFor();
    await page.locator(".message", { hasText: "ann typed" }).waitFor();
    await close();
  });

  test("a transform runs behind its button alone, once", async () => {
    const folder = await createFolder();
    const { address } = await startPlayground(folder);
    const { page, errors, close } = await open(address);
    await page.locator(".event select").selectOption("moved/one");
    await page.locator(".message", { hasText: "quiet" }).waitFor();
    expect(existsSync(join(folder, "ran.txt"))).toBe(false);
    await page.getByRole("button", { name: "Run transforms" }).click();
    await page.locator(".message", { hasText: "quiet!!!" }).waitFor();
    expect(readFileSync(join(folder, "ran.txt"), "utf8")).toBe("x");
    await page.getByRole("button", { name: "Change the event and try again" }).click();
    expect(await page.evaluate("document.activeElement.value")).toContain('"note": "quiet"');
    await page.getByLabel("Payload", { exact: true }).fill('{"note":"other"}');
    await page.getByRole("button", { name: "Run transforms" }).click();
    await page.locator(".message", { hasText: "other!!!" }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("an event is copied as curl for the port that receives requests, without a secret", async () => {
    const { address, hooks } = await startPlayground(await createFolder());
    const { page, errors, close } = await open(address);
    await page.locator(".event select").selectOption("github/push");
    await page.getByRole("button", { name: "Copy as curl" }).click();
    const command = await page.getByLabel("The command").inputValue();
    expect(command).toContain(`curl -X POST '${hooks}/hooks/github'`);
    expect(command).toContain("-H 'X-GitHub-Event: push'");
    expect(command).toContain("-H 'authorization: Bearer YOUR_HOOK_TOKEN'");
    expect(command).not.toContain(SECRET);
    expect(errors).toEqual([]);
    await close();
  });

  test("a page of another port reads and writes nothing", async () => {
    const folder = await createFolder();
    const { origin, address, token, read } = await startPlayground(folder);
    const own = await open(address);
    const foreign = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>other</h1>");
    });
    await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void foreign.close());
    const { port } = foreign.address() as AddressInfo;
    const { page, close } = await browser.open(`http://127.0.0.1:${port}/`);
    const answers = await page.evaluate(
      ([url, bearer]) =>
        Promise.all(
          [
            fetch(`${url}/api/files`),
            fetch(`${url}/api/files`, { headers: { authorization: `Bearer ${bearer}` } }),
            fetch(`${url}/api/files/hooks.yaml`, { method: "PUT", body: '{"text":"x"}' }),
            fetch(`${url}/api/explain`, { method: "POST", mode: "no-cors", body: "{}" }),
          ].map((answer) =>
            answer.then(
              (one) => one.text(),
              () => "refused",
            ),
          ),
        ),
      [origin, token],
    );
    // The browser refuses the answer without CORS, too: it is for pages of its own origin.
    expect(answers).toEqual(["refused", "refused", "refused", "refused"]);
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(read("hooks.yaml")).toBe(CONFIG);
    await close();
    await own.close();
  });

  test.each(VIEWS)("the page and its dialogs are accessible: %s", async (_, options) => {
    const { address } = await startPlayground(await createFolder());
    const { page, errors, close } = await open(address, options);
    await page.locator(".event select").selectOption("moved/one");
    await page.getByRole("button", { name: "Run transforms" }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await replaceIn(page, (text) => text.replace("pushed", "wrote"));
    for (const button of ["Save…", "Save as a sample", "Copy as curl"]) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").waitFor();
      expect(await listViolations(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    expect(errors).toEqual([]);
    await close();
  });
});
