// A target that answers 200 to every request and does nothing: every case must fail on it.
import type { ConformanceTarget } from "../../src/target.ts";

export const alwaysOkServer: ConformanceTarget = {
  name: "a target that answers 200 to everything",
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
