// @ts-check
// h3: a middleware; `event.req` is a Request.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { H3, serve } from "h3";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

const app = new H3();
app.use(async (event, next) => {
  const remoteAddress = event.req.ip;
  return (await hooks(event.req, { remoteAddress })) ?? next();
});
app.get("/health", () => "ok");
serve(app, { port: Number(process.env.PORT ?? 8787), hostname: "127.0.0.1" });
