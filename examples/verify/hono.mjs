// @ts-check
// Hono, as a Worker: Slack's question, and its events. Secrets come with each request, so the first one makes the sender.
import { handshake, slack, verify } from "@hookwright/signatures";
import { Hono } from "hono";

/** @type {import("@hookwright/signatures").WebhookSender | undefined} */
let sender;

/** @type {Hono<{ Bindings: { SLACK_SIGNING_SECRET: string } }>} */
const app = new Hono();

app.post("/webhooks/slack", async (c) => {
  sender ??= slack({ secret: c.env.SLACK_SIGNING_SECRET });
  const request = c.req.raw;
  const answer = await handshake(request, sender);
  if (answer !== undefined) return new Response(answer.body || null, answer);
  const result = await verify(request, sender);
  if (!result.ok) {
    console.warn(`Refused a request: ${result.code}`);
    return c.body(null, result.status);
  }
  const { event } = await c.req.json();
  return c.json({ received: event.type });
});

// biome-ignore lint/style/noDefaultExport: Workers ask for it.
export default app;
