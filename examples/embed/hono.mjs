// @ts-check
// Hono: a middleware that hands on the raw request before anything reads it.
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { Hono } from "hono";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

const app = new Hono();
app.use(async (c, next) => {
  const remoteAddress = getConnInfo(c).remote.address;
  const answer = await hooks(c.req.raw, { remoteAddress });
  return answer ?? next();
});
app.get("/health", (c) => c.text("ok"));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 8787), hostname: "127.0.0.1" });
