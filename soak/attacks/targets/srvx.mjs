// The fetch handler, or a bare replacement of it, on srvx.
import { serve } from "srvx";
import { chooseFetch } from "../../shared/choose-fetch.mjs";
import { announce } from "../../shared/ingress.mjs";

const server = serve({
  port: 0,
  hostname: "127.0.0.1",
  silent: true,
  fetch: chooseFetch(process.argv[2]),
});
await server.ready();
announce(new URL(server.url).port);
