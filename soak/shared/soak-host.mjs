// A host on a store of its own, with a runner and a platform that count, in this process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost } from "@hookwright/host";

const heartbeat = {
  everyMs: 1_800_000,
  minGapMs: 5_000,
  target: "soak",
  to: "me",
  ackMaxChars: 300,
};
const agentDefaults = { timeoutSeconds: 600, heartbeat };

/** @param {{ clock: () => number, timer: Function, turnMs: () => number, sendMs: () => number, maxConcurrent: number }} options */
export async function createSoakHost({ clock, timer, turnMs, sendMs, maxConcurrent }) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-host-soak-"));
  const world = {
    /** Run ids in the order of their turns, by session. @type {Map<string, string[]>} */
    turns: new Map(),
    runs: 0,
    heartbeats: 0,
    eventsSeen: 0,
    shown: new Set(),
    shownTwice: 0,
    /** @type {string[]} */
    warnings: [],
  };
  const pause = (milliseconds) =>
    new Promise((resolve) => {
      if (milliseconds === 0) resolve(undefined);
      else timer(resolve, milliseconds);
    });
  const runner = {
    id: "soak",
    keepsHistory: false,
    async run(turn) {
      await pause(turnMs());
      if (turn.reason !== "run") {
        world.heartbeats += 1;
        world.eventsSeen += turn.message.match(/^System: /gm)?.length ?? 0;
        return { ok: true, text: "HEARTBEAT_OK" };
      }
      world.runs += 1;
      const turns = world.turns.get(turn.sessionKey) ?? [];
      turns.push(turn.id);
      world.turns.set(turn.sessionKey, turns);
      return { ok: true, text: `The answer of ${turn.id}.` };
    },
  };
  const channel = {
    id: "soak",
    limit: 4_000,
    keyWindowMs: 0,
    parseRecipient: (to) => ({ ok: true, to }),
    async send({ key }) {
      await pause(sendMs());
      if (world.shown.has(key)) world.shownTwice += 1;
      world.shown.add(key);
      return { kind: "sent", id: key };
    },
  };
  const created = await createHost({
    stateFolder: folder,
    settings: {
      defaultAgent: "main",
      agents: new Map([["main", { id: "main", ...agentDefaults }]]),
      agentDefaults,
      maxConcurrent,
      timeZone: "UTC",
      mainKey: "main",
      modelAliases: new Map(),
      onInterrupted: "rerun",
      unknownDelivery: "resend",
      stopGraceMs: 30_000,
      retryMaxMs: 7_200_000,
      retainMs: 30 * 86_400_000,
      defaultTo: new Map(),
      channels: new Map(),
    },
    limits: { maxRuns: 1_000_000, maxRunsPerKey: 100_000, maxWaitingEvents: 100_000 },
    runner,
    channels: new Map([["soak", channel]]),
    clock,
    timer,
    warn: (message) => world.warnings.push(message),
  });
  if (!created.ok) throw new Error(created.problem.message);
  const { host } = created;
  return {
    host,
    world,
    /** @param {number} number @param {string} sessionKey @param {object} [fields] */
    acceptRun(number, sessionKey, fields = {}) {
      const text = `Action ${number}. ${"A line of an ordinary message. ".repeat(16)}`;
      const action = {
        kind: "agent",
        message: text,
        parts: [{ kind: "untrusted", text, source: "hook soak" }],
        untrustedText: text,
        name: "Soak",
        sessionKey,
        wakeMode: "next-heartbeat",
        deliver: false,
        channel: "soak",
        to: `person ${number % 50}`,
        ...fields,
      };
      return host.dispatch(action, contextOf(number));
    },
    /** @param {number} number */
    acceptWake(number) {
      const text = `Wake ${number}.`;
      const parts = [{ kind: "trusted", text }];
      const action = { kind: "wake", text, parts, untrustedText: "", mode: "now" };
      return host.dispatch(action, contextOf(number));
    },
    async close() {
      await host.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** @param {number} number */
function contextOf(number) {
  return {
    runId: `run-${number}`,
    name: "soak",
    mappingId: "soak",
    idempotencyKey: `key-${number}`,
    idempotencyTtlSeconds: 3_600,
    taintedFields: [],
    headers: {},
  };
}

export const systemTimer = (task, milliseconds) => {
  const timeout = setTimeout(task, milliseconds);
  return () => clearTimeout(timeout);
};
