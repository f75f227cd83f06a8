// A process with a host whose ledger, runner and channel tell their parent each step before they take it. The
// parent answers, or kills; what runner and channel did is counted on its side, which outlives the kills.
import { createHost, openLedger } from "@hookwright/host";
import { hostSettings } from "../../shared/host-settings.mjs";

const { folder, epoch, speed, maxConcurrent, hasSteps } = JSON.parse(process.argv[2]);

/** A clock that runs faster, so that waits of minutes end in seconds, and that goes on over restarts. */
const clock = () => epoch + Math.round((Date.now() - epoch) * speed);
const timer = (task, milliseconds) => {
  const timeout = setTimeout(task, milliseconds / speed);
  return () => clearTimeout(timeout);
};

let asked = 0;
/** @type {Map<number, (answer: unknown) => void>} */
const waiting = new Map();

/** @param {object} question @returns {Promise<any>} */
function ask(question) {
  const id = ++asked;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    process.send({ ...question, id });
  });
}

const reach = hasSteps
  ? (step, sentPart) => ask({ kind: "step", step, sentPart })
  : () => undefined;

/** @param {readonly { kind: string }[]} effects */
function nameOf(effects) {
  const kinds = effects.map(({ kind }) => kind);
  for (const kind of ["run", "heartbeat", "delivery-change"]) {
    if (kinds.includes(kind)) return `end of ${kind}`;
  }
  return "other commit";
}

/** The part whose sending a commit confirms. */
function sentPartOf(effects) {
  for (const { kind, id, change } of effects) {
    if (kind === "delivery-change" && change.sentIds !== undefined) {
      return `${id}/${change.sentIds.length}`;
    }
  }
  return undefined;
}

/** @param {import("@hookwright/host").Ledger} ledger */
function tellSteps(ledger) {
  const named = {
    accept: () => "accept",
    claimRuns: () => "claim of runs",
    claimMainTurn: () => "claim of main",
    claimDeliveries: () => "claim of deliveries",
    commit: nameOf,
  };
  return new Proxy(ledger, {
    get(target, name) {
      const value = target[name];
      if (typeof value !== "function") return value;
      if (!hasSteps || named[name] === undefined) return value.bind(target);
      return async (...parameters) => {
        const step = named[name](...parameters);
        const isClaim = step.startsWith("claim");
        if (!isClaim) await reach(`before ${step}`);
        const result = await value.apply(target, parameters);
        const isNothing = isClaim && (result === undefined || result.length === 0);
        const sentPart = name === "commit" ? sentPartOf(parameters[0]) : undefined;
        if (!isNothing) await reach(`after ${step}`, sentPart);
        return result;
      };
    },
  });
}

const runner = {
  id: "soak",
  keepsHistory: false,
  async run(turn) {
    const { id, attempt, interrupted, reason, sessionKey, message } = turn;
    const text = await ask({
      kind: "turn",
      turn: { id, attempt, interrupted, reason, sessionKey, message },
    });
    const name = reason === "run" ? "run" : "heartbeat";
    await reach(`after the answer of a ${name}`);
    return { ok: true, text };
  },
};

const channel = {
  id: "soak",
  limit: 40,
  keyWindowMs: 0,
  parseRecipient: (to) => ({ ok: true, to }),
  async send({ key, to, text }) {
    await reach("before a send");
    const id = await ask({ kind: "send", part: { key, to, text } });
    await reach("after a send");
    return { kind: "sent", id };
  },
};

const heartbeat = { everyMs: 0, minGapMs: 0, target: "none", ackMaxChars: 300 };
const agentDefaults = { timeoutSeconds: 600, heartbeat };
const limits = {
  maxRuns: 100_000,
  maxRunsPerKey: 100_000,
  maxWaitingEvents: 100_000,
  minFreeBytes: 0,
};

const warn = (message) => process.send({ kind: "warning", message });
const opened = await openLedger({ folder, limits, clock, warn });
if (!opened.ok) throw new Error(opened.problem.message);
const created = await createHost({
  stateFolder: folder,
  ledger: tellSteps(opened.ledger),
  settings: hostSettings({
    maxConcurrent,
    agentDefaults,
    agents: new Map([["main", { id: "main", ...agentDefaults }]]),
  }),
  runner,
  channels: new Map([["soak", channel]]),
  clock,
  timer,
  warn,
});
const { host } = created;

process.on("message", async (message) => {
  if (message.kind === "answer") {
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
  } else if (message.kind === "accept") {
    const { action, context, number } = message;
    try {
      const receipt = await host.dispatch(action, { headers: {}, taintedFields: [], ...context });
      process.send({ kind: "accepted", number, runId: receipt.runId });
    } catch (error) {
      process.send({ kind: "refused", number, code: error.code });
    }
  } else if (message.kind === "status") {
    process.send({ kind: "status", status: host.status(), memory: process.memoryUsage() });
  } else if (message.kind === "list") {
    process.send({ kind: "list", list: listAll() });
  } else if (message.kind === "stop") {
    await host.stop();
    process.disconnect();
  }
});

function listAll() {
  const limit = 1_000_000;
  const sessions = host.sessions.list({ limit });
  return {
    runs: host.runs.list({ limit }),
    deliveries: host.deliveries.list({ limit }),
    events: host.events.list({ limit }).map((event) => ({
      ...event,
      text: host.events
        .show(event.id)
        ?.parts.map(({ text }) => text)
        .join(),
    })),
    turns: sessions.flatMap(({ agentId, key }) =>
      host.sessions.show(agentId, key).map(({ turnId, answer }) => ({ key, turnId, answer })),
    ),
  };
}

await host.start();
process.send({ kind: "started" });
