// The receiver of pushes: who is let in, what is answered, and when.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { systemTime } from "@hookwright/node-kit/clock";
import { expect, onTestFinished, test, vi } from "vitest";
import { startGoogle } from "../../test/support/start-google.ts";
import type { MailLogEntry } from "../model/log.ts";
import type { GmailSettings } from "../model/settings.ts";
import type { Look, LookResult } from "../model/trigger.ts";
import { openPushTrigger } from "./open-push-trigger.ts";

const TOKEN = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978";
const POSTED: LookResult = { ok: true, posted: 1 };

const dataOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

const NOTIFICATION = { emailAddress: "you@gmail.com", historyId: 9876543210 };

const pushOf = (data: unknown): string =>
  JSON.stringify({
    message: { data, messageId: "1", message_id: "1", publishTime: "2026-01-01T00:00:00Z" },
    subscription: "projects/p/subscriptions/s",
  });

const OURS = pushOf(dataOf(NOTIFICATION));

type Settings = Pick<GmailSettings, "account" | "pushToken" | "pushIdentity" | "serve">;

interface SetUp {
  readonly settings?: Partial<Settings>;
  readonly paths?: readonly string[];
  readonly looks?: readonly LookResult[];
  readonly look?: Look;
  readonly keysUrl?: string;
}

async function start({
  settings = {},
  paths = ["/gmail-pubsub"],
  looks = [],
  look,
  keysUrl,
}: SetUp = {}) {
  const entries: MailLogEntry[] = [];
  const opened = await openPushTrigger({
    settings: {
      account: "You@gmail.com",
      pushToken: TOKEN,
      pushIdentity: undefined,
      serve: { bind: "127.0.0.1", port: 0, paths },
      ...settings,
    },
    time: systemTime,
    log: (entry) => void entries.push(entry),
    ...(keysUrl !== undefined && { keysUrl }),
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const controller = new AbortController();
  let looked = 0;
  const count = async (): Promise<LookResult> => {
    looked += 1;
    return looks[looked - 1] ?? POSTED;
  };
  const running = opened.trigger.run(look ?? count, controller.signal);
  onTestFinished(async () => {
    controller.abort();
    await running;
  });
  const push = (target: string, init: RequestInit = {}) =>
    fetch(`${opened.url}${target}`, { method: "POST", body: OURS, ...init });
  return { ...opened, entries, push, running, controller, looked: () => looked };
}

const QUERY = `/gmail-pubsub?token=${TOKEN}`;

test("openPushTrigger() answers 204 after the look posted the mails", async () => {
  let end: (result: LookResult) => void = () => undefined;
  let began = false;
  const look: Look = () => {
    began = true;
    return new Promise((resolve) => {
      end = resolve;
    });
  };
  const { push } = await start({ look });
  let isAnswered = false;
  const answer = push(QUERY).finally(() => {
    isAnswered = true;
  });
  await vi.waitFor(() => expect(began).toBe(true), { timeout: 60_000 });
  expect(isAnswered).toBe(false);
  end(POSTED);
  expect((await answer).status).toBe(204);
});

test.each(["later", "needs_login", "stopped"] as const)(
  "openPushTrigger() answers 503 with Retry-After where a look ended with %s",
  async (code) => {
    const { push, running } = await start({ looks: [{ ok: false, code }] });
    const answer = await push(QUERY);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    // What cannot go on ends the trigger, and with it the server.
    if (code === "later") expect((await push(QUERY)).status).toBe(204);
    else await running;
  },
);

test.each([
  ["/gmail-pubsub", 204],
  ["/gmail-pubsub/", 204],
  ["/gmail-pubsub/more", 204],
  ["/gmail-pubsubs", 404],
  ["/", 404],
  ["//gmail-pubsub", 404],
])("openPushTrigger() takes its path and what is below it: %s is %i", async (path, status) => {
  const { push } = await start();
  expect((await push(`${path}?token=${TOKEN}`)).status).toBe(status);
});

test("openPushTrigger() takes every path where it is /, as behind a Tailscale that strips its own", async () => {
  const { push } = await start({ paths: ["/", "/gmail-pubsub"] });
  for (const path of ["/", "/gmail-pubsub", "/any/other"]) {
    expect((await push(`${path}?token=${TOKEN}`)).status).toBe(204);
  }
});

test("openPushTrigger() answers 405 with Allow to other methods", async () => {
  const { url } = await start();
  const answer = await fetch(`${url}${QUERY}`);
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
});

test.each([
  ["no token", "/gmail-pubsub", {}],
  ["a wrong one", `/gmail-pubsub?token=${TOKEN}x`, {}],
  ["an empty one", "/gmail-pubsub?token=", {}],
  ["a wrong header beside a right query", QUERY, { "x-gog-token": "wrong" }],
  ["the token as a bearer", "/gmail-pubsub", { authorization: `Bearer ${TOKEN}` }],
])("openPushTrigger() answers 401 to %s, and looks for nothing", async (_name, target, headers) => {
  const { push, looked, entries } = await start();
  expect((await push(target, { headers })).status).toBe(401);
  expect(looked()).toBe(0);
  expect(entries.at(-1)).toMatchObject({ level: "warn", event: "push_refused" });
  expect(JSON.stringify(entries)).not.toContain(TOKEN);
});

test("openPushTrigger() takes the token from x-gog-token, too", async () => {
  const { push } = await start();
  const headers = { "x-gog-token": TOKEN };
  expect((await push("/gmail-pubsub?token=other", { headers })).status).toBe(204);
});

test("openPushTrigger() lets nobody in where there is no token at all", async () => {
  const { push } = await start({ settings: { pushToken: undefined } });
  expect((await push("/gmail-pubsub?token=")).status).toBe(401);
  expect((await push("/gmail-pubsub?token=undefined")).status).toBe(401);
});

test("openPushTrigger() warns of a token that is part of URLs, and never logs it", async () => {
  const { entries } = await start();
  expect(entries.map(({ event }) => event)).toEqual(["push_listening", "push_token_in_url"]);
  expect(entries[1]?.hint).toContain("hooks.gmail.audience");
  expect(JSON.stringify(entries)).not.toContain(TOKEN);
});

test("openPushTrigger() prints what exposes it by Tailscale, and runs nothing", async () => {
  const tunnelCommand = "tailscale funnel --bg --set-path /gmail-pubsub http://127.0.0.1:8788";
  const serve = { bind: "127.0.0.1", port: 0, paths: ["/"], tunnelCommand };
  const { entries } = await start({ settings: { serve } });
  expect(entries[1]).toMatchObject({
    event: "push_tunnel",
    message: expect.stringContaining(`\`${tunnelCommand}\``),
  });
});

test.each([
  ["no JSON", "{", 400],
  ["no object", '"text"', 400],
  ["no message", "{}", 400],
  ["a message that is none", '{"message":5}', 400],
  [
    "data of another account",
    pushOf(dataOf({ ...NOTIFICATION, emailAddress: "me@gmail.com" })),
    202,
  ],
  ["no data", pushOf(undefined), 202],
  ["data that is poison", pushOf("%%%"), 202],
])("openPushTrigger() answers to %s without a look: %s is %i", async (_name, body, status) => {
  const { push, looked, entries } = await start();
  expect((await push(QUERY, { body })).status).toBe(status);
  expect(looked()).toBe(0);
  if (status === 202) expect(entries.at(-1)?.level).toBe("warn");
});

test.each([
  ["a text as history id", pushOf(dataOf({ ...NOTIFICATION, historyId: "9007199254740993" }))],
  [
    "an address in another case",
    pushOf(dataOf({ ...NOTIFICATION, emailAddress: "YOU@gmail.com" })),
  ],
  ["noWrapper", JSON.stringify(NOTIFICATION)],
])("openPushTrigger() reads %s", async (_name, body) => {
  const { push, looked } = await start();
  expect((await push(QUERY, { body })).status).toBe(204);
  expect(looked()).toBe(1);
});

test("openPushTrigger() reads bodies up to 1 MiB", async () => {
  const { push } = await start();
  const padded = OURS.padEnd(1024 * 1024, " ");
  expect((await push(QUERY, { body: padded })).status).toBe(204);
  expect((await push(QUERY, { body: `${padded} ` })).status).toBe(413);
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(600_000)),
  });
  const answer = push(QUERY, { body: stream, duplex: "half" } as RequestInit);
  // The server answers and closes; whether the client still reads that is up to the client.
  expect(await answer.then(({ status }) => status).catch(() => 413)).toBe(413);
});

test("openPushTrigger() does not wait for a body that broke off", async () => {
  const { url, push } = await start();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  const head = `POST ${QUERY} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{`;
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  socket.destroy();
  expect((await push(QUERY)).status).toBe(204);
});

const AUDIENCE = "https://push.example.org/gmail-pubsub";
const EMAIL = "pusher@demo-project.iam.gserviceaccount.com";

test("openPushTrigger() lets in what Google signed for the subscription, and no token beside it", async () => {
  const { google } = await startGoogle();
  const keysUrl = `${google.url}/oauth2/v3/certs`;
  const pushIdentity = { audience: AUDIENCE, email: EMAIL };
  const { push, entries, looked } = await start({ settings: { pushIdentity }, keysUrl });
  const sign = (options: object = {}) => {
    const token = google.oauth.signIdentity({ audience: AUDIENCE, email: EMAIL, ...options });
    return { headers: { authorization: `Bearer ${token}` } };
  };
  expect((await push("/gmail-pubsub", sign())).status).toBe(204);
  expect((await push(QUERY)).status).toBe(401);
  expect((await push("/gmail-pubsub", sign({ audience: "https://other" }))).status).toBe(401);
  expect(
    (await push("/gmail-pubsub", sign({ email: "else@x.iam.gserviceaccount.com" }))).status,
  ).toBe(401);
  const past = Math.floor(Date.now() / 1_000) - 7_200;
  const claims = [
    { iat: past, exp: past + 3_600 },
    { email_verified: false },
    { iss: "https://example.org" },
  ];
  for (const wrong of claims) {
    expect((await push("/gmail-pubsub", sign({ claims: wrong }))).status).toBe(401);
  }
  const { authorization } = sign().headers;
  const [head = "", body = "", signature = ""] = authorization.split(".");
  for (const token of [`${head}.${body}.`, `${head}.${body}.A${signature.slice(1)}A`]) {
    const headers = { authorization: token };
    expect((await push("/gmail-pubsub", { headers })).status).toBe(401);
  }
  expect(looked()).toBe(1);
  expect(entries.map(({ event }) => event)).toEqual([
    "push_listening",
    ...Array(8).fill("push_refused"),
  ]);
});

test("openPushTrigger() answers 503 where Google's keys cannot be fetched", async () => {
  const { google } = await startGoogle();
  const pushIdentity = { audience: AUDIENCE, email: EMAIL };
  const { push } = await start({ settings: { pushIdentity }, keysUrl: "http://127.0.0.1:9/keys" });
  const token = google.oauth.signIdentity({ audience: AUDIENCE, email: EMAIL });
  const headers = { authorization: `Bearer ${token}` };
  expect((await push("/gmail-pubsub", { headers })).status).toBe(503);
});

test("openPushTrigger() says of a port in use that another watcher has it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const options = { time: systemTime, log: () => undefined };
  const settings = { account: "you@gmail.com", pushToken: TOKEN, pushIdentity: undefined };
  const paths = ["/"];
  const listen = (bind: string) =>
    openPushTrigger({ ...options, settings: { ...settings, serve: { bind, port, paths } } });
  expect(await listen("127.0.0.1")).toMatchObject({
    failure: {
      reason: "EADDRINUSE",
      message: expect.stringContaining("most likely by another watcher"),
      hint: expect.stringContaining("OPENCLAW_SKIP_GMAIL_WATCHER=1"),
    },
  });
  expect(await listen("192.0.2.1")).toMatchObject({
    failure: { message: expect.stringContaining("the system says EADDRNOTAVAIL") },
  });
});

test("openPushTrigger() answers 503 before it runs, with too many waiting, and to a look that fails", async () => {
  const opened = await openPushTrigger({
    settings: {
      account: "you@gmail.com",
      pushToken: TOKEN,
      pushIdentity: undefined,
      serve: { bind: "127.0.0.1", port: 0, paths: ["/"] },
    },
    time: systemTime,
    log: () => undefined,
    maxWaiting: 2,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  onTestFinished(opened.close);
  const push = () => fetch(`${opened.url}/?token=${TOKEN}`, { method: "POST", body: OURS });
  expect((await push()).status).toBe(503);
  let asked = 0;
  let end: (result: LookResult) => void = () => undefined;
  const look: Look = () => {
    asked += 1;
    if (asked > 2) return Promise.reject(new Error("defect"));
    return new Promise((resolve) => {
      const before = end;
      end = (result) => {
        before(result);
        resolve(result);
      };
    });
  };
  const controller = new AbortController();
  const running = opened.trigger.run(look, controller.signal);
  const answers = Array.from({ length: 2 }, push);
  await vi.waitFor(() => expect(asked).toBe(2), { timeout: 60_000 });
  expect((await push()).status).toBe(503);
  end(POSTED);
  const statuses = await Promise.all(answers.map(async (answer) => (await answer).status));
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect((await push()).status).toBe(503);
  controller.abort();
  await running;
});
