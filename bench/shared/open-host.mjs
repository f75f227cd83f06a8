// A host on a store of its own, whose runner and channel answer at once, and actions for it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost as ownCreateHost } from "@hookwright/host";
import { hostSettings } from "./host-settings.mjs";

const PARENT = process.env["BENCH_FOLDER"] ?? tmpdir();
const TEXT = "A line of an ordinary message. ".repeat(32);

/** Of all hosts: a second one may have the store of the first. */
let made = 0;

export function createStateFolder() {
  return mkdtempSync(join(PARENT, "hookwright-bench-"));
}

/**
 * The store is a new one, unless its folder is named.
 *
 * @param {{
 *   maxConcurrent: number, createHost?: typeof ownCreateHost, stateFolder?: string, clock?: () => number, maxWaitingEvents?: number,
 * }} options
 */
export async function openHost({
  maxConcurrent,
  createHost = ownCreateHost,
  stateFolder = createStateFolder(),
  clock,
  maxWaitingEvents = 1e9,
}) {
  /** @type {((turn: { id: string, sessionKey: string }) => Promise<void> | void)} */
  let onTurn = () => undefined;
  const heartbeat = { everyMs: 0, minGapMs: 5_000, target: "none", ackMaxChars: 300 };
  const agentDefaults = { timeoutSeconds: 600, heartbeat };
  const created = await createHost({
    stateFolder,
    ...(clock && { clock }),
    settings: hostSettings({ maxConcurrent, agentDefaults }),
    limits: { maxRuns: 1e9, maxRunsPerKey: 1e9, maxWaitingEvents, minFreeBytes: 0 },
    runner: {
      id: "bench",
      keepsHistory: false,
      async run(turn) {
        await onTurn(turn);
        return { ok: true, text: "Done." };
      },
    },
    channels: new Map([
      [
        "bench",
        {
          id: "bench",
          limit: 4_000,
          keyWindowMs: 0,
          parseRecipient: (to) => ({ ok: true, to }),
          send: async ({ key }) => ({ kind: "sent", id: key }),
        },
      ],
    ]),
  });
  if (!created.ok) throw new Error(created.problem.message);
  const { host } = created;
  return {
    host,
    /** @param {typeof onTurn} next */
    onTurn(next) {
      onTurn = next;
    },
    /** @param {string} sessionKey @param {boolean} [deliver] */
    accept(sessionKey, deliver = false) {
      const action = {
        kind: "agent",
        message: TEXT,
        parts: [{ kind: "untrusted", text: TEXT, source: "hook bench" }],
        untrustedText: TEXT,
        name: "Bench",
        sessionKey,
        wakeMode: "next-heartbeat",
        deliver,
        channel: "bench",
        to: sessionKey,
      };
      const number = made++;
      const context = {
        runId: `4f1f7f0e-5f0a-4d3c-9d4e-${String(number).padStart(12, "0")}`,
        name: "bench",
        mappingId: "bench",
        idempotencyKey: `key-${number}`,
        idempotencyTtlSeconds: 3_600,
        taintedFields: [],
        headers: {},
      };
      return host.dispatch(action, context);
    },
    async close() {
      await host.stop();
      rmSync(stateFolder, { recursive: true });
    },
  };
}
