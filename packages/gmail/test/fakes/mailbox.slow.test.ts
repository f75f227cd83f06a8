import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { afterEach, expect, test, vi } from "vitest";
import { type Clients, createClients, refusalOf } from "./support/clients.ts";

let google: FakeGoogle | undefined;
afterEach(async () => {
  await google?.close();
  google = undefined;
});

async function start(options?: FakeGoogleOptions): Promise<{ google: FakeGoogle } & Clients> {
  google = await startFakeGoogle(options);
  return { google, ...createClients(google) };
}

const userId = "me";

async function cursorOf({ users }: Clients): Promise<string> {
  return (await users.getProfile({ userId })).data.historyId ?? "";
}

test("fake 4: a mail is in the history only after its notification, and the cursor stays before it", async () => {
  const { google, ...clients } = await start({ visibleAfterMs: { min: 5_000, max: 5_000 } });
  const startHistoryId = await cursorOf(clients);
  google.gmail.deliver();
  const list = async (): Promise<unknown> => {
    const { data } = await clients.users.history.list({ userId, startHistoryId });
    return data;
  };
  expect(await list()).toEqual({ historyId: startHistoryId });
  google.clock.advance(5_000);
  expect(await list()).toMatchObject({ history: expect.any(Array) });
});

test("fake 4: one mail may be in several records", async () => {
  const { google, ...clients } = await start();
  const startHistoryId = await cursorOf(clients);
  for (let count = 0; count < 20; count++) google.gmail.deliver();
  const { data } = await clients.users.history.list({
    userId,
    startHistoryId,
    historyTypes: ["messageAdded", "labelAdded"],
    maxResults: 500,
  });
  const ids = data.history?.flatMap(({ messagesAdded, labelsAdded }) =>
    [...(messagesAdded ?? []), ...(labelsAdded ?? [])].map(({ message }) => message?.id),
  );
  expect(new Set(ids).size).toBe(20);
  expect(ids?.length).toBeGreaterThan(20);
});

test("fake 4: a label that comes later is a labelAdded of that label, and no messageAdded", async () => {
  const { google, ...clients } = await start({ isHistoryNoisy: false });
  const startHistoryId = await cursorOf(clients);
  const id = google.gmail.deliver({ labels: ["UNREAD"] });
  const added = async (type: string): Promise<unknown> => {
    const { data } = await clients.users.history.list({
      userId,
      startHistoryId,
      historyTypes: [type],
      labelId: "INBOX",
    });
    return data.history;
  };
  google.gmail.label(id, ["INBOX"], ["UNREAD"]);
  expect(await added("messageAdded")).toBeUndefined();
  expect(await added("labelAdded")).toMatchObject([
    { labelsAdded: [{ message: { id, labelIds: ["INBOX"] }, labelIds: ["INBOX"] }] },
  ]);
  // Only the label that came is asked for.
  expect(await added("labelRemoved")).toMatchObject([
    { labelsRemoved: [{ labelIds: ["UNREAD"] }] },
  ]);
});

test("fake 4: a mail that is gone stays in the history and is a 404", async () => {
  const { google, ...clients } = await start();
  const startHistoryId = await cursorOf(clients);
  const id = google.gmail.deliver();
  google.gmail.remove(id);
  const { data } = await clients.users.history.list({
    userId,
    startHistoryId,
    historyTypes: ["messageAdded"],
  });
  expect(data.history?.[0]?.messagesAdded?.[0]?.message?.id).toBe(id);
  expect(await refusalOf(clients.users.messages.get({ userId, id }))).toEqual([404, "notFound"]);
  expect(google.gmail.status().fetches).toEqual({ [id]: 1 });
});

test("fake 4: messages.list() finds by time and label, the newest first, without spam and trash", async () => {
  const { google, users } = await start();
  const now = google.clock.now();
  const receipts = google.gmail.createLabel("My Receipts");
  const hour = 3_600_000;
  const old = google.gmail.deliver({ internalDate: now - 30 * hour });
  const [first, second] = [2, 1].map((hours) =>
    google.gmail.deliver({ internalDate: now - hours * hour, labels: ["INBOX", receipts] }),
  );
  google.gmail.deliver({ labels: ["SPAM"] });
  const find = async (q: string, more: object = {}): Promise<unknown> => {
    const { data } = await users.messages.list({ userId, q, ...more });
    return data.messages?.map(({ id }) => id);
  };
  const after = `after:${Math.floor((now - 24 * hour) / 1_000)}`;
  expect(await find(after)).toEqual([second, first]);
  expect(await find("newer_than:1d label:my-receipts")).toEqual([second, first]);
  expect(await find("-label:my-receipts")).toEqual([old]);
  expect(await find("", { labelIds: ["INBOX", receipts], maxResults: 1 })).toEqual([second]);
  expect(await find("in:spam")).toHaveLength(1);
  expect(await find("subject:nothing")).toBeUndefined();
  const unknown = users.messages.list({ userId, q: "rfc822msgid:x" });
  expect(await refusalOf(unknown)).toEqual([400, "invalidArgument"]);
});

test("fake 6: a watch ends after its time, in silence; another topic needs a stop", async () => {
  const { google, users } = await start({ notifyIntervalMs: 0 });
  const { topic, subscription } = google.pubsub.setUp();
  const { topic: other } = google.pubsub.setUp({ topic: "other", subscription: "other" });
  const watch = (topicName: string): Promise<unknown> =>
    users.watch({ userId, requestBody: { topicName } });
  await watch(topic);
  expect(await refusalOf(watch(other))).toEqual([400, "invalidArgument"]);
  google.gmail.deliver();
  google.clock.advance(7 * 86_400_000);
  google.gmail.deliver();
  expect(google.pubsub.status()[subscription]).toMatchObject({ waiting: 2 });
  expect((await users.stop({ userId })).status).toBe(204);
  await watch(other);
});

test("fake 7: notifications come twice, late and out of order, with the id as text", async () => {
  const { google, users, pubsub } = await start({
    notifyIntervalMs: 0,
    notifyCopies: 2,
    notifyDelayMs: { min: 1, max: 300 },
    isHistoryIdText: true,
  });
  const { topic, subscription } = google.pubsub.setUp();
  await users.watch({ userId, requestBody: { topicName: topic } });
  for (let count = 0; count < 9; count++) google.gmail.deliver();
  const waiting = (): unknown => google.pubsub.status()[subscription]?.waiting;
  await vi.waitFor(() => expect(waiting()).toBe(20), { timeout: 60_000 });
  const { body } = await pubsub("POST", `${subscription}:pull`, { maxMessages: 100 });
  const ids = (body["receivedMessages"] as { message: { data: string } }[]).map(
    ({ message }) => JSON.parse(Buffer.from(message.data, "base64").toString()).historyId,
  );
  expect(new Set(ids).size).toBe(10);
  expect(ids).not.toEqual([...ids].sort());
});
