// The embedded engine on a store whose every answer takes a while, as that of a store on another machine does.
import type { Ledger } from "../../src/model/ledger.ts";
import { embeddedOn, openTestLedger } from "./embedded.ts";
import type { HostTarget } from "./test-host.ts";

export const delayed: HostTarget = embeddedOn(
  async (options) => answeringLater(await openTestLedger(options)),
  "embedded, on a store that answers later",
);

/** Between a call and its answer other work runs, before and after the store has done it. */
function answeringLater(ledger: Ledger): Ledger {
  return new Proxy(ledger, {
    get: (target, name, receiver) => {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== "function") return value;
      return async (...parameters: unknown[]) => {
        await turnOfEventLoop();
        const result = await value.apply(target, parameters);
        await turnOfEventLoop();
        return result;
      };
    },
  });
}

function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
