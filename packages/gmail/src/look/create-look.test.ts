import { expect, test } from "vitest";
import { createMemoryStore } from "../../test/support/memory-store.ts";
import { createTestClock, TEST_START } from "../../test/support/test-clock.ts";
import { createTestSource } from "../../test/support/test-source.ts";
import type { MailLogEntry } from "../model/log.ts";
import type { MailPost, PostResult } from "../model/mail.ts";
import type { AccountState } from "../model/state.ts";
import type { LookEnd } from "../model/trigger.ts";
import { createLaggingCursor, createLook, type LookOptions } from "./create-look.ts";

const account = "you@gmail.com";
const DAY_MS = 86_400_000;

interface SetUp extends Partial<LookOptions> {
  readonly state?: Partial<AccountState>;
}

function setUp({ state = { cursor: "0" }, ...more }: SetUp = {}) {
  const time = createTestClock();
  const source = createTestSource();
  const store = createMemoryStore(state);
  const stop = new AbortController();
  const posts: { post: MailPost; key: string }[] = [];
  const answers: PostResult[] = [];
  const ends: LookEnd[] = [];
  const log: MailLogEntry[] = [];
  const look = createLook({
    account,
    source,
    store,
    time,
    signal: stop.signal,
    settleMs: 0,
    log: (entry) => log.push(entry),
    onEnd: (end) => ends.push(end),
    post: async (post, { idempotencyKey }) => {
      posts.push({ post, key: idempotencyKey });
      return answers.shift() ?? { ok: true };
    },
    ...more,
  });
  const ids = (): string[] => posts.map(({ post }) => post.messages[0].id);
  return { look, time, source, store, stop, posts, ids, answers, ends, log };
}

const refused = (concerns: "mail" | "host"): PostResult => ({
  ok: false,
  isFinal: true,
  reason: "the host answered 400",
  hint: "Correct it.",
  concerns,
});
const later: PostResult = { ok: false, isFinal: false, reason: "the host answered 503" };

test("createLook(): the first look keeps a fresh cursor and posts nothing", async () => {
  const { look, source, store, ids, log } = setUp({ state: {} });
  source.add("a");
  expect(await look()).toEqual({ ok: true, posted: 0 });
  expect([ids(), store.state().cursor]).toEqual([[], "1"]);
  expect(log.map(({ event }) => event)).toEqual(["first_look"]);
});

test("createLook(): each mail is a post with a key of its own", async () => {
  const { look, source, store, posts } = setUp();
  source.add("a");
  source.add("b");
  expect(await look()).toEqual({ ok: true, posted: 2 });
  expect(posts).toEqual([
    { key: "gmail:you@gmail.com:a", post: postOf("a") },
    { key: "gmail:you@gmail.com:b", post: postOf("b") },
  ]);
  expect([...store.state().posted]).toEqual([
    ["a", TEST_START],
    ["b", TEST_START],
  ]);
});

function postOf(id: string): MailPost {
  return { source: "gmail", account, historyId: "1", messages: [{ id, threadId: id }] };
}

test("createLook(): the cursor follows a minute behind, and nothing is posted twice meanwhile", async () => {
  const { look, time, source, store, ids } = setUp();
  source.add("a");
  await look();
  source.add("b");
  await look();
  expect([ids(), store.cursors]).toEqual([["a", "b"], []]);
  time.advance(60_000);
  await look();
  expect([ids(), store.cursors]).toEqual([["a", "b"], ["1"]]);
  time.advance(60_000);
  await look();
  expect(store.cursors).toEqual(["1", "2"]);
});

test("createLook(): a look waits 3 s, and asks once more where nothing is new", async () => {
  const { look, time, source, ids } = setUp({ settleMs: 3_000 });
  await look();
  expect([time.sleeps, source.calls]).toEqual([
    [3_000, 3_000],
    ["list 0", "list 0"],
  ]);
  source.add("a");
  await look();
  expect([time.sleeps, ids()]).toEqual([[3_000, 3_000, 3_000], ["a"]]);
});

test("createLook(): the first look of all does not wait: a mail that comes at once after it is new", async () => {
  const { look, time, source } = setUp({ state: {}, settleMs: 3_000 });
  await look();
  expect([time.sleeps, source.calls]).toEqual([[], ["fresh"]]);
});

test("createLook(): any number of looks that are asked for while one waits are that one", async () => {
  const { look, source } = setUp({ settleMs: 3_000 });
  source.add("a");
  const results = await Promise.all([look(), look(), look()]);
  expect(results).toEqual(Array(3).fill({ ok: true, posted: 1 }));
  expect(source.calls).toEqual(["list 0", "read a"]);
});

test("createLook(): looks that are asked for while mails are posted are one more look", async () => {
  const asked: Promise<unknown>[] = [];
  const parts = setUp({
    post: async (post) => {
      if (post.messages[0].id === "a") asked.push(parts.look(), parts.look());
      parts.source.add("b");
      return { ok: true };
    },
  });
  parts.source.add("a");
  await parts.look();
  expect(asked[0]).toBe(asked[1]);
  expect(await asked[0]).toEqual({ ok: true, posted: 1 });
  expect(parts.source.calls).toEqual(["list 0", "read a", "list 0", "read b"]);
});

test("createLook(): after a 404 the last day is posted, less what was posted, from a fresh cursor on", async () => {
  const posted = new Map([["a", TEST_START - DAY_MS]]);
  const { look, source, store, ids, log } = setUp({ state: { cursor: "0", posted } });
  source.add("a");
  source.add("b");
  source.forget();
  expect(await look()).toEqual({ ok: true, posted: 1 });
  expect(ids()).toEqual(["b"]);
  expect(source.calls).toEqual(["list 0", "fresh", `since ${TEST_START - DAY_MS}`, "read b"]);
  expect(store.cursors).toEqual(["3"]);
  expect(log[0]).toMatchObject({ level: "warn", event: "history_gone", details: { mails: 1 } });
});

test("createLook(): a cursor from before a 404 is not kept after it", async () => {
  const { look, time, source, store } = setUp();
  await look();
  source.forget();
  await look();
  time.advance(60_000);
  await look();
  time.advance(60_000);
  await look();
  expect(store.cursors).toEqual(["1", "1"]);
});

test.each(["fresh", "since", "read"])(
  "createLook(): a failure of %s after a 404 keeps the old cursor",
  async (failing) => {
    const mailbox = createTestSource();
    const unavailable = async () =>
      ({ ok: false, failure: { code: "unavailable", message: "No." } }) as const;
    const { look, store } = setUp({
      source: {
        ...mailbox,
        ...(failing === "fresh" && { freshCursor: unavailable }),
        ...(failing === "since" && { listSince: unavailable }),
        ...(failing === "read" && { readMail: unavailable }),
      },
    });
    mailbox.add("a");
    mailbox.forget();
    expect(await look()).toEqual({ ok: false, code: "later" });
    expect(store.state().cursor).toBe("0");
  },
);

test("createLook(): a mail that is gone or not wanted does not fail the others, and is asked for seldom", async () => {
  const { look, time, source, ids, log } = setUp();
  source.add("gone");
  source.add("a");
  source.unwanted.add("gone");
  expect(await look()).toEqual({ ok: true, posted: 1 });
  expect(log[0]).toMatchObject({ event: "mail_skipped", details: { mail: "gone" } });
  await look();
  expect(source.calls.filter((call) => call === "read gone")).toHaveLength(1);
  // It came out of spam.
  source.unwanted.delete("gone");
  time.advance(60_000);
  await look();
  expect(ids()).toEqual(["a", "gone"]);
});

test("createLook(): a host that cannot take mails now gets the mail again after 1, 2, 4 s", async () => {
  const { look, time, source, posts, answers, log } = setUp();
  source.add("a");
  answers.push(later, later, later);
  expect(await look()).toEqual({ ok: true, posted: 1 });
  expect(time.sleeps).toEqual([1_000, 2_000, 4_000]);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  expect(log[0]).toMatchObject({ level: "warn", event: "post_delayed" });
});

test("createLook(): Retry-After is waited for, up to a minute", async () => {
  const { look, time, source, answers } = setUp();
  source.add("a");
  answers.push({ ...later, retryAfterMs: 7_000 }, { ...later, retryAfterMs: 600_000 });
  await look();
  expect(time.sleeps).toEqual([7_000, 60_000]);
});

test("createLook(): after six tries the look ends, and the next one begins where it began", async () => {
  const { look, source, store, ids, answers } = setUp();
  source.add("a");
  source.add("b");
  answers.push(...Array<PostResult>(6).fill(later));
  expect(await look()).toEqual({ ok: false, code: "later" });
  expect(ids()).toEqual(Array(6).fill("a"));
  expect(store.state().lastError?.failure.message).toContain("503");
  expect(await look()).toEqual({ ok: true, posted: 2 });
  expect(store.state().lastError).toBeUndefined();
});

test("createLook(): a mail that the host refuses stops the run after the others are posted", async () => {
  const { look, source, store, ids, answers, ends } = setUp();
  for (const id of ["bad", "b", "c"]) source.add(id);
  answers.push(refused("mail"));
  expect(await look()).toEqual({ ok: false, code: "stopped" });
  expect(ids()).toEqual(["bad", "b", "c"]);
  expect([...store.state().posted.keys()]).toEqual(["b", "c"]);
  expect([store.state().cursor, store.state().needsLogin]).toEqual(["0", undefined]);
  expect(ends).toEqual([
    {
      code: "stopped",
      reason: "The mail bad was not taken: the host answered 400",
      hint: "Correct it. To go on without this mail: hookwright gmail run --skip bad.",
    },
  ]);
  expect(await look()).toEqual({ ok: false, code: "stopped" });
  expect(ends).toHaveLength(1);
});

test("createLook(): three refusals in a row, or one about the host, stop the run at once", async () => {
  const three = setUp();
  for (const id of ["a", "b", "c", "d"]) three.source.add(id);
  three.answers.push(...Array<PostResult>(4).fill(refused("mail")));
  await three.look();
  expect(three.ids()).toEqual(["a", "b", "c"]);
  const host = setUp();
  for (const id of ["a", "b"]) host.source.add(id);
  host.answers.push(refused("host"));
  await host.look();
  expect([host.ids(), host.ends[0]]).toEqual([
    ["a"],
    expect.objectContaining({ hint: "Correct it." }),
  ]);
});

test("createLook(): a login that ended ends the run, and is kept for status until a look succeeds", async () => {
  const { look, source, store, ends } = setUp();
  source.failNext({ code: "needs_login" });
  expect(await look()).toEqual({ ok: false, code: "needs_login" });
  expect(ends).toMatchObject([{ code: "needs_login", failure: { code: "needs_login" } }]);
  expect(store.state()).toMatchObject({ needsLogin: true, cursor: "0" });
  const again = setUp({ store });
  await again.look();
  expect(store.state().needsLogin).toBeUndefined();
});

test("a failure that no repetition helps stops the run with its hint", async () => {
  const { look, source, ends } = setUp();
  source.failNext({ code: "invalid", message: "There is no such label.", hint: "Create it." });
  expect(await look()).toEqual({ ok: false, code: "stopped" });
  expect(ends).toEqual([
    { code: "stopped", reason: "There is no such label.", hint: "Create it." },
  ]);
  const first = setUp({ state: {} });
  first.source.failNext({ code: "forbidden", message: "No." });
  await first.look();
  expect(first.ends).toEqual([{ code: "stopped", reason: "No." }]);
});

test("a mail that cannot be read now is left to the next look", async () => {
  const mailbox = createTestSource();
  let reads = 0;
  const { look, log } = setUp({
    source: {
      ...mailbox,
      readMail: (...args) => {
        reads += 1;
        if (reads === 1) mailbox.failNext({ code: "quota", hint: "Wait." });
        return mailbox.readMail(...args);
      },
    },
  });
  mailbox.add("a");
  expect(await look()).toEqual({ ok: false, code: "later" });
  expect(log.at(-1)).toMatchObject({ event: "look_delayed", hint: "Wait." });
  expect(await look()).toEqual({ ok: true, posted: 1 });
});

test("a state that cannot be kept stops the run: what was posted would be posted again", async () => {
  const { look, source, ends } = setUp({
    store: {
      ...createMemoryStore({ cursor: "0" }),
      markPosted: async () => {
        throw new Error("ENOSPC: no space left on device");
      },
    },
  });
  source.add("a");
  expect(await look()).toEqual({ ok: false, code: "stopped" });
  expect(ends[0]).toMatchObject({ reason: expect.stringContaining("ENOSPC") });
});

test("a look that is stopped says later, and tells no failure", async () => {
  const before = setUp();
  before.stop.abort();
  expect(await before.look()).toEqual({ ok: false, code: "later" });
  expect(before.source.calls).toEqual([]);
  const during = setUp({
    post: async () => {
      during.stop.abort();
      return { ok: true };
    },
  });
  during.source.add("a");
  during.source.add("b");
  expect(await during.look()).toEqual({ ok: false, code: "later" });
  expect(during.store.state().lastError).toBeUndefined();
  const waiting = setUp({
    post: async () => later,
    time: createTestClock({ onSleep: () => waiting.stop.abort() }),
  });
  waiting.source.add("a");
  expect(await waiting.look()).toEqual({ ok: false, code: "later" });
});

test("createLaggingCursor() gives a cursor when it is a minute old", () => {
  const time = createTestClock();
  const { advance, reset } = createLaggingCursor(time);
  expect(advance("1")).toBeUndefined();
  time.advance(59_999);
  expect(advance("2")).toBeUndefined();
  time.advance(1);
  expect(advance("3")).toBe("1");
  reset();
  time.advance(60_000);
  expect(advance("4")).toBeUndefined();
});
