// A local fake of the platform → what the channel webhook sends, and how it reads each answer.
import { describe, expect, test } from "vitest";
import {
  createOne,
  lastBodyOf,
  part,
  rigOf,
  started,
  testAnswers,
  testHttpChannel,
} from "../../test/channel-suite.ts";
import { startWebhook, WEBHOOK_CASES, WEBHOOK_TOKEN } from "../../test/fakes/webhook.ts";

const { signal } = new AbortController();

for (const keys of [false, true]) {
  testHttpChannel({
    ...rigOf(
      "webhook",
      () => startWebhook({ keys }),
      (url) => ({ url: `${url}/in/`, token: WEBHOOK_TOKEN, keyWindowSeconds: keys ? 60 : 0 }),
    ),
    to: "on-call",
    secret: WEBHOOK_TOKEN,
    replies: {
      credential: { status: 401, body: "no" },
      recipient: { status: 404, body: "no" },
      limited: { status: 429, headers: { "retry-after": "7" }, body: "" },
      absurd: [
        { status: 429, headers: { "retry-after": "0" }, body: "" },
        { status: 429, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" }, body: "" },
        { status: 429, body: "" },
      ],
      fault: { status: 503, body: "" },
    },
    loud: "@everyone https://evil.example/?q=1",
    needsId: false,
  });
}

testAnswers({
  id: "webhook",
  to: "on-call",
  cases: WEBHOOK_CASES,
  settings: (url) => ({ url, token: WEBHOOK_TOKEN }),
});

describe("webhook", () => {
  test("send() posts the account where the action names one", { tags: "DEL-11" }, async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: fake.url, token: WEBHOOK_TOKEN });
    await channel.send({ ...part, to: "on-call", accountId: "work" }, signal);
    expect(lastBodyOf(fake)).toMatchObject({ to: "on-call", accountId: "work" });
  });

  test("send() posts the key, the recipient, the text and the run", {
    tags: "DEL-11",
  }, async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: `${fake.url}/in/`, token: WEBHOOK_TOKEN });
    await channel.send({ ...part, to: "on-call", runId: "run-1" }, signal);
    expect(lastBodyOf(fake)).toEqual({
      key: "delivery-1/1",
      to: "on-call",
      text: "Hello",
      runId: "run-1",
    });
    expect(fake.requests[0]).toMatchObject({
      method: "POST",
      path: "/in/",
      headers: { "idempotency-key": "delivery-1/1", "content-type": "application/json" },
    });
  });

  test("send() sends no Authorization without a token", async () => {
    const fake = await started(startWebhook);
    const channel = await createOne("webhook", { url: fake.url });
    expect(await channel.send({ ...part, to: "a" }, signal)).toMatchObject({ scope: "credential" });
    expect(fake.requests[0]?.headers).not.toHaveProperty("authorization");
  });
});
