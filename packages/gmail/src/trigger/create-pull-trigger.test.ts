// Pulling: acknowledged after the look, and nothing lost or repeated in a loop.
import { systemTime } from "@hookwright/node-kit/clock";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryStore } from "../../test/support/memory-store.ts";
import { startGoogle } from "../../test/support/start-google.ts";
import { createTestClock } from "../../test/support/test-clock.ts";
import type { MailFailure } from "../model/failure.ts";
import type { GoogleRequest, SendToGoogle } from "../model/google.ts";
import type { MailLogEntry } from "../model/log.ts";
import type { MailResult } from "../model/source.ts";
import type { LookResult } from "../model/trigger.ts";
import { createPullTrigger } from "./create-pull-trigger.ts";
import { lookRegularly, runTogether } from "./look-regularly.ts";

const SUBSCRIPTION = "projects/p/subscriptions/s";

const dataOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

const OURS = dataOf({ emailAddress: "You@gmail.com", historyId: 7 });

type Pulled = readonly string[] | Partial<MailFailure>;

interface Script {
  /** What pulls give: the data of messages, or a failure. */
  readonly pulls: readonly Pulled[];
  readonly looks?: readonly LookResult[];
  readonly acknowledge?: Partial<MailFailure>;
}

const POSTED: LookResult = { ok: true, posted: 1 };

/** Runs until the pulls of the script are used up. */
async function runScript({ pulls, looks = [], acknowledge }: Script) {
  const controller = new AbortController();
  const time = createTestClock({ start: 1_000_000, random: 0 });
  const store = createMemoryStore();
  const entries: MailLogEntry[] = [];
  const happened: string[] = [];
  const times: number[] = [];
  const errors: unknown[] = [];
  const send = (async ({ path, body }: GoogleRequest): Promise<MailResult<unknown>> => {
    if (path.endsWith(":acknowledge")) {
      const { ackIds } = body as { readonly ackIds: readonly string[] };
      happened.push(`ack ${ackIds}`);
      if (acknowledge === undefined) return { ok: true, value: {} };
      return { ok: false, failure: { code: "unavailable", message: "No.", ...acknowledge } };
    }
    const pulled = pulls[times.length];
    errors.push(store.state().pullError?.failure.code);
    if (pulled === undefined) {
      controller.abort();
      return { ok: true, value: {} };
    }
    times.push(time.clock());
    if (!Array.isArray(pulled)) {
      return { ok: false, failure: { code: "unavailable", message: "No.", ...pulled } };
    }
    const number = times.length;
    const receivedMessages = pulled.map((data, index) => ({
      ackId: `${number}.${index}`,
      message: { data },
    }));
    return { ok: true, value: pulled.length === 0 ? {} : { receivedMessages } };
  }) as SendToGoogle;
  let looked = 0;
  const look = async (): Promise<LookResult> => {
    looked += 1;
    happened.push("look");
    return looks[looked - 1] ?? POSTED;
  };
  const trigger = createPullTrigger({
    send,
    account: "you@gmail.com",
    subscription: SUBSCRIPTION,
    store,
    time,
    log: (entry) => void entries.push(entry),
  });
  await trigger.run(look, controller.signal);
  const seconds = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000);
  return { happened, entries, seconds, errors, pulls: times.length };
}

test("createPullTrigger() makes one look of any number of notifications, and acknowledges after it", async () => {
  const text = dataOf({ emailAddress: "you@gmail.com", historyId: "9007199254740993" });
  const { happened, entries } = await runScript({ pulls: [[OURS, text, OURS], [OURS]] });
  expect(happened).toEqual(["look", "ack 1.0,1.1,1.2", "look", "ack 2.0"]);
  expect(entries).toEqual([]);
});

test("createPullTrigger() acknowledges nothing whose mails were not posted", async () => {
  const later = { ok: false, code: "later" } as const;
  const { happened } = await runScript({ pulls: [[OURS], [OURS]], looks: [later, POSTED] });
  expect(happened).toEqual(["look", "look", "ack 2.0"]);
});

test.each(["needs_login", "stopped"] as const)(
  "createPullTrigger() stops to pull, and acknowledges nothing, after a look of %s",
  async (code) => {
    const looks = [{ ok: false, code }] as const;
    const { happened, pulls } = await runScript({ pulls: [[OURS], [OURS]], looks });
    expect(happened).toEqual(["look"]);
    expect(pulls).toBe(1);
  },
);

test("createPullTrigger() asks for a look where its own login is refused, and ends with it", async () => {
  const looks = [{ ok: false, code: "needs_login" }] as const;
  const pulls = [{ code: "needs_login" }, []] as const;
  expect(await runScript({ pulls, looks })).toMatchObject({ happened: ["look"], pulls: 1 });
  // Only Pub/Sub refuses it.
  expect(await runScript({ pulls })).toMatchObject({ happened: ["look"], pulls: 2, seconds: [60] });
});

test("createPullTrigger() drops messages that are not notifications, or of another account, before the look", async () => {
  const other = dataOf({ emailAddress: "me@gmail.com", historyId: 7 });
  const poison = [
    "",
    "%%%",
    dataOf(null),
    dataOf({ emailAddress: "you@gmail.com" }),
    dataOf({ emailAddress: "you", historyId: 1 }),
    dataOf({ emailAddress: 5, historyId: 1 }),
    dataOf({ emailAddress: "you@gmail.com", historyId: -1 }),
  ];
  const { happened, entries } = await runScript({ pulls: [[...poison, OURS, other], [other]] });
  const dropped = [...poison.map((_, index) => `1.${index}`), "1.8"];
  expect(happened).toEqual([`ack ${dropped}`, "look", "ack 1.7", "ack 2.0"]);
  const events = entries.map(({ event }) => event);
  expect(events.filter((event) => event === "notification_unreadable")).toHaveLength(7);
  expect(events.filter((event) => event === "notification_of_other")).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain("me@gmail.com");
});

test("createPullTrigger() asks again after an empty answer, at most once a second", async () => {
  expect((await runScript({ pulls: [[], [], []] })).seconds).toEqual([1, 1]);
});

test("createPullTrigger() backs off from what passes, and forgets the error after a pull", async () => {
  const busy = { code: "quota", retryAfterMs: 100_000 } as const;
  const { seconds, errors, entries } = await runScript({ pulls: [{}, {}, {}, busy, [OURS], []] });
  expect(seconds.slice(0, 4)).toEqual([0.8, 1.6, 3.2, 100]);
  expect(errors.slice(-3)).toEqual(["quota", undefined, undefined]);
  expect(entries[0]).toMatchObject({
    level: "warn",
    event: "not_pulled",
    message: "Notifications cannot be pulled: No.",
  });
});

test.each([
  [{ code: "invalid", status: 400, reason: "FAILED_PRECONDITION" }, "--mode push"],
  [{ code: "invalid", status: 400, reason: "INVALID_ARGUMENT" }, "--mode push"],
  [{ code: "not_found", status: 404 }, "hookwright gmail setup"],
  [{ code: "forbidden", status: 403 }, "roles/pubsub.subscriber"],
  [{ code: "forbidden", status: 403, hint: "Enable the API" }, "Enable the API"],
  [{ code: "conflict", status: 409, hint: "As it was" }, "As it was"],
] as const)(
  "createPullTrigger() says what to do about %j, and tries again after 1, 5, 15, 60 minutes",
  async (failure, hint) => {
    const { seconds, entries } = await runScript({ pulls: Array(6).fill(failure) });
    expect(seconds).toEqual([60, 300, 900, 3_600, 3_600]);
    expect(entries[0]).toMatchObject({ level: "error", hint: expect.stringContaining(hint) });
  },
);

test("createPullTrigger() takes silence up to its limit as nothing new", async () => {
  const time = createTestClock({ start: 1_000_000, random: 0 });
  const controller = new AbortController();
  const store = createMemoryStore();
  let pulls = 0;
  const send = (async ({ timeoutMs = 0 }) => {
    pulls += 1;
    if (pulls === 2) controller.abort();
    time.advance(timeoutMs);
    return { ok: false, failure: { code: "unavailable", message: "No answer in time." } };
  }) as SendToGoogle;
  const options = { send, account: "you@gmail.com", subscription: SUBSCRIPTION, store, time };
  const entries: MailLogEntry[] = [];
  const trigger = createPullTrigger({ ...options, log: (entry) => void entries.push(entry) });
  await trigger.run(async () => POSTED, controller.signal);
  expect([pulls, entries, time.sleeps]).toEqual([2, [], []]);
});

test("createPullTrigger() says that a notification was not acknowledged, and goes on", async () => {
  const { entries, happened } = await runScript({ pulls: [[OURS], [OURS]], acknowledge: {} });
  expect(happened).toEqual(["look", "ack 1.0", "look", "ack 2.0"]);
  expect(entries[0]).toMatchObject({ event: "not_acknowledged" });
});

test("createPullTrigger() and the local Pub/Sub: a look for a mail, then nothing waits", async () => {
  const { google, send } = await startGoogle({ pullWaitMs: 50 });
  const { topic, subscription } = google.pubsub.setUp();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  let looks = 0;
  const entries: MailLogEntry[] = [];
  const running = createPullTrigger({
    send,
    account: "you@gmail.com",
    subscription,
    store: createMemoryStore(),
    time: systemTime,
    log: (entry) => void entries.push(entry),
  }).run(async () => {
    looks += 1;
    return POSTED;
  }, controller.signal);
  google.pubsub.publish(topic, '{"emailAddress":"you@gmail.com","historyId":9876543210}');
  google.pubsub.publish(topic, "poison");
  await vi.waitFor(
    () =>
      expect(google.pubsub.status()[subscription]).toMatchObject({ waiting: 0, acknowledged: 2 }),
    { timeout: 60_000 },
  );
  expect(looks).toBe(1);
  controller.abort();
  await running;
});

test("createPullTrigger() says that a subscription of the local Pub/Sub pushes", async () => {
  const { google, send } = await startGoogle();
  const pushConfig = { pushEndpoint: "https://example.com/push" };
  const { subscription } = google.pubsub.setUp({ pushConfig });
  const controller = new AbortController();
  const entries: MailLogEntry[] = [];
  const time = createTestClock({ start: 0, random: 0, onSleep: () => controller.abort() });
  const options = { send, account: "you@gmail.com", subscription, time };
  const store = createMemoryStore();
  const trigger = createPullTrigger({
    ...options,
    store,
    log: (entry) => void entries.push(entry),
  });
  await trigger.run(async () => POSTED, controller.signal);
  expect(entries[0]?.hint).toContain("--mode push");
  expect(store.state().pullError?.failure.status).toBe(400);
});

const LATER: LookResult = { ok: false, code: "later" };
const POSTED_ONCE: LookResult = { ok: true, posted: 0 };

async function timesOf(results: readonly LookResult[]): Promise<readonly number[]> {
  const controller = new AbortController();
  const time = createTestClock({ start: 0, random: 0 });
  const times: number[] = [];
  const look = async (): Promise<LookResult> => {
    const result = results[times.length];
    if (result === undefined) {
      controller.abort();
      return POSTED_ONCE;
    }
    times.push(Math.round(time.clock()));
    return result;
  };
  await lookRegularly(look, controller.signal, { time, everyMs: 300_000 });
  return times;
}

test("lookRegularly() looks at the start and every few minutes", async () => {
  expect(await timesOf([POSTED_ONCE, POSTED_ONCE, POSTED_ONCE])).toEqual([0, 270_000, 540_000]);
});

test("lookRegularly() soon looks again after a look that was not finished", async () => {
  expect(await timesOf([LATER, LATER, POSTED_ONCE, POSTED_ONCE])).toEqual([0, 800, 2_400, 272_400]);
});

test.each(["needs_login", "stopped"] as const)("lookRegularly() ends after %s", async (code) => {
  expect(await timesOf([{ ok: false, code }, POSTED_ONCE])).toEqual([0]);
});

test("runTogether() ends all parts when one ends, and gives what one throws", async () => {
  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  const { signal } = new AbortController();
  await runTogether([untilAborted, async () => undefined], signal);
  const defect = async (): Promise<void> => Promise.reject(new Error("defect"));
  await expect(runTogether([untilAborted, defect], signal)).rejects.toThrow("defect");
  const controller = new AbortController();
  const running = runTogether([untilAborted, untilAborted], controller.signal);
  controller.abort();
  await running;
});
