// A ledger → the same ledger, which a test makes fail, or cuts off as the death of its process does.
import type { Ledger } from "../../src/model/ledger.ts";

/** `full`: every write fails. `dead`: no write and no answer happens any more. */
export type LedgerFault = "full" | "dead";

export interface BreakableLedger {
  readonly ledger: Ledger;
  break(fault: LedgerFault | undefined): void;
}

const WRITES: ReadonlySet<string> = new Set<keyof Ledger>([
  "accept",
  "commit",
  "claimRuns",
  "claimHeldRun",
  "releaseRuns",
  "claimMainTurn",
  "claimDeliveries",
  "scheduleHeartbeat",
  "noteRoute",
  "forget",
  "forgetSession",
  "noteStop",
]);

export function breakableLedger(ledger: Ledger): BreakableLedger {
  let fault: LedgerFault | undefined;
  const broken = new Proxy(ledger, {
    get: (target, name, receiver) => {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== "function") return value;
      return (...parameters: unknown[]) => {
        if (fault === "dead") return new Promise(() => undefined);
        if (fault === "full" && WRITES.has(String(name))) return Promise.reject(storageFull());
        return value.apply(target, parameters);
      };
    },
  });
  return {
    ledger: broken,
    break: (next) => {
      fault = next;
    },
  };
}

function storageFull(): Error {
  return Object.assign(new Error("The disk of the store is full: free some space"), {
    code: "storage_full",
  });
}
