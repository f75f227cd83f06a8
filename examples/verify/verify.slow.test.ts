// The examples, with requests as the vendors sign them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sign, slack, stripe, twilio, type WebhookSender } from "@hookwright/signatures";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const SECRET = "the-secret-of-the-webhook";

async function signed(sender: WebhookSender, body: string, contentType = "application/json") {
  const request = await sign(sender, body, { contentType });
  if (!request.ok) throw new Error(request.message);
  return request;
}

test("hono.mjs answers Slack's question, takes its events, and refuses others", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { default: app } = await import("./hono.mjs");
  const env = { SLACK_SIGNING_SECRET: SECRET };
  const post = (init: RequestInit) => app.request("/webhooks/slack", init, env);
  const right = slack({ secret: SECRET });
  const question = '{"type":"url_verification","challenge":"abc"}';
  const answer = await post(await signed(right, question));
  expect([answer.status, await answer.text()]).toEqual([200, "abc"]);
  const event = '{"type":"event_callback","event":{"type":"app_mention"}}';
  const taken = await post(await signed(right, event));
  expect(await taken.json()).toEqual({ received: "app_mention" });
  const wrong = slack({ secret: `${SECRET}x` });
  for (const body of [question, event]) {
    expect((await post(await signed(wrong, body))).status).toBe(401);
  }
});

test("express.mjs takes Stripe's events, and refuses others", async () => {
  const env = { ...process.env, PORT: "0", STRIPE_WEBHOOK_SECRET: SECRET };
  const file = fileURLToPath(new URL("express.mjs", import.meta.url));
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => {
    child.kill();
  });
  const [line] = await once(child.stdout, "data");
  const url = `${String(line).trim()}/webhooks/stripe`;
  const event = '{"id":"evt_1","object":"event","type":"invoice.paid"}';
  const right = await signed(stripe({ secret: SECRET }), event);
  const { query: _, ok: __, ...init } = right;
  const taken = await fetch(url, init);
  expect(await taken.json()).toEqual({ received: "invoice.paid", delivery: "evt_1" });
  const changed = await fetch(url, { ...init, body: event.replace("paid", "sent") });
  expect(changed.status).toBe(401);
  const large = await fetch(url, { ...init, body: "x".repeat(2_000_000) });
  expect(large.status).toBe(413);
});

test("lambda.mjs takes Twilio's messages in either form of an event, and refuses others", async () => {
  const publicUrl = "https://hooks.example.com/webhooks/twilio?from=twilio";
  vi.stubEnv("TWILIO_AUTH_TOKEN", SECRET);
  vi.stubEnv("TWILIO_URL", publicUrl);
  const { handler } = await import("./lambda.mjs");
  const form = "application/x-www-form-urlencoded";
  const sender = twilio({ secret: SECRET, publicUrl });
  const { headers, body } = await signed(sender, "MessageSid=SM1&Body=Open%3F", form);
  const url = { rawPath: "/webhooks/twilio", rawQueryString: "from=twilio" };
  const text = Buffer.from(body).toString();
  const base64 = Buffer.from(body).toString("base64");
  const event = { ...url, headers: { ...headers }, body: text, isBase64Encoded: false };
  for (const sent of [event, { ...event, body: base64, isBase64Encoded: true }]) {
    expect(await handler(sent)).toEqual({ statusCode: 200, body: "Received SM1" });
  }
  expect(await handler({ ...event, body: text.replace("SM1", "SM2") })).toEqual({
    statusCode: 401,
  });
  expect(await handler({ ...event, headers: {} })).toEqual({ statusCode: 401 });
});
