import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { afterEach, expect, test } from "vitest";
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

test("fake 1: getProfile() gives the account and a cursor, as text", async () => {
  const { users } = await start();
  const { data } = await users.getProfile({ userId });
  expect(data.emailAddress).toBe("you@gmail.com");
  expect(data.historyId).toMatch(/^\d{16,}$/);
});

test("fake 1: history.list() has no list when nothing is new, and rises with gaps when something is", async () => {
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

test("fake 1: history.list() answers 404 below its floor, and pages stay while mail comes", async () => {
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

test("fake 5: messages.get() gives parts, headers and base64url", async () => {
  const { google, users } = await start();
  const id = google.gmail.deliver({ subject: "Hi", text: "It's <b>", html: "<p>It's</p>" });
  const { data } = await users.messages.get({ userId, id });
  expect(data.snippet).toBe("It&#39;s &lt;b&gt;");
  expect(data.payload?.headers).toContainEqual({ name: "Subject", value: "Hi" });
  const [plain] = data.payload?.parts ?? [];
  expect(plain?.partId).toBe("0");
  expect(Buffer.from(plain?.body?.data ?? "", "base64url").toString()).toBe("It's <b>");
  expect(data.internalDate).toMatch(/^\d{13}$/);
});

test("fake 6: watch() needs a topic of the project and its grant, and notifies at once", async () => {
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
