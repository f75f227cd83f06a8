// @ts-check
// Express: Stripe's events. The bytes arrive as they were sent, because `express.raw` is before any `express.json`.
import { stripe, verify } from "@hookwright/signatures";
import express from "express";

const sender = stripe({ secret: process.env.STRIPE_WEBHOOK_SECRET ?? "" });
const app = express();

const raw = express.raw({ type: "*/*", limit: "1mb" });
app.post("/webhooks/stripe", raw, async (request, response) => {
  const { headers, body, originalUrl: url } = request;
  const result = await verify({ headers, body, url }, sender);
  if (!result.ok) {
    console.warn(`Refused a request: ${result.code}`);
    return response.sendStatus(result.status);
  }
  const event = JSON.parse(String(body));
  return response.json({ received: event.type, delivery: result.deliveryId });
});

const server = app.listen(Number(process.env.PORT ?? 8787), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}`);
});
