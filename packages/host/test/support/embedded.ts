// The store and the engine of this package, as a target of the rules.
import { createEngine } from "../../src/engine/create-engine.ts";
import { openLedger } from "../../src/ledger/open-ledger.ts";
import type { HostTarget } from "./test-host.ts";

export const embedded: HostTarget = {
  name: "embedded",
  createEngine,
  openLedger: async (options) => {
    const opened = await openLedger({ ...options, warn: () => undefined });
    if (!opened.ok) throw new Error(`${opened.problem.message}. ${opened.problem.hint}.`);
    return opened.ledger;
  },
};
