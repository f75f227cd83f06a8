// One renewal, against the local Google.
import { expect, test } from "vitest";
import { startGoogle } from "../../test/support/start-google.ts";
import type { SendToGoogle } from "../model/google.ts";
import { renewWatch } from "./renew-watch.ts";

const findLabel = async () => ({ ok: true, value: "INBOX" }) as const;
const never = new AbortController().signal;

test("facts 1: renewWatch() watches the label until a time", async () => {
  const { google, send } = await startGoogle();
  const { topic } = google.pubsub.setUp();
  const result = await renewWatch({ send, topic, findLabel }, never);
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

test("facts 1: renewWatch() says what to grant where Gmail may not publish (403)", async () => {
  const { send } = await startGoogle();
  const topic = "projects/demo-project/topics/not-granted";
  await send({ service: "pubsub", method: "PUT", path: `/v1/${topic}`, body: {}, signal: never });
  expect(await renewWatch({ send, topic, findLabel }, never)).toMatchObject({
    failure: {
      code: "forbidden",
      hint: expect.stringContaining("gmail-api-push@system.gserviceaccount.com"),
    },
  });
});

test("facts 1: renewWatch() names the project that the topic must be in (400)", async () => {
  const { send } = await startGoogle();
  const topic = "projects/another/topics/mail";
  expect(await renewWatch({ send, topic, findLabel }, never)).toMatchObject({
    failure: { code: "invalid", hint: expect.stringContaining("projects/demo-project") },
  });
});

test("facts 1: renewWatch() stops the watch of another topic, and watches again", async () => {
  const { google, send } = await startGoogle();
  const old = google.pubsub.setUp({ topic: "old", subscription: "old" });
  await renewWatch({ send, topic: old.topic, findLabel }, never);
  const { topic } = google.pubsub.setUp();
  expect(await renewWatch({ send, topic, findLabel }, never)).toHaveProperty("ok", true);
  expect(google.gmail.status().watch?.topic).toBe(topic);
  const paths = google.requests.map(({ path }) => path.replace(/.*\//, ""));
  expect(paths.slice(-3)).toEqual(["watch", "stop", "watch"]);
});

test("renewWatch() gives what stands in the way: the label, a stop, an answer without a time", async () => {
  const topic = "projects/p/topics/t";
  const failure = { code: "invalid", message: "There is no such label." } as const;
  const send = (async () => ({ ok: true, value: {} })) as SendToGoogle;
  const noLabel = async () => ({ ok: false, failure }) as const;
  expect(await renewWatch({ send, topic, findLabel: noLabel }, never)).toEqual({
    ok: false,
    failure,
  });
  expect(await renewWatch({ send, topic, findLabel }, never)).toMatchObject({
    failure: { code: "unavailable" },
  });
  const only = {
    code: "invalid",
    message: "Only one user push notification client allowed",
  } as const;
  const refusing = (async ({ path }) => {
    const isStop = path.endsWith("/stop");
    return { ok: false, failure: isStop ? failure : only };
  }) as SendToGoogle;
  expect(await renewWatch({ send: refusing, topic, findLabel }, never)).toEqual({
    ok: false,
    failure,
  });
});
