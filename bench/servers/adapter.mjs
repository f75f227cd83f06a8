// The adapter alone: its handler reads the body; what receives it checks nothing and answers at once.
import { createHooksServer } from "@hookwright/adapter-node";
import { report } from "./report.mjs";

const LIMITS = { maxBytes: 300_000, timeoutMs: 15_000 };
const body = '{"ok":true,"mode":"now"}';
const headers = { "content-type": "application/json; charset=utf-8" };

const ingress = {
  /** @param {import("@hookwright/core/ingress").IngressRequest} request */
  receive: async (request) => {
    await request.readBody(LIMITS);
    return { status: 200, headers, body };
  },
  abort: () => undefined,
};
const hooksServer = createHooksServer({ ingress });
await hooksServer.listen();
report(hooksServer.server);
