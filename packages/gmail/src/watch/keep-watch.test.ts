// The watch: renewed alone, retried, never the source of a cursor.
import { expect, test } from "vitest";
import { createMemoryStore } from "../../test/support/memory-store.ts";
import { startGoogle } from "../../test/support/start-google.ts";
import { createTestClock } from "../../test/support/test-clock.ts";
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailLogEntry } from "../model/log.ts";
import type { MailResult } from "../model/source.ts";
import type { AccountState } from "../model/state.ts";
import type { LookResult } from "../model/trigger.ts";
import { keepWatch, startWatch, type Watch } from "./keep-watch.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

type Renewal = (now: number) => MailResult<Watch>;

const works: Renewal = (now) => ({ ok: true, value: { expiresAt: now + WEEK_MS } });

const fails =
  (failure: Partial<MailFailure> = {}): Renewal =>
  () => ({ ok: false, failure: { code: "forbidden", message: "No.", ...failure } });

interface Script {
  readonly renewals: readonly Renewal[];
  readonly renewEveryMinutes?: number;
  readonly state?: Partial<AccountState>;
  readonly look?: LookResult;
}

/** Runs until every renewal of the script was asked for. */
async function runScript({ renewals, renewEveryMinutes = 720, state, look }: Script) {
  const controller = new AbortController();
  const time = createTestClock({ start: 1_000_000, random: 0 });
  const store = createMemoryStore(state);
  const entries: MailLogEntry[] = [];
  const times: number[] = [];
  let running = 0;
  let most = 0;
  let looks = 0;
  const renew = async (): Promise<MailResult<Watch>> => {
    running += 1;
    most = Math.max(most, running);
    times.push(time.clock());
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    const renewal = renewals[times.length - 1];
    if (times.length >= renewals.length) {
      // The last one counts, and then the run is stopped.
      setImmediate(() => controller.abort());
    }
    return renewal?.(time.clock()) ?? fails()(0);
  };
  const log = (entry: MailLogEntry) => void entries.push(entry);
  const looked = async () => {
    looks += 1;
    return look ?? ({ ok: true, posted: 0 } as const);
  };
  const options = { renew, store, time, log, renewEveryMinutes };
  await keepWatch(looked, controller.signal, options);
  const minutes = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 60_000);
  return { state: store.state(), entries, minutes, most, looks, calls: times.length };
}

test("keepWatch() renews at the start and every 12 hours, one at a time", async () => {
  const { minutes, most, state, entries } = await runScript({ renewals: [works, works, works] });
  expect(minutes).toEqual([720, 720]);
  expect(most).toBe(1);
  const { renewedAt = 0, expiresAt } = state.watch ?? {};
  expect(expiresAt).toBe(renewedAt + WEEK_MS);
  expect(entries.map(({ event }) => event)).toEqual(Array(3).fill("watch_renewed"));
});

test("keepWatch() takes no cursor from a renewal", async () => {
  const withCursor = await runScript({ renewals: [works, works], state: { cursor: "5" } });
  expect(withCursor.state.cursor).toBe("5");
  expect((await runScript({ renewals: [works, works] })).state.cursor).toBeUndefined();
});

test("keepWatch() tries again after 1, 5, 15 and 60 minutes, and keeps why", async () => {
  const no = fails({ hint: "Grant it." });
  const { minutes, state, entries, looks } = await runScript({
    renewals: [no, no, no, no, no, no],
  });
  expect(minutes).toEqual([1, 5, 15, 60, 60]);
  expect(state.watchError).toMatchObject({ failure: { code: "forbidden", message: "No." } });
  expect(entries[0]).toEqual({
    level: "warn",
    event: "watch_not_renewed",
    message: "The watch was not renewed, and is tried again in 1 min: No.",
    hint: "Grant it.",
    details: { waitMs: 60_000 },
  });
  expect(looks).toBe(0);
});

test("keepWatch() begins again with 1 minute after a renewal, and forgets the error", async () => {
  const script = [fails(), fails(), works, fails(), works];
  const { minutes, state } = await runScript({ renewals: script });
  expect(minutes).toEqual([1, 5, 720, 1]);
  expect(state.watchError).toBeUndefined();
});

test("keepWatch() waits as long as Google asks for", async () => {
  const renewals = [fails({ code: "quota", retryAfterMs: 3_600_000 }), works];
  expect((await runScript({ renewals })).minutes).toEqual([60]);
});

test("keepWatch() renews before Gmail's 7 days end, whatever the config says", async () => {
  const { minutes } = await runScript({
    renewals: [works, works],
    renewEveryMinutes: 60 * 24 * 30,
  });
  expect(minutes).toEqual([3.5 * 24 * 60]);
});

test("keepWatch() ends where the login has ended: it is terminal", async () => {
  const renewals = [fails({ code: "needs_login", reason: "invalid_grant" }), works];
  const look = { ok: false, code: "needs_login" } as const;
  const { calls, looks, state } = await runScript({ renewals, look });
  expect([calls, looks]).toEqual([1, 1]);
  expect(state.watchError).toBeUndefined();
});

test("keepWatch() goes on where only the watch is refused, and looks work", async () => {
  const renewals = [fails({ code: "needs_login" }), works];
  const { minutes, looks } = await runScript({ renewals });
  expect(minutes).toEqual([1]);
  expect(looks).toBe(1);
});

test("keepWatch() tells of a watch that had ended", async () => {
  const state = { watch: { expiresAt: 999_000, renewedAt: 1 } };
  const { entries } = await runScript({ renewals: [works], state });
  expect(entries.map(({ event }) => event)).toEqual(["watch_expired", "watch_renewed"]);
  expect(entries[0]?.message).toContain("1970-01-01T00:16:39.000Z");
});

test("keepWatch() goes on where the state cannot be written, and says so", async () => {
  const controller = new AbortController();
  const time = createTestClock({ start: 0, random: 0, onSleep: () => controller.abort() });
  const entries: MailLogEntry[] = [];
  const change = () => Promise.reject(new Error("no space left on device"));
  await keepWatch(async () => ({ ok: true, posted: 0 }), controller.signal, {
    renew: async () => works(time.clock()),
    store: { state: () => ({ posted: new Map() }), change },
    time,
    log: (entry) => void entries.push(entry),
    renewEveryMinutes: 1,
  });
  expect(entries[0]).toMatchObject({
    event: "state_not_written",
    message: "The state cannot be written: no space left on device.",
  });
});

const label = "inbox";
const never = new AbortController().signal;

test("startWatch() watches the label until a time", async () => {
  const { google, send } = await startGoogle();
  const { topic } = google.pubsub.setUp();
  const result = await startWatch({ send, topic, label }, never);
  const { watch } = google.gmail.status();
  expect(result).toEqual({ ok: true, value: { expiresAt: watch?.expiresAt } });
  expect(watch?.topic).toBe(topic);
  const sent = google.requests.find(({ path }) => path.includes("/watch"));
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    topicName: topic,
    labelIds: ["INBOX"],
    labelFilterBehavior: "include",
  });
});

test("startWatch() says what to grant where Gmail may not publish (403)", async () => {
  const { send } = await startGoogle();
  const topic = "projects/demo-project/topics/not-granted";
  await send({ service: "pubsub", method: "PUT", path: `/v1/${topic}`, body: {}, signal: never });
  expect(await startWatch({ send, topic, label }, never)).toMatchObject({
    failure: {
      code: "forbidden",
      hint: expect.stringContaining("gmail-api-push@system.gserviceaccount.com"),
    },
  });
});

test("startWatch() names the project that the topic must be in (400)", async () => {
  const { send } = await startGoogle();
  const topic = "projects/another/topics/mail";
  expect(await startWatch({ send, topic, label }, never)).toMatchObject({
    failure: { code: "invalid", hint: expect.stringContaining("--project demo-project") },
  });
});

test("startWatch() stops the watch of another topic, and watches again", async () => {
  const { google, send } = await startGoogle();
  const old = google.pubsub.setUp({ topic: "old", subscription: "old" });
  await startWatch({ send, topic: old.topic, label }, never);
  const { topic } = google.pubsub.setUp();
  expect(await startWatch({ send, topic, label }, never)).toHaveProperty("ok", true);
  expect(google.gmail.status().watch?.topic).toBe(topic);
  const paths = google.requests.map(({ path }) => path.replace(/.*\//, ""));
  expect(paths.slice(-3)).toEqual(["watch", "stop", "watch"]);
});

test("startWatch() returns the failure: an unknown label, a stop, a response without a time", async () => {
  const topic = "projects/p/topics/t";
  const failure = { code: "invalid", message: "It does not work." } as const;
  const only = {
    code: "invalid",
    message: "Only one user push notification client allowed",
  } as const;
  /** The mailbox has the label; what else is asked fails so. */
  const failing = (byPath: Readonly<Record<string, MailFailure>>) =>
    (async ({ path }) => {
      const found = byPath[path.replace(/.*\//, "")];
      if (found !== undefined) return { ok: false, failure: found };
      return { ok: true, value: { labels: [{ id: "INBOX", name: "INBOX" }] } };
    }) as SendToGoogle;
  const start = (byPath: Readonly<Record<string, MailFailure>>) =>
    startWatch({ send: failing(byPath), topic, label }, never);
  expect(await start({ labels: failure })).toEqual({ ok: false, failure });
  expect(await start({})).toMatchObject({ failure: { code: "unavailable" } });
  expect(await start({ watch: only, stop: failure })).toEqual({ ok: false, failure });
});
