import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { systemTime, type Time } from "@hookwright/node-kit/clock";
import { afterEach, expect, test } from "vitest";
import { GOOGLE_URLS } from "../google/google-urls.ts";
import type { MailLogEntry } from "../model/log.ts";
import type { MailPost, PostResult } from "../model/mail.ts";
import type { GmailMode } from "../model/mode.ts";
import type { GmailSettings } from "../model/settings.ts";
import type { LockFile } from "../state/lock.ts";
import { accountFolderOf } from "../state/prepare-folder.ts";
import { type WatchMailboxOptions, watchMailbox } from "./watch-mailbox.ts";

const account = "you@gmail.com";
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const settings: GmailSettings = {
  ...{ account, label: "INBOX", mode: "poll", includeBody: true, maxBytes: 20_000 },
  ...{ topic: undefined, subscription: undefined, pushToken: undefined, pushIdentity: undefined },
  ...{ hookUrl: "http://127.0.0.1:2/hooks/gmail", hookToken: "t", renewEveryMinutes: 720 },
  serve: { bind: "127.0.0.1", port: 0, paths: ["/gmail-pubsub"] },
};

interface Parts {
  readonly google: FakeGoogle;
  readonly folder: string;
  readonly ids: string[];
  readonly log: MailLogEntry[];
  readonly answers: PostResult[];
  /** Starts a run; `stop` ends it by its signal. */
  readonly start: (more?: Partial<WatchMailboxOptions>) => {
    readonly ended: ReturnType<typeof watchMailbox>;
    readonly stop: () => ReturnType<typeof watchMailbox>;
  };
  readonly until: (isSo: () => boolean) => Promise<void>;
}

async function setUp(options: FakeGoogleOptions = {}, mode: GmailMode = "poll"): Promise<Parts> {
  const google = await startFakeGoogle(options);
  closing.push(google.close);
  const folder = await mkdtemp(join(tmpdir(), "hookwright-mail-"));
  closing.push(() => rm(folder, { recursive: true }));
  const ids: string[] = [];
  const log: MailLogEntry[] = [];
  const answers: PostResult[] = [];
  const { url } = google;
  const time = createFastClock();
  const start: Parts["start"] = (more) => {
    const stop = new AbortController();
    const ended = watchMailbox({
      settings: { ...settings, mode },
      credentials: JSON.stringify(google.oauth.logIn()),
      stateFolder: folder,
      lockFile: freeLock,
      urls: { ...GOOGLE_URLS, gmail: url, pubsub: url, token: `${url}/token` },
      log: (entry) => log.push(entry),
      signal: stop.signal,
      time,
      pollEveryMs: 20_000,
      settleMs: 0,
      post: async ({ messages }: MailPost) => {
        ids.push(messages[0].id);
        return answers.shift() ?? { ok: true };
      },
      ...more,
    });
    closing.push(async () => {
      stop.abort();
      await ended;
    });
    return {
      ended,
      stop: () => {
        stop.abort();
        return ended;
      },
    };
  };
  const until: Parts["until"] = async (isSo) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { google, folder, ids, log, answers, start, until };
}

/** A thousand times as fast as real time. */
function createFastClock(): Time {
  const { clock, timer, random } = systemTime;
  const start = clock();
  return {
    random,
    clock: () => start + (clock() - start) * 1_000,
    timer: (task, milliseconds) => timer(task, milliseconds / 1_000),
  };
}

const freeLock: LockFile = async () => ({ ok: true, release: () => undefined });

const isLooking = (log: readonly MailLogEntry[]): boolean =>
  log.some(({ event }) => event === "first_look");

test("watchMailbox(): mails are posted by polling, without Pub/Sub, until a signal", async () => {
  const { google, ids, log, start, until } = await setUp();
  google.gmail.deliver();
  const run = start();
  await until(() => isLooking(log));
  const mails = [google.gmail.deliver(), google.gmail.deliver()];
  await until(() => ids.length === 2);
  expect(await run.stop()).toEqual({ code: "signal" });
  expect(ids).toEqual(mails);
  expect(google.requests.filter(({ path }) => path.includes("/topics/"))).toEqual([]);
});

test("watchMailbox(): a run goes on where the last one ended, also after a history that is gone", async () => {
  const { google, ids, log, start, until } = await setUp();
  const first = start();
  await until(() => isLooking(log));
  const a = google.gmail.deliver();
  await until(() => ids.length === 1);
  await first.stop();
  const b = google.gmail.deliver();
  const second = start();
  await until(() => ids.length === 2);
  await second.stop();
  const c = google.gmail.deliver();
  google.gmail.expireHistory();
  const third = start();
  await until(() => ids.length === 3);
  await third.stop();
  expect(ids).toEqual([a, b, c]);
  expect(log.filter(({ event }) => event === "history_gone")).toHaveLength(1);
});

test("watchMailbox(): a revoked login ends the run, and the next one catches up", async () => {
  const { google, folder, ids, log, start, until } = await setUp();
  const first = start();
  await until(() => isLooking(log));
  google.oauth.revoke();
  google.oauth.expireAccessTokens();
  expect(await first.ended).toMatchObject({ code: "needs_login" });
  const state = join(accountFolderOf(folder, account) ?? "", "state.json");
  expect(JSON.parse(await readFile(state, "utf8"))).toMatchObject({ needsLogin: true });
  const mail = google.gmail.deliver();
  const second = start();
  await until(() => ids.length === 1);
  await second.stop();
  expect(ids).toEqual([mail]);
});

test("watchMailbox(): a refused mail stops the run, and --skip goes on without it", async () => {
  const { google, ids, log, answers, start, until } = await setUp();
  const first = start();
  await until(() => isLooking(log));
  answers.push({
    ok: false,
    isFinal: true,
    concerns: "mail",
    reason: "the host answered 400",
    hint: "Correct it.",
  });
  const bad = google.gmail.deliver();
  expect(await first.ended).toMatchObject({
    code: "stopped",
    reason: expect.stringContaining(bad),
  });
  const second = start({ skip: [bad] });
  const good = google.gmail.deliver();
  await until(() => ids.length === 2);
  await second.stop();
  expect(ids).toEqual([bad, good]);
});

test("watchMailbox(): no login, a wrong file and a state that is in use say what to do", async () => {
  const { start } = await setUp();
  const none = await start({ credentials: undefined }).ended;
  expect(none).toMatchObject({
    code: "needs_login",
    failure: { hint: expect.stringContaining("hookwright gmail setup") },
  });
  expect(await start({ credentials: "{}" }).ended).toMatchObject({
    code: "needs_login",
    failure: { hint: expect.stringContaining("service_account") },
  });
  const lockFile: LockFile = async () => ({ ok: false, processId: 7 });
  expect(await start({ lockFile }).ended).toMatchObject({
    code: "stopped",
    reason: expect.stringContaining("process 7"),
  });
});

test("watchMailbox(): mails are posted over HTTP unless another way is given", async () => {
  const { google, log, start, until } = await setUp();
  const run = start({ post: undefined as never });
  await until(() => isLooking(log));
  google.gmail.deliver();
  await until(() => log.some(({ event }) => event === "post_delayed"));
  await run.stop();
  expect(log.find(({ event }) => event === "post_delayed")?.message).toContain("ECONNREFUSED");
});

test("watchMailbox(): quota and faults on the way delay mails, and lose and repeat none", async () => {
  const { google, ids, log, start, until } = await setUp();
  const run = start();
  await until(() => isLooking(log));
  google.failNext({ service: "gmail", times: 3 }, { kind: "status", status: 503 });
  google.failNext({ service: "gmail", skip: 5 }, { kind: "reset", when: "after" });
  google.failNext({ service: "gmail", skip: 9 }, { kind: "half" });
  google.failNext({ service: "gmail", skip: 12 }, { kind: "status", status: 429 });
  const mails = Array.from({ length: 8 }, () => google.gmail.deliver());
  await until(() => ids.length === mails.length);
  await run.stop();
  expect(ids).toEqual(mails);
  expect(log.some(({ event }) => event === "google_delayed")).toBe(true);
});

test("watchMailbox(): by pull, notifications are acknowledged after their mails were posted", async () => {
  const { google, ids, log, start, until } = await setUp({ pullWaitMs: 50 });
  const names = google.pubsub.setUp();
  const run = start({ settings: { ...settings, mode: "pull", ...names } });
  await until(() => isLooking(log) && log.some(({ event }) => event === "watch_renewed"));
  const mails = Array.from({ length: 5 }, () => google.gmail.deliver());
  await until(() => ids.length === mails.length);
  const acknowledged = (): number => google.pubsub.status()[names.subscription]?.acknowledged ?? 0;
  await until(() => acknowledged() > 0);
  expect(await run.stop()).toEqual({ code: "signal" });
  expect(ids).toEqual(mails);
});

test("watchMailbox(): by push, a post of Pub/Sub is answered after its mails were posted", async () => {
  const { google, ids, log, start, until } = await setUp({
    // Pushes fail until the tunnel is there, and mails must not share a notification.
    pushBackoffMs: { min: 10, max: 20 },
    notifyIntervalMs: 0,
  });
  const endpoint = "https://mail.example.org/gmail-pubsub?token=push-secret";
  const names = google.pubsub.setUp({ pushConfig: { pushEndpoint: endpoint } });
  const pushed = { mode: "push", topic: names.topic, pushToken: "push-secret" } as const;
  const run = start({ settings: { ...settings, ...pushed } });
  await until(() => log.some(({ event }) => event === "watch_renewed"));
  const listening = log.find(({ event }) => event === "push_listening")?.message ?? "";
  const url = /http:[^/]*\/\/[\d.:]+/.exec(listening)?.[0] ?? "";
  google.pubsub.setTunnel("https://mail.example.org", url);
  await until(() => isLooking(log));
  const mail = google.gmail.deliver();
  await until(() => ids.length === 1);
  await until(() => (google.pubsub.status()[names.subscription]?.acknowledged ?? 0) > 0);
  await run.stop();
  expect(ids).toEqual([mail]);
  expect(JSON.stringify(log)).not.toContain("push-secret");
});

test.each(["pull", "push"] as const)(
  "watchMailbox() finds by regular looks what no notification tells of, by %s",
  async (mode) => {
    const { google, ids, log, start, until } = await setUp({ pullWaitMs: 50 });
    const names = google.pubsub.setUp();
    const run = start({ settings: { ...settings, mode, ...names, pushToken: "push-secret" } });
    await until(() => isLooking(log) && log.some(({ event }) => event === "watch_renewed"));
    // The watch itself notifies once; by push, it has nowhere to go.
    const told = (): number => google.pubsub.status()[names.subscription]?.acknowledged ?? 0;
    await until(() => mode === "push" || told() > 0);
    google.gmail.expireWatch();
    const mail = google.gmail.deliver();
    await until(() => ids.length === 1);
    await run.stop();
    expect(ids).toEqual([mail]);
  },
);

test.each(["poll", "pull", "push"] as const)(
  "watchMailbox() names the account in each line of its log, by %s",
  async (mode) => {
    const { google, ids, log, start, until } = await setUp({ pullWaitMs: 50 });
    const names = google.pubsub.setUp();
    const run = start({ settings: { ...settings, mode, ...names, pushToken: "push-secret" } });
    await until(() => isLooking(log));
    google.gmail.deliver();
    await until(() => ids.length === 1);
    await run.stop();
    expect(log.map((entry) => entry.account)).toEqual(log.map(() => account));
  },
);

test("watchMailbox(): a port that is in use ends the run with the reason", async () => {
  const { google, start, log, until } = await setUp();
  const names = google.pubsub.setUp();
  const pushed = { mode: "push", topic: names.topic, pushToken: "push-secret" } as const;
  start({ settings: { ...settings, ...pushed } });
  await until(() => log.some(({ event }) => event === "push_listening"));
  const port = Number(/:(\d+)\//.exec(log.map(({ message }) => message).join(" "))?.[1]);
  const serve = { ...settings.serve, port };
  expect(await start({ settings: { ...settings, ...pushed, serve } }).ended).toMatchObject({
    code: "stopped",
    reason: expect.stringContaining(`Port ${port}`),
  });
});
