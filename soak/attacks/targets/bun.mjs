// The fetch handler, or a bare replacement of it, on Bun.serve.

import { chooseFetch } from "../../shared/choose-fetch.mjs";
import { announce } from "../../shared/ingress.mjs";

const server = globalThis.Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: chooseFetch(process.argv[2]),
});
announce(server.port);
