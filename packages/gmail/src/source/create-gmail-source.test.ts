import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { afterEach, expect, test } from "vitest";
import { createTestClock } from "../../test/support/test-clock.ts";
import { parseCredentials } from "../google/auth/credentials.ts";
import { createLoggedInSend } from "../google/create-google-client.ts";
import { GOOGLE_URLS } from "../google/google-urls.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult, MailSource } from "../model/source.ts";
import { createGmailSource, isWanted } from "./create-gmail-source.ts";

const signal = new AbortController().signal;
const started: FakeGoogle[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ close }) => close()));
});

interface SetUp extends FakeGoogleOptions {
  readonly label?: string;
  readonly includeBody?: boolean;
  readonly maxBytes?: number;
}

async function setUp({
  label = "INBOX",
  includeBody = true,
  maxBytes = 20_000,
  ...more
}: SetUp = {}) {
  const google = await startFakeGoogle(more);
  started.push(google);
  const login = parseCredentials(JSON.stringify(google.oauth.logIn()));
  if (!login.ok) throw new Error(login.failure.message);
  const { url } = google;
  const urls = { ...GOOGLE_URLS, gmail: url, pubsub: url, token: `${url}/token` };
  const send = await createLoggedInSend(login.value, { account: "you@gmail.com", urls });
  const time = createTestClock();
  const waits: string[] = [];
  const source = createGmailSource({
    ...{ send, time, label, includeBody, maxBytes },
    onWait: ({ code }) => waits.push(code),
  });
  return { google, source, send, time, waits };
}

function unwrap<T>(result: MailResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.code}: ${result.failure.message}`);
}

async function mailOf(source: MailSource, id: string) {
  return unwrap(await source.readMail(id, signal))?.mail;
}

test("createGmailSource(): mails since a cursor are listed in order and once, over all pages", async () => {
  const { google, source, send } = await setUp();
  const cursor = unwrap(await source.freshCursor(signal));
  const ids = Array.from({ length: 9 }, () => google.gmail.deliver());
  google.gmail.deliver({ labels: ["SENT"] });
  const changes = unwrap(await source.listChanges(cursor, signal));
  expect(changes.ids).toEqual(ids);
  expect(BigInt(changes.cursor)).toBeGreaterThan(BigInt(cursor));
  expect(unwrap(await source.listChanges(changes.cursor, signal))).toEqual({
    ids: [],
    cursor: changes.cursor,
  });
  const small: SendToGoogle = (request) =>
    send({
      ...request,
      query: { ...request.query, ...(request.query?.["maxResults"] && { maxResults: "2" }) },
    });
  const paged = createGmailSource({
    ...{ send: small, label: "INBOX", includeBody: true, maxBytes: 9 },
    time: createTestClock(),
  });
  expect(unwrap(await paged.listChanges(cursor, signal)).ids).toEqual(ids);
});

test("createGmailSource(): ids of histories are compared as integers of 64 bits", async () => {
  const { google, source } = await setUp();
  const cursor = unwrap(await source.freshCursor(signal));
  // Below, numbers are equal that are different as integers.
  expect(BigInt(cursor)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  google.gmail.deliver();
  const { cursor: next } = unwrap(await source.listChanges(cursor, signal));
  expect(next).not.toBe(cursor);
});

test("createGmailSource(): a mail that gets the label later is found, another label on it is not news", async () => {
  const { google, source } = await setUp();
  const late = google.gmail.deliver({ labels: ["SPAM"] });
  const known = google.gmail.deliver();
  const cursor = unwrap(await source.listChanges(await freshOf(source), signal)).cursor;
  google.gmail.label(known, ["STARRED"]);
  google.gmail.label(late, ["INBOX"], ["SPAM"]);
  expect(unwrap(await source.listChanges(cursor, signal)).ids).toEqual([late]);
});

async function freshOf(source: MailSource): Promise<string> {
  return unwrap(await source.freshCursor(signal));
}

test("createGmailSource(): a label is found by its id or its name, in any case", async () => {
  const { google, source } = await setUp({ label: "receipts" });
  const id = google.gmail.createLabel("Receipts");
  const cursor = await freshOf(source);
  google.gmail.deliver();
  const receipt = google.gmail.deliver({ labels: [id] });
  expect(unwrap(await source.listChanges(cursor, signal)).ids).toEqual([receipt]);
  expect(await mailOf(source, receipt)).toMatchObject({ id: receipt, labels: [id] });
});

test("createGmailSource() reports an unknown label with the labels of the mailbox", async () => {
  const { source } = await setUp({ label: "Recepits" });
  expect(await source.listChanges("1", signal)).toMatchObject({
    ok: false,
    failure: { code: "invalid", reason: "label_unknown", hint: expect.stringContaining("INBOX") },
  });
});

test("createGmailSource(): a history that is gone, and a 400 about it, are cursor_gone", async () => {
  const { google, source } = await setUp();
  const cursor = await freshOf(source);
  google.gmail.deliver();
  google.gmail.expireHistory();
  expect(await source.listChanges(cursor, signal)).toMatchObject({
    failure: { code: "cursor_gone", status: 404 },
  });
  const message = "Invalid startHistoryId: history is too old";
  google.failNext(
    { path: "/history" },
    { kind: "status", status: 400, body: { error: { code: 400, message, errors: [] } } },
  );
  expect(await source.listChanges(cursor, signal)).toMatchObject({
    failure: { code: "cursor_gone", status: 400 },
  });
  google.failNext({ path: "/history" }, { kind: "status", status: 400 });
  expect(await source.listChanges(cursor, signal)).toMatchObject({ failure: { code: "invalid" } });
});

test("createGmailSource(): the mails of the last day are listed, the oldest first", async () => {
  const { google, source } = await setUp();
  const now = google.clock.now();
  google.gmail.deliver({ internalDate: now - 90_000_000 });
  const ids = [3, 2, 1].map((hours) =>
    google.gmail.deliver({ internalDate: now - hours * 3_600_000 }),
  );
  google.gmail.deliver({ labels: ["SENT"] });
  expect(unwrap(await source.listSince(now - 86_400_000, signal))).toEqual(ids);
});

test("createGmailSource(): a mail has the fields that existing mappings read", async () => {
  const { google, source } = await setUp();
  const id = google.gmail.deliver({
    from: "Ann <ann@x.org>",
    subject: "Hi",
    date: "Sun, 4 Jan 2026 06:25:00 +0100",
    internalDate: Date.UTC(2026, 0, 4, 5, 25),
    text: "It's …",
    headers: [{ name: "from", value: "Second <second@x.org>" }],
  });
  const found = unwrap(await source.readMail(id, signal));
  expect(found).toEqual({
    historyId: expect.stringMatching(/^\d+$/),
    mail: {
      id,
      threadId: id,
      from: "Ann <ann@x.org>",
      to: "you@gmail.com",
      subject: "Hi",
      date: "2026-01-04 06:25",
      internalDate: "2026-01-04T05:25:00.000Z",
      snippet: "It&#39;s …",
      body: "It's …",
      labels: ["UNREAD", "INBOX"],
    },
  });
});

const curly = Buffer.from([0x93, 0x41, 0x94]).toString("base64");
const type = (value: string) => [{ name: "Content-Type", value }];

test.each([
  ["HTML where there is no text", { html: "<p>Hi &amp; bye</p>" }, "Hi & bye"],
  ["HTML where the text is blank", { text: " \r\n", html: "<p>Hi</p>" }, "Hi"],
  [
    "an attachment before the text",
    {
      payload: {
        mimeType: "multipart/mixed",
        parts: [
          { mimeType: "text/plain", filename: "a.txt", text: "attached" },
          { mimeType: "text/plain", text: "body" },
        ],
      },
    },
    "body",
  ],
  [
    "a body that is fetched by its id",
    { payload: { mimeType: "text/plain", text: "long", isAttached: true } },
    "long",
  ],
  [
    "windows-1252 under its name",
    {
      payload: {
        mimeType: "text/plain",
        base64: curly,
        headers: type("text/plain; charset=windows-1252"),
      },
    },
    "“A”",
  ],
  ["no text at all", { payload: { mimeType: "image/png", base64: "AAAA" } }, undefined],
] as const)("createGmailSource(): the body is right with %s", async (_, mail, body) => {
  const { google, source } = await setUp({ isBase64Padded: true });
  expect((await mailOf(source, google.gmail.deliver(mail)))?.body).toBe(body);
});

test("createGmailSource(): a body of 5 MB is cut at maxBytes on a whole character", async () => {
  const { google, source } = await setUp({ maxBytes: 10 });
  const id = google.gmail.deliver({ text: "12345678😀".repeat(400_000) });
  expect(await mailOf(source, id)).toMatchObject({ body: "12345678", bodyTruncated: true });
});

test("includeBody: false asks for the headers alone", async () => {
  const { google, source } = await setUp({ includeBody: false });
  const id = google.gmail.deliver({ subject: "Hi", text: "secret" });
  const mail = await mailOf(source, id);
  expect(mail).toMatchObject({ subject: "Hi", from: "Ann <ann@example.org>" });
  expect(mail).not.toHaveProperty("body");
  expect(google.requests.at(-1)?.path).toContain("format=metadata");
});

test.each([
  ["sent", ["SENT"], false],
  ["a draft", ["DRAFT", "INBOX"], false],
  ["spam", ["SPAM", "INBOX"], false],
  ["trash", ["TRASH", "INBOX"], false],
  ["archived by now", ["IMPORTANT"], false],
  ["to oneself", ["SENT", "INBOX"], true],
])("createGmailSource(): a mail that is %s", async (_, labels, isPosted) => {
  const { google, source } = await setUp();
  expect((await mailOf(source, google.gmail.deliver({ labels }))) !== undefined).toBe(isPosted);
});

test("createGmailSource(): sent mails are posted where the label SENT itself is watched", async () => {
  const { google, source } = await setUp({ label: "SENT" });
  expect(await mailOf(source, google.gmail.deliver({ labels: ["SENT"] }))).toBeDefined();
});

test("createGmailSource(): a mail that is gone is asked for once more after 3 s, then skipped", async () => {
  const { google, source, time } = await setUp();
  const id = google.gmail.deliver();
  google.gmail.remove(id);
  expect(await mailOf(source, id)).toBeUndefined();
  expect(time.sleeps).toEqual([3_000]);
  expect(google.gmail.status().fetches[id]).toBe(2);
  const late = google.gmail.deliver();
  google.failNext({ path: "/messages/" }, { kind: "status", status: 404 });
  expect(await mailOf(source, late)).toBeDefined();
});

test("createGmailSource(): a body that is gone by now skips the mail", async () => {
  const { google, source } = await setUp();
  const payload = { mimeType: "text/plain", text: "x", isAttached: true };
  const id = google.gmail.deliver({ payload });
  google.failNext({ path: "/attachments/" }, { kind: "status", status: 404 });
  expect(await mailOf(source, id)).toBeUndefined();
  google.failNext({ path: "/attachments/" }, { kind: "status", status: 403 });
  expect(await source.readMail(id, signal)).toMatchObject({ failure: { code: "forbidden" } });
});

test("0.7: at most 5 mails are read in a second", async () => {
  const { google, source, time } = await setUp();
  for (let count = 0; count < 4; count += 1) await mailOf(source, google.gmail.deliver());
  expect(time.sleeps).toEqual([200, 200, 200]);
  time.advance(1_000);
  await mailOf(source, google.gmail.deliver());
  expect(time.sleeps).toHaveLength(3);
});

test("0.5: quota and server errors are asked again after a wait, at most 5 times", async () => {
  const { google, source, waits } = await setUp();
  google.failNext({ path: "/profile", times: 2 }, { kind: "status", status: 503 });
  expect((await source.freshCursor(signal)).ok).toBe(true);
  google.failNext({ path: "/profile", times: 9 }, { kind: "status", status: 429 });
  expect(await source.freshCursor(signal)).toMatchObject({ failure: { code: "quota" } });
  expect(waits).toEqual(["unavailable", "unavailable", "quota", "quota", "quota", "quota"]);
});

test("a profile without a history id, and a list without an end, are unavailable", async () => {
  const answers =
    (value: object): SendToGoogle =>
    async () =>
      ({ ok: true, value }) as { readonly ok: true; readonly value: never };
  const options = { label: "INBOX", includeBody: true, maxBytes: 9, time: createTestClock() };
  const empty = createGmailSource({ ...options, send: answers({}) });
  expect(await empty.freshCursor(signal)).toMatchObject({ failure: { code: "unavailable" } });
  const endless = createGmailSource({
    ...options,
    send: answers({ labels: [{ id: "INBOX", name: "INBOX" }], nextPageToken: "again" }),
  });
  expect(await endless.listSince(0, signal)).toMatchObject({ failure: { code: "unavailable" } });
});

test("a cursor never goes back, and an answer without one keeps it", async () => {
  const answers =
    (value: object): SendToGoogle =>
    async () =>
      ({ ok: true, value: { labels: [{ id: "INBOX" }], ...value } }) as never;
  const options = { label: "INBOX", includeBody: true, maxBytes: 9, time: createTestClock() };
  for (const answer of [{ historyId: "99" }, {}]) {
    const source = createGmailSource({ ...options, send: answers(answer) });
    expect(unwrap(await source.listChanges("100", signal)).cursor).toBe("100");
  }
  const record = { id: "7", messagesAdded: [{ message: null }], labelsAdded: [{ labelIds: null }] };
  const odd = createGmailSource({ ...options, send: answers({ history: [record, {}] }) });
  expect(unwrap(await odd.listChanges("100", signal)).ids).toEqual([]);
});

test.each([
  ["INBOX", ["INBOX", "UNREAD"], true],
  ["INBOX", ["UNREAD"], false],
  ["INBOX", ["INBOX", "SENT"], true],
  ["INBOX", ["INBOX", "TRASH"], false],
  ["Label_1", ["Label_1"], true],
  // The own answer in a conversation that has the label.
  ["Label_1", ["Label_1", "SENT"], false],
  ["Label_1", ["Label_1", "DRAFT"], false],
  ["SENT", ["SENT"], true],
  ["SPAM", ["SPAM"], true],
  ["SPAM", ["SPAM", "TRASH"], false],
])("isWanted() of a mail where %s is watched: %j is %s", (watched, labels, expected) => {
  expect(isWanted(labels, watched)).toBe(expected);
});
