// A server that says yes to every request and does nothing: no case may pass on it.
import type { Host } from "../../src/host.ts";

export const agreeableServer: Host = {
  name: "a server that agrees with everything",
  start: async () => ({
    send: async () => ({
      status: 200,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: '{"ok":true}',
    }),
    leave: async () => undefined,
    close: async () => undefined,
  }),
};
