// The fetch handler, or a bare replacement of it, on Deno.serve.

import { chooseFetch } from "../../shared/choose-fetch.mjs";
import { announce } from "../../shared/ingress.mjs";

globalThis.Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen: ({ port }) => announce(port) },
  chooseFetch(globalThis.Deno.args[0]),
);
