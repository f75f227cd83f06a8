// A process with a host whose ledger, runner and channel tell their parent each step before they take it. The
// parent answers, or kills; what runner and channel did is counted on its side, which outlives the kills.
import { createChannels, createHost, openLedger } from "@hookwright/host";
import { hostSettings } from "../../shared/host-settings.mjs";
import { createFastTime } from "./fast-time.mjs";

const options = JSON.parse(process.argv[2]);
const { folder, maxConcurrent, hasSteps } = options;
const { clock, timer } = createFastTime(options);

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

/** Lifecycle events are counted with the messages, by their own keys. */
const notifies =
  options.notifies !== true
    ? undefined
    : {
        channel: { ...channel, id: "host.notify", limit: 100_000 },
        endpoint: {
          name: "all",
          url: "http://127.0.0.1/",
          secret: "",
          types: new Set(["run.completed", "run.dead", "delivery.sent", "delivery.dead"]),
          allowPrivate: false,
        },
      };

/** Channels of platforms, several of one kind under ids of their own. */
async function createPlatformChannels(list) {
  const channels = new Map();
  for (const { id, kind, settings } of list) {
    const ports = { clock, timer, stateFolder: folder };
    const made = await createChannels(new Map([[kind, settings]]), ports);
    if (made.problems.length > 0) throw new Error(`${id}: ${made.problems[0].message}`);
    channels.set(id, { ...made.channels.get(kind), id });
  }
  return channels;
}

const channels =
  options.channels === undefined
    ? new Map([["soak", channel]])
    : await createPlatformChannels(options.channels);

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
  settings: {
    ...hostSettings({
      maxConcurrent,
      agentDefaults,
      agents: new Map([["main", { id: "main", ...agentDefaults }]]),
    }),
    notify: notifies === undefined ? [] : [notifies.endpoint],
  },
  notify: notifies?.channel,
  runner,
  channels,
  clock,
  timer,
  warn,
  observer: (record) => {
    if (record.kind === "delivery") process.send({ kind: "delivery", record });
  },
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
    process.send({ kind: "status", status: await host.status(), memory: process.memoryUsage() });
  } else if (message.kind === "list") {
    process.send({ kind: "list", list: await listAll() });
  } else if (message.kind === "stop") {
    await host.stop();
    process.disconnect();
  }
});

async function listAll() {
  const limit = 1_000_000;
  const lists = { deliveries: [], events: [], turns: [] };
  for (const delivery of (await host.deliveries.list({ limit })).items) {
    const { to, parts: texts, reason } = await host.deliveries.show(delivery.id);
    lists.deliveries.push({ ...delivery, to, texts, reason });
  }
  for (const event of (await host.events.list({ limit })).items) {
    const shown = await host.events.show(event.id);
    lists.events.push({ ...event, text: shown?.parts.map(({ text }) => text).join() });
  }
  for (const { agentId, key } of (await host.sessions.list({ limit })).items) {
    const turns = await host.sessions.show(agentId, key);
    lists.turns.push(...turns.map(({ turnId, answer }) => ({ key, turnId, answer })));
  }
  return { runs: (await host.runs.list({ limit })).items, ...lists };
}

// Calls whose result the previous process did not store.
const cutOff = (await host.deliveries.list({ state: "sending", limit: 1_000 })).items;
process.send({ kind: "found", cutOff: cutOff.map(({ id, sent }) => `${id}/${sent + 1}`) });
await host.start();
process.send({ kind: "started" });
