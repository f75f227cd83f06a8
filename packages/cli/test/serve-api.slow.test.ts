// The API of `serve --dispatch host --admin`, used by a program without a browser.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { system } from "@hookwright/node-kit/system";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../src/run.ts";
import { type ApiClient, createApiClient, type StreamMessage } from "./support/api-client.ts";
import { startBin } from "./support/bin.ts";
import { createHosted, type HostedOptions, TOKEN } from "./support/hosted.ts";
import { startServe } from "./support/start-serve.ts";
import { createTestIo, type TestInput } from "./support/test-io.ts";
// Loaded before the first test, whose time their imports would take.
import "../src/host/start-host.ts";
import "../src/commands/serve.ts";

/** The path of a socket is short, so the folder is directly below the temporary one. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface ServedApi {
  readonly api: ApiClient;
  readonly url: string;
  readonly origin: string;
  readonly log: () => string;
  readonly reload: () => void;
  readonly stop: () => Promise<number>;
}

interface StarterOptions extends HostedOptions {
  /** Over the fields of the only mapping. */
  readonly mapping?: object;
}

async function createStarter({ mapping, ...options }: StarterOptions = {}) {
  const hosted = await createHosted(options);
  const written = JSON.parse(hosted.config);
  Object.assign(written.hooks.mappings[0], mapping);
  const folder = createFolder();
  const config = join(folder, "hooks.json5");
  const tokenFile = join(folder, "token");
  writeFileSync(config, JSON.stringify(written));
  const own = ["--config", config, "--dispatch", "host", "--state-folder", join(folder, "state")];
  const start = async (args: readonly string[], input?: TestInput) => {
    const { url, io, stop } = await startServe([...own, "--admin", "0", ...args], input);
    await io.stderr.find(/(?:Its pages are|The API is) [^\n]+\n/);
    const [, origin = ""] = /Its state is at (\S+)\/healthz/.exec(io.stderr.text()) ?? [];
    return {
      ...{ url, origin, stop, log: io.stderr.text },
      reload: () => void io.signals.emit("SIGHUP"),
    };
  };
  return {
    ...hosted,
    folder,
    config,
    tokenFile,
    own,
    start,
    /** With the token in a file. */
    serve: async (args: readonly string[] = []): Promise<ServedApi> => {
      const served = await start(["--admin-token-file", tokenFile, ...args]);
      const token = readFileSync(tokenFile, "utf8").trim();
      return { ...served, api: createApiClient(served.origin, token) };
    },
  };
}

async function serveApi(args: readonly string[] = [], options: StarterOptions = {}) {
  const { messages, serve } = await createStarter(options);
  return { messages, ...(await serve(args)) };
}

async function push(url: string, name = "ann"): Promise<string> {
  const answer = await fetch(`${url}/github`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ pusher: { name }, repository: { full_name: "acme/site" } }),
  });
  return ((await answer.json()) as { runId: string }).runId;
}

interface Item {
  readonly id: string;
  readonly state: string;
}

interface Listed {
  readonly items: readonly Item[];
  readonly next?: string;
}

/** All pages of a list; `between` runs after each. */
async function readPages(
  { get }: ApiClient,
  path: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor = ""; ; ) {
    const page = await get<Listed>(`${path}${cursor}`);
    items.push(...page.items);
    if (page.next === undefined) return items;
    cursor = `&before=${encodeURIComponent(page.next)}`;
    await between();
  }
}

test("serve() gives its API a new token at each start, in a file for its owner alone", async () => {
  const { serve, tokenFile, config } = await createStarter();
  writeFileSync(tokenFile, "an older token\n", { mode: 0o644 });
  // Of another user, in a shared folder.
  symlinkSync(config, `${tokenFile}.new`);
  const written = readFileSync(config, "utf8");
  const first = await serve();
  const token = readFileSync(tokenFile, "utf8").trim();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  if (system.hasModes) expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  expect(first.log()).toContain(
    `Its pages are at ${first.origin}, its API at ${first.origin}/api, and the token of both in ${tokenFile}`,
  );
  expect(first.log()).not.toContain(token);
  expect(await first.api.get("about")).toMatchObject({
    mode: "operate",
    config: "hooks.json5",
    features: [],
  });
  expect(JSON.stringify(await first.api.get("about"))).not.toContain(config);
  expect(readFileSync(config, "utf8")).toBe(written);
  await first.stop();
  const second = await serve();
  expect(readFileSync(tokenFile, "utf8").trim()).not.toBe(token);
  expect((await createApiClient(second.origin, token).call("about")).status).toBe(401);
  expect((await second.api.call("about")).status).toBe(200);
});

test("serve() prints the URL with the token on a terminal only", async () => {
  const { start } = await createStarter();
  const shown = await start([], { isTTY: true, env: { NO_COLOR: "1" } });
  const [, token = ""] = /Its pages are at http:\S+\/#t=([\w-]{43})\n/.exec(shown.log()) ?? [];
  expect((await createApiClient(shown.origin, token).call("about")).status).toBe(200);
  await shown.stop();
  const hidden = await start([]);
  expect(hidden.log()).toContain("The API is off: its token is shown only on a terminal.");
  expect(hidden.log()).not.toContain("#t=");
  expect(await createApiClient(hidden.origin, "").call("about")).toMatchObject({
    status: 403,
    body: { error: { code: "api_off", hint: expect.stringContaining("--admin-token-file") } },
  });
});

test("serve() keeps its API off where other machines reach the port, unless --admin-public", async () => {
  const { start, serve, tokenFile } = await createStarter();
  const args = ["--admin", "0.0.0.0:0", "--admin-token-file", tokenFile];
  const closed = await start(args);
  const origin = closed.origin.replace("0.0.0.0", "127.0.0.1");
  expect(closed.log()).toContain(
    "warning The API is off: other machines can reach the admin port at 0.0.0.0",
  );
  expect(existsSync(tokenFile)).toBe(false);
  expect(await createApiClient(origin, "").call("about")).toMatchObject({
    status: 403,
    body: { error: { code: "api_off", hint: expect.stringContaining("--admin-public") } },
  });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  await closed.stop();
  const open = await serve(["--admin", "0.0.0.0:0", "--admin-public"]);
  const token = readFileSync(tokenFile, "utf8").trim();
  const there = createApiClient(open.origin.replace("0.0.0.0", "127.0.0.1"), token);
  expect((await there.call("about")).status).toBe(200);
});

test.each([
  [["--admin-write"], "--admin-write requires --admin."],
  [["--admin-public"], "--admin-public requires --admin."],
  [["--admin", "0", "--admin-token-file", "t"], "--admin-token-file is an option of a host."],
])("serve() refuses %j without what it needs", async (args, message) => {
  const io = createTestIo();
  expect(await run(["serve", "--config", "-", ...args], io)).toBe(2);
  expect(io.stderr.text()).toContain(message);
});

test("serve() ends if the token cannot be written, and leaves no part of it", async () => {
  const { config, folder } = await createStarter();
  mkdirSync(join(folder, "taken", "full"), { recursive: true });
  for (const [name, code] of [
    ["none/token", "ENOENT"],
    ["taken", "(?:EISDIR|ENOTEMPTY|EEXIST|EPERM)"],
  ] as const) {
    const io = createTestIo();
    const file = join(folder, name);
    const own = ["--config", config, "--dispatch", "host", "--state-folder", createFolder()];
    const args = ["serve", "--port", "0", ...own, "--admin", "0", "--admin-token-file", file];
    expect(await run(args, io)).toBe(1);
    expect(io.stderr.text()).toMatch(
      new RegExp(`Cannot write the token to \\S+: the system says ${code}\\.`),
    );
  }
  expect(readdirSync(folder).sort()).toEqual(["hooks.json5", "taken"]);
});

const FOREIGN = [403, "foreign_origin"] as const;

/** What is different from a call that is answered. */
const REFUSED: readonly (readonly [
  string,
  Readonly<Record<string, string | undefined>>,
  number,
  string,
])[] = [
  ["a foreign Host", { host: "evil.example:9090" }, 421, "wrong_host"],
  ["another address as Host", { host: "192.0.2.1" }, 421, "wrong_host"],
  ["a foreign Origin", { origin: "https://evil.example" }, ...FOREIGN],
  ["the Origin of another port", { origin: "http://127.0.0.1:3000" }, ...FOREIGN],
  ["an Origin without a host", { origin: "null" }, ...FOREIGN],
  ["an Origin of another scheme", { origin: "file://" }, ...FOREIGN],
  ["an Origin that cannot be read", { origin: "http://[" }, ...FOREIGN],
  ["Sec-Fetch-Site cross-site", { "sec-fetch-site": "cross-site" }, ...FOREIGN],
  ["Sec-Fetch-Site same-site, another port", { "sec-fetch-site": "same-site" }, ...FOREIGN],
  ["no token", { authorization: undefined }, 401, "unauthorized"],
  ["an empty token", { authorization: "Bearer " }, 401, "unauthorized"],
  ["a wrong token", { authorization: `Bearer ${"A".repeat(43)}` }, 401, "unauthorized"],
  ["the hook token", { authorization: `Bearer ${TOKEN}` }, 401, "unauthorized"],
  ["another scheme", { authorization: "Basic YTpi" }, 401, "unauthorized"],
  ["the token as a cookie", { authorization: undefined, cookie: "token" }, 401, "unauthorized"],
];

test("serve() refuses calls of its API from other pages and without the token, reads included", {
  tags: "OPS-4",
}, async () => {
  const { api, url, origin } = await serveApi(["--admin-write"]);
  const runId = await push(url);
  for (const [what, headers, status, code] of REFUSED) {
    for (const path of ["about", "runs", "stream", `runs/${runId}/cancel`, "none"]) {
      const method = path.endsWith("cancel") ? "POST" : "GET";
      const body = method === "POST" ? {} : undefined;
      const answer = await api.call(path, { method, headers, body });
      const { error } = answer.body as { readonly error: { readonly code: string } };
      expect([what, path, answer.status, error.code]).toEqual([what, path, status, code]);
    }
  }
  for (const headers of [
    { origin },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { host: "localhost" },
  ]) {
    expect((await api.call("about", { headers })).status).toBe(200);
  }
});

test("serve() answers its API without cookies and without leave for other origins", async () => {
  const { api, origin } = await serveApi();
  for (const path of ["about", "none"]) {
    const { headers } = await api.call(path, { headers: { origin } });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
    expect(Object.keys(headers).join(" ")).not.toMatch(/access-control|set-cookie/);
  }
});

test("serve() reads only over its API without --admin-write", async () => {
  const { api, url } = await serveApi();
  const runId = await push(url);
  const answer = await api.post(`runs/${runId}/cancel`);
  expect(answer).toMatchObject({
    status: 403,
    body: { error: { code: "read_only", hint: expect.stringContaining("--admin-write") } },
  });
  expect((await api.call("runs")).status).toBe(200);
});

test("serve() retries and cancels over its API with --admin-write", async () => {
  const fault = () => ({ kind: "refuse", status: 400 }) as const;
  const { api, url } = await serveApi(["--admin-write"], { fault });
  const runId = await push(url);
  const stateOf = async (id: string) => (await api.get<{ state: string }>(`runs/${id}`)).state;
  await expect.poll(() => stateOf(runId)).toBe("dead");
  const cancelled = await api.post(`runs/${runId}/cancel`);
  expect(cancelled).toMatchObject({ status: 409, body: { error: { code: "ended" } } });
  const retried = await api.post(`runs/${runId}/retry`);
  expect(retried).toMatchObject({ status: 200, body: { runId: expect.any(String) } });
  const { items } = await api.get<Listed>("runs?mapping=push&key=hook:github");
  expect(items.map(({ id }) => id)).toEqual([(retried.body as { runId: string }).runId, runId]);
  expect(await api.post("runs/none/retry")).toMatchObject({ status: 404 });
  expect(await api.get("status")).toMatchObject({ phase: "running" });
});

/** A path with its method and body, and what is wrong with it. */
const WRONG: readonly (readonly [string, object, number, string])[] = [
  ["none", {}, 404, "not_found"],
  ["", {}, 404, "not_found"],
  ["runs/none", {}, 404, "not_found"],
  ["runs/%ff", {}, 404, "not_found"],
  ["runs", { method: "DELETE" }, 405, "wrong_method"],
  ["runs/none/cancel", {}, 405, "wrong_method"],
  ["runs?stat=dead", {}, 400, "input_invalid"],
  ["runs?state=ended", {}, 400, "input_invalid"],
  ["runs?limit=501", {}, 400, "input_invalid"],
  ["runs?since=yesterday", {}, 400, "input_invalid"],
  ["runs?key=", {}, 400, "input_invalid"],
  ["runs?__proto__=1", {}, 400, "input_invalid"],
  ["about?x=1", {}, 400, "input_invalid"],
  ["runs/none/cancel", { method: "POST", body: "[" }, 400, "input_invalid"],
  ["runs/none/cancel", { method: "POST", body: [] }, 400, "input_invalid"],
  ["runs/none/cancel", { method: "POST", body: { force: true } }, 400, "input_invalid"],
  ["runs/none/cancel", { method: "POST", body: `"${"x".repeat(600_000)}"` }, 413, "body_too_large"],
  ...["text/plain", "application/x-www-form-urlencoded", "application/jsonp", undefined].map(
    (type) =>
      [
        "runs/none/cancel",
        { method: "POST", body: {}, headers: { "content-type": type } },
        415,
        "not_json",
      ] as const,
  ),
];

test("serve() names what is wrong with a call of its API, without a stack", async () => {
  const { api } = await serveApi(["--admin-write"]);
  for (const [path, options, status, code] of WRONG) {
    const answer = await api.call(path, options);
    const { error } = answer.body as { readonly error: Readonly<Record<string, string>> };
    expect([path, answer.status, error["code"]]).toEqual([path, status, code]);
    expect(Object.keys(error).every((key) => ["code", "message", "hint"].includes(key))).toBe(true);
    expect(JSON.stringify(error)).not.toContain(" at ");
  }
});

/** Reads a stream until a run has ended. */
async function readUntilDone(
  stream: Awaited<ReturnType<ApiClient["stream"]>>,
  runId: string,
): Promise<StreamMessage[]> {
  const seen: StreamMessage[] = [];
  for (;;) {
    const message = await stream.next();
    if (message === undefined) throw new Error("The stream has ended.");
    seen.push(message);
    if (message.data["runId"] === runId && message.data["state"] === "done") return seen;
  }
}

const numberOf = ({ id }: StreamMessage): number => Number(id.split("-")[1]);

test("serve() streams changes with ascending ids, and continues after the last one", async () => {
  const { api, url } = await serveApi();
  const stream = await api.stream();
  expect(await stream.next()).toMatchObject({ event: "reset", data: { reason: "new" } });
  const seen = await readUntilDone(stream, await push(url));
  stream.close();
  expect(seen.map(({ event }) => event)).toEqual(expect.arrayContaining(["request", "run"]));
  expect(JSON.stringify(seen)).not.toMatch(/acme|ann|A push/);
  const numbers = seen.map(numberOf);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  const missed = await push(url);
  const last = seen.at(-1) as StreamMessage;
  const later = await api.stream(last.id);
  const more = await readUntilDone(later, missed);
  later.close();
  const all = [...seen, ...more].map(numberOf);
  expect(all).toEqual(all.map((_, index) => (all[0] ?? 0) + index));
});

test("serve() streams whether a reload took the new config", async () => {
  const { serve, config } = await createStarter();
  const { api, reload } = await serve();
  const stream = await api.stream();
  await stream.next();
  reload();
  expect(await stream.next()).toMatchObject({ event: "config", data: { ok: true } });
  writeFileSync(config, "{");
  reload();
  expect(await stream.next()).toMatchObject({ event: "config", data: { ok: false } });
  stream.close();
});

test("serve() says reset after a restart, so that a client reads its lists again and misses nothing", async () => {
  const starter = await createStarter();
  const known = new Set<string>();
  const pushed: string[] = [];
  const readLists = async (api: ApiClient): Promise<void> => {
    const { items } = await api.get<Listed>("runs?limit=500");
    for (const { id } of items) known.add(id);
  };
  let since: string | undefined;
  for (const reason of ["new", "restart", "restart"]) {
    const { api, url, stop } = await starter.serve();
    // Nobody listens yet.
    pushed.push(await push(url));
    const stream = await api.stream(since);
    const reset = await stream.next();
    expect(reset).toMatchObject({ event: "reset", data: { reason } });
    await readLists(api);
    const runId = await push(url);
    pushed.push(runId);
    const seen = await readUntilDone(stream, runId);
    for (const { data } of seen)
      if (data["runId"] !== undefined) known.add(data["runId"] as string);
    since = seen.at(-1)?.id;
    stream.close();
    // Its change is in no stream that this client reads.
    pushed.push(await push(url));
    await stop();
  }
  const { api } = await starter.serve();
  const last = await api.stream(since);
  expect(await last.next()).toMatchObject({ event: "reset", data: { reason: "restart" } });
  last.close();
  await readLists(api);
  expect([...known].sort()).toEqual([...pushed].sort());
});

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("serve() has no API while it stands by, and after a kill -9 of the other a new token and a reset", async () => {
  const { own, tokenFile } = await createStarter();
  const standby = ["serve", "--port", "0", ...own, "--standby", "--lease", "2"];
  const start = async () => {
    const port = await findFreePort();
    const admin = ["--admin", `${port}`, "--admin-token-file", tokenFile];
    return { ...startBin([...standby, ...admin]), origin: `http://127.0.0.1:${port}` };
  };
  const readToken = () => readFileSync(tokenFile, "utf8").trim();
  const first = await start();
  await first.stderr.find(/Its pages are at [^\n]+\n/);
  const [, url = ""] = /Listening on (\S+)/.exec(first.stderr.text()) ?? [];
  const token = readToken();
  const api = createApiClient(first.origin, token);
  const stream = await api.stream();
  const runId = await push(url);
  const seen = await readUntilDone(stream, runId);

  const second = await start();
  await second.stderr.find(/Standing by at/);
  expect(await createApiClient(second.origin, token).call("runs")).toMatchObject({
    status: 503,
    body: { error: { code: "standby" } },
  });
  expect(readToken()).toBe(token);
  first.child.kill("SIGKILL");
  await second.stderr.find(/Its pages are at [^\n]+\n/);
  expect((await createApiClient(second.origin, token).call("runs")).status).toBe(401);
  const after = createApiClient(second.origin, readToken());
  const resumed = await after.stream(seen.at(-1)?.id);
  expect(await resumed.next()).toMatchObject({ event: "reset", data: { reason: "restart" } });
  resumed.close();
  expect((await after.get<Listed>("runs")).items.map(({ id }) => id)).toEqual([runId]);
});

test("serve() ends its streams when it stops", async () => {
  const { api, stop } = await serveApi();
  const stream = await api.stream();
  await stream.next();
  const end = stream.next();
  await stop();
  for (let message = await end; message !== undefined; message = await stream.next());
});

const RUNS = 10_000;

/** How many requests are open at a time. */
const AT_ONCE = 50;

async function pushMany(url: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const size = Math.min(AT_ONCE, count - ids.length);
    const names = Array.from({ length: size }, (_, index) => `k${(ids.length + index) % 1_000}`);
    ids.push(...(await Promise.all(names.map((name) => push(url, name)))));
  }
  return ids;
}

test("serve() pages through 10,000 runs while they change: none twice, and none missed that stayed", async () => {
  let isHeld = true;
  const { api, url } = await serveApi(["--admin-write"], {
    mapping: { sessionKey: "hook:{{pusher.name}}", deliver: false },
    fault: () => (isHeld ? { kind: "silence", after: "nothing" } : undefined),
  });
  const ids = await pushMany(url, RUNS);
  const queued = (await readPages(api, "runs?state=queued&limit=500")).map(({ id }) => id);
  expect(queued.length).toBeGreaterThan(RUNS - 10);
  // From here on runs end, and further ones come.
  isHeld = false;
  for (const { id } of (await api.get<Listed>("runs?state=running")).items) {
    await api.post(`runs/${id}/cancel`);
  }
  const later: string[] = [];
  const change = async (): Promise<void> => {
    later.push(await push(url, "later"));
    await api.post(`runs/${ids[later.length * 7]}/cancel`);
    await api.post(`runs/${ids[RUNS - later.length * 7]}/cancel`);
  };
  const all = (await readPages(api, "runs?limit=500", change)).map(({ id }) => id);
  expect(later.length).toBeGreaterThanOrEqual(RUNS / 500 - 1);
  expect(new Set(all).size).toBe(all.length);
  const shown = new Set(all);
  expect(ids.filter((id) => !shown.has(id))).toEqual([]);
  const waiting = (await readPages(api, "runs?state=queued&limit=500", change)).map(({ id }) => id);
  expect(new Set(waiting).size).toBe(waiting.length);
  const still = await readPages(api, "runs?state=queued&limit=500");
  const listed = new Set(waiting);
  const old = new Set(ids);
  expect(still.filter(({ id }) => old.has(id) && !listed.has(id))).toEqual([]);
  expect(still.length).toBeGreaterThan(0);
});

test("serve() retries what a list showed, and nothing that died since it was read", async () => {
  const fault = () => ({ kind: "refuse", status: 400 }) as const;
  const { api, url } = await serveApi(["--admin-write"], { fault });
  const dead = async () => (await api.get<Listed>("runs?state=dead")).items.map(({ id }) => id);
  const first = [await push(url), await push(url)];
  await expect.poll(dead).toHaveLength(2);
  const { now: before } = await api.get<{ now: number }>("about");
  await expect.poll(() => Date.now()).toBeGreaterThan(before);
  const late = await push(url);
  await expect.poll(dead).toContain(late);

  const selection = { kind: "run", filter: { state: "dead", mapping: "push" }, before };
  const dry = await api.post("retry", { ...selection, dryRun: true });
  expect(dry).toMatchObject({ status: 200, body: { count: 2, ids: first, refused: {} } });
  expect(await dead()).toHaveLength(3);
  const done = await api.post("retry", selection);
  expect(done).toMatchObject({ status: 200, body: { count: 2, ids: first, refused: {} } });
  expect(await api.post("retry", selection)).toMatchObject({ body: { count: 0, ids: [] } });
  const named = await api.post("retry", { kind: "run", ids: [late, "none"] });
  expect(named).toMatchObject({ body: { count: 1, refused: { not_found: 1 } } });
  const other = { kind: "delivery", filter: { state: "dead" }, before };
  expect(await api.post("retry", other)).toMatchObject({ body: { count: 0, ids: [] } });
  for (const wrong of [
    {},
    { kind: "run" },
    { kind: "run", ids: [late], filter: { state: "dead" }, before },
    { kind: "run", filter: { mapping: "push" }, before },
    { kind: "run", filter: { state: "dead" } },
    { kind: "run", filter: { state: "sent" }, before },
    { kind: "run", filter: { state: "dead", until: before }, before },
    { kind: "delivery", filter: { state: "dead", key: "k" }, before },
    { kind: "event", ids: [] },
    { kind: "run", ids: "all" },
    { kind: "run", filter: "all", before },
    { kind: "run", ids: [late], dryRun: "yes" },
  ]) {
    const { status, body } = await api.post("retry", wrong);
    expect([wrong, status, body]).toMatchObject([wrong, 400, { error: { code: "input_invalid" } }]);
  }
});

test("serve() counts a selection without --admin-write, and repeats nothing of it", async () => {
  const fault = () => ({ kind: "refuse", status: 400 }) as const;
  const { api, url } = await serveApi([], { fault });
  const runId = await push(url);
  const selection = { kind: "run", filter: { state: "dead" }, before: Date.now() + 60_000 };
  await expect
    .poll(async () => (await api.post("retry", { ...selection, dryRun: true })).body)
    .toMatchObject({ ids: [runId] });
  expect(await api.post("retry", selection)).toMatchObject({
    status: 403,
    body: { error: { code: "read_only" } },
  });
});

interface Steps {
  readonly kind: string;
  readonly steps: readonly { readonly kind: string; readonly id: string; readonly state: string }[];
}

test("serve() shows over its API what any id became, what failed, the logbook, and channels", async () => {
  const { api, url, messages } = await serveApi(["--admin-write"]);
  const runId = await push(url);
  await expect.poll(() => messages.length).toBe(2);
  const sent = async () =>
    (await api.get<Listed>("deliveries?state=sent&channel=webhook")).items.map(({ id }) => id);
  await expect.poll(sent).toHaveLength(2);
  const { kind, steps } = await api.get<Steps>(`timeline/${runId}`);
  expect(kind).toBe("run");
  const kinds = steps.map((step) => step.kind);
  for (const one of ["request", "match", "run", "try", "answer", "summary", "heartbeat", "part"]) {
    expect(kinds).toContain(one);
  }
  const request = steps.find((step) => step.kind === "request")?.id ?? "";
  const [delivery = ""] = await sent();
  for (const id of [request, delivery]) {
    expect((await api.get<Steps>(`timeline/${encodeURIComponent(id)}`)).steps).not.toEqual([]);
  }
  expect(await api.call("timeline/none")).toMatchObject({ status: 404 });
  const shown = await api.get<Steps & { answer: string }>(`runs/${runId}`);
  expect(shown.answer).toBe("A push.");
  expect(shown.steps).toEqual(steps);
  expect(await api.get("failed?since=0")).toEqual({ items: [] });
  const { items: log } = await api.get<{ items: readonly { kind: string }[] }>("log?limit=10");
  expect(log.map((item) => item.kind)).toEqual(expect.arrayContaining(["event", "heartbeat"]));
  expect((await api.get<Listed>("heartbeats?agent=main")).items).toHaveLength(1);
  expect((await api.get<Listed>("events?origin=run&state=done")).items).toHaveLength(1);
  expect(await api.get("channels")).toMatchObject({ items: [{ id: "webhook", waiting: 0 }] });
  expect(await api.post("channels/webhook/test", { to: "me" })).toMatchObject({ status: 200 });
  expect(messages.at(-1)).toMatchObject({ to: "me" });
  expect(await api.post("channels/webhook/test")).toMatchObject({ status: 400 });
  expect(await api.post("channels/none/test", { to: "me" })).toMatchObject({
    status: 409,
    body: { error: { code: "channel_not_configured" } },
  });
  expect(await api.call("runs?before=none")).toMatchObject({
    status: 400,
    body: { error: { code: "input_invalid", message: expect.stringContaining("cursor") } },
  });
});

const MAX_STREAMS = 16;

test("serve() cuts off clients that never read, refuses too many, and others get all", async () => {
  const { api, url, origin } = await serveApi();
  const stream = await api.stream();
  await stream.next();
  const { authorization } = api;
  const idle = await Promise.all(
    Array.from({ length: MAX_STREAMS - 1 }, () => openIdle(`${origin}/api/stream`, authorization)),
  );
  expect(idle).toEqual(idle.map(() => 200));
  expect(await api.call("stream")).toMatchObject({
    status: 503,
    body: { error: { code: "too_many_streams" } },
  });
  let messages = 0;
  let at: number | undefined;
  const readAll = async (): Promise<void> => {
    for (let one = await stream.next(); one !== undefined; one = await stream.next()) {
      expect(numberOf(one)).toBe(at === undefined ? numberOf(one) : at + 1);
      at = numberOf(one);
      messages += 1;
    }
  };
  const reading = readAll();
  let sent = 0;
  for (let isFull = true; isFull; ) {
    // Refused at once, so this is the fastest way to make changes; the name makes each of them large.
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/${"x".repeat(128)}`)));
    sent += 50;
    await expect.poll(() => messages).toBe(sent);
    isFull = (await openIdle(`${origin}/api/stream`, authorization)) === 503;
  }
  stream.close();
  await reading;
});

/** Opens a stream and never reads it; the status of its answer. */
function openIdle(url: string, authorization: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const made = request(url, { headers: { authorization }, agent: false }, (response) => {
      response.pause();
      response.on("error", () => undefined);
      resolve(response.statusCode ?? 0);
    });
    made.on("error", reject);
    onTestFinished(() => void made.destroy());
    made.end();
  });
}
