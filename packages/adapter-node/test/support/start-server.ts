// Options → a server that listens, closed when the test ends; and work for it that waits.
import { onTestFinished } from "vitest";
import { createGate, type Gate } from "../../../../tools/test-support/gate.ts";
import {
  createHooksServer,
  type HooksServer,
  type HooksServerOptions,
  type ListenAddress,
} from "../../src/create-hooks-server.ts";
import { createTestIngress } from "./test-ingress.ts";

export interface Running extends ListenAddress {
  readonly hooks: HooksServer;
}

export async function startServer(options: Partial<HooksServerOptions> = {}): Promise<Running> {
  const hooks = createHooksServer({ ingress: createTestIngress(), ...options });
  onTestFinished(() => hooks.close({ timeoutMs: 0 }));
  return { hooks, ...(await hooks.listen()) };
}

export async function countConnections({ server }: HooksServer): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

export function slowWork(): { gate: Gate; arrived: Gate; ingress: HooksServerOptions["ingress"] } {
  const gate = createGate();
  const arrived = createGate();
  const work = async (): Promise<void> => {
    arrived.open();
    await gate.opened;
  };
  return { gate, arrived, ingress: createTestIngress({ work }) };
}
