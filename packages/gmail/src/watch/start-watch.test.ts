// One call of watch, against the local Google.
import { expect, test } from "vitest";
import { startGoogle } from "../../test/support/start-google.ts";
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import { startWatch } from "./keep-watch.ts";

const label = "inbox";
const never = new AbortController().signal;

test("facts 1: startWatch() watches the label until a time", async () => {
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

test("facts 1: startWatch() says what to grant where Gmail may not publish (403)", async () => {
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

test("facts 1: startWatch() names the project that the topic must be in (400)", async () => {
  const { send } = await startGoogle();
  const topic = "projects/another/topics/mail";
  expect(await startWatch({ send, topic, label }, never)).toMatchObject({
    failure: { code: "invalid", hint: expect.stringContaining("--project demo-project") },
  });
});

test("facts 1: startWatch() stops the watch of another topic, and watches again", async () => {
  const { google, send } = await startGoogle();
  const old = google.pubsub.setUp({ topic: "old", subscription: "old" });
  await startWatch({ send, topic: old.topic, label }, never);
  const { topic } = google.pubsub.setUp();
  expect(await startWatch({ send, topic, label }, never)).toHaveProperty("ok", true);
  expect(google.gmail.status().watch?.topic).toBe(topic);
  const paths = google.requests.map(({ path }) => path.replace(/.*\//, ""));
  expect(paths.slice(-3)).toEqual(["watch", "stop", "watch"]);
});

test("startWatch() gives what stands in the way: the label, a stop, an answer without a time", async () => {
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
