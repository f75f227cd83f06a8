import {
  type FakeGoogle,
  type FakeGoogleOptions,
  type Fault,
  startFakeGoogle,
} from "@hookwright/fake-google";
import { afterEach, expect, test, vi } from "vitest";
import { type Clients, createClients, refusalOf } from "../support/clients.ts";

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

test("history.list() has no list when nothing is new, and rises with gaps when something is", async () => {
  const { google, users } = await start({ isHistoryNoisy: false });
  const { data: profile } = await users.getProfile({ userId });
  const startHistoryId = profile.historyId ?? "";
  const { data: nothing } = await users.history.list({ userId, startHistoryId });
  expect(nothing).toEqual({ historyId: startHistoryId });
  const ids = [google.gmail.deliver(), google.gmail.deliver()];
  const { data } = await users.history.list({
    userId,
    startHistoryId,
    historyTypes: ["messageAdded", "labelAdded"],
    labelId: "INBOX",
  });
  expect(data.history?.map(({ messagesAdded }) => messagesAdded?.[0]?.message?.id)).toEqual(ids);
  expect(data.historyId).toBe(data.history?.at(-1)?.id);
});

test("history.list() answers 404 below its floor, and pages stay while mail comes", async () => {
  const { google, users } = await start({ isHistoryNoisy: false });
  const startHistoryId = (await users.getProfile({ userId })).data.historyId ?? "";
  for (let count = 0; count < 5; count++) google.gmail.deliver();
  const query = { userId, startHistoryId, maxResults: 2 };
  const { data: first } = await users.history.list(query);
  google.gmail.deliver();
  const pageToken = first.nextPageToken ?? "";
  const { data: second } = await users.history.list({ ...query, pageToken });
  const { data: last } = await users.history.list({
    ...query,
    pageToken: second.nextPageToken ?? "",
  });
  expect([first, second, last].map(({ history }) => history?.length)).toEqual([2, 2, 1]);
  expect(last.nextPageToken).toBeUndefined();
  expect(last.historyId).toBe(first.historyId);
  google.gmail.expireHistory();
  expect(await refusalOf(users.history.list(query))).toEqual([404, "notFound"]);
});

test("watch() needs a topic of the project and its grant, and notifies at once", async () => {
  const { google, users, pubsub } = await start({ notifyIntervalMs: 3_600_000 });
  const watch = (topicName: string): Promise<unknown> =>
    users.watch({ userId, requestBody: { topicName, labelIds: ["INBOX"] } });
  expect(await refusalOf(watch("projects/other/topics/t-1"))).toEqual([400, "invalidArgument"]);
  await pubsub("PUT", "projects/demo-project/topics/t-1", {});
  const ungranted = watch("projects/demo-project/topics/t-1");
  expect(await refusalOf(ungranted)).toEqual([403, "forbidden"]);
  const { topic, subscription } = google.pubsub.setUp();
  await watch(topic);
  google.gmail.deliver();
  const { body } = await pubsub("POST", `${subscription}:pull`, { maxMessages: 10 });
  const [received] = body["receivedMessages"] as { ackId: string; message: { data: string } }[];
  const data = Buffer.from(received?.message.data ?? "", "base64").toString();
  expect(data).toMatch(/^\{"emailAddress":"you@gmail.com","historyId":\d+\}$/);
  // The mail came soon after the first notification.
  expect(google.gmail.status().notified).toEqual({ sent: 1, dropped: 1 });
});

test.each<[Fault, boolean]>([
  [{ kind: "reset", when: "before" }, false],
  [{ kind: "reset", when: "after" }, true],
  [{ kind: "half" }, true],
])("failNext() with %o ends the connection", async (fault, hasEffect) => {
  google = await startFakeGoogle();
  const { pubsub } = createClients(google);
  const path = "projects/demo-project/topics/t-1";
  google.failNext({ service: "pubsub" }, fault);
  await expect(pubsub("PUT", path, {})).rejects.toThrow();
  expect((await pubsub("GET", path)).status).toBe(hasEffect ? 200 : 404);
});

test("unitsPerMinute refuses with 403, and fills up", async () => {
  const { google, users } = await start({ unitsPerMinute: 60 });
  const id = google.gmail.deliver();
  for (let call = 0; call < 3; call++) await users.messages.get({ userId, id });
  const refused = users.messages.get({ userId, id });
  expect(await refusalOf(refused)).toEqual([403, "userRateLimitExceeded"]);
  google.clock.advance(60_000);
  expect(await users.messages.get({ userId, id })).toMatchObject({ status: 200 });
});

test("another process controls the servers by HTTP", async () => {
  google = await startFakeGoogle();
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${google?.url}/_control/${path}`, init);
    return answer.status === 204 ? undefined : answer.json();
  };
  const id = await control("gmail/deliver", { subject: "Hi" });
  await control("gmail/label", [id, ["STARRED"]]);
  await control("settings", { consent: "denied" });
  expect(await control("gmail/status")).toMatchObject({ messages: 1 });
  expect(google.settings.consent).toBe("denied");
  await control("faults/failNext", [{ path: "/token" }, { kind: "status", status: 500 }]);
  const { users } = createClients(google);
  const { data } = await users.messages.get({ userId, id: String(id) });
  expect(data.labelIds).toContain("STARRED");
  const requests = await control("requests");
  expect(requests).toMatchObject([{ path: "/token", status: 500 }, { status: 200 }, {}]);
});

async function cursorOf({ users }: Clients): Promise<string> {
  return (await users.getProfile({ userId })).data.historyId ?? "";
}

test("a mail is in the history only after its notification, and the cursor stays before it", async () => {
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

test("one mail may be in several records", async () => {
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

test("a watch ends after its time, in silence; another topic needs a stop", async () => {
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

test("notifications come twice, late and out of order", async () => {
  const { google, users, pubsub } = await start({
    notifyIntervalMs: 0,
    notifyCopies: 2,
    notifyDelayMs: { min: 1, max: 300 },
  });
  const { topic, subscription } = google.pubsub.setUp();
  await users.watch({ userId, requestBody: { topicName: topic } });
  for (let count = 0; count < 9; count++) google.gmail.deliver();
  const waiting = (): unknown => google.pubsub.status()[subscription]?.waiting;
  await vi.waitFor(() => expect(waiting()).toBe(20), { timeout: 60_000 });
  const { body } = await pubsub("POST", `${subscription}:pull`, { maxMessages: 100 });
  const ids = (body["receivedMessages"] as { message: { data: string } }[]).map(
    // As text: the numbers are too large for JSON.parse().
    ({ message }) => /\d+(?=\})/.exec(Buffer.from(message.data, "base64").toString())?.[0],
  );
  expect(new Set(ids).size).toBe(10);
  expect(ids).not.toEqual([...ids].sort());
});
