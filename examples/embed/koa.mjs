// @ts-check
// Koa: before its body parsers. `respond = false` tells Koa that the answer is sent.
import { createNodeHandler } from "@hookwright/adapter-node";
import Koa from "koa";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createNodeHandler(createExampleIngress());

const app = new Koa();
app.use(async (context, next) => {
  if (await hooks(context.req, context.res)) context.respond = false;
  else await next();
});
app.use((context) => {
  if (context.path === "/health") context.body = "ok";
});
app.listen(Number(process.env.PORT ?? 8787), "127.0.0.1");
