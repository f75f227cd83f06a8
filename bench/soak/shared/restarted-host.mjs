// One host after the other on one store, each ended by SIGKILL at a step that is asked for, or at any time. The
// counters of the runner and of the platform are here, so that a kill does not change them.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("host-child.mjs", import.meta.url));

/**
 * @typedef {{ id: string, attempt: number, interrupted: boolean, reason: string, sessionKey: string, message: string }} Turn
 * @typedef {{ number: number, key: string, kind: "run" | "wake", runId?: string }} Sent
 */

/**
 * `notifies`: lifecycle events are sent as well, and counted as messages to "all". `channels`: those of platforms, instead of the one whose messages are counted here. `onMessage` gets what else the
 * host tells: `delivery` for each change, and `found` at a start.
 *
 * @param {{
 *   folder: string, epoch: number, speed: number, maxConcurrent: number, hasSteps: boolean,
 *   notifies?: boolean,
 *   channels?: readonly { id: string, kind: string, settings: object }[],
 *   answerOf?: (turn: Turn) => string, onMessage?: (message: any) => void,
 * }} options
 */
export function createRestartedHost(options) {
  const { answerOf = usualAnswer, onMessage = () => undefined } = options;
  const observed = {
    /** Each start of a turn, in order. @type {Turn[]} */
    turns: [],
    /** What people see, by key of the part. @type {Map<string, number>} */
    shown: new Map(),
    /** Each first showing of a part, in order. @type {{ key: string, to: string }[]} */
    firstShown: [],
    /** Parts that were shown, and whose commit a kill may have cut off. @type {Set<string>} */
    cutOff: new Set(),
    /** @type {Map<string, number>} */
    steps: new Map(),
    /** @type {string[]} */
    warnings: [],
    starts: 0,
    overlaps: 0,
  };
  /** Keys of sessions whose turn runs now. @type {Map<string, string>} */
  const busy = new Map();
  /** Keys of parts between their call and the commit of its result. */
  const sending = new Set();
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  /** @type {{ step: string, left: number, hit: () => void } | undefined} */
  let target;
  /** @type {Map<number, (message: any) => void>} */
  const receipts = new Map();
  /** @type {((message: any) => void)[]} */
  let replies = [];
  let isUp = false;
  let isKilled = false;

  async function start() {
    observed.starts += 1;
    isKilled = false;
    busy.clear();
    sending.clear();
    child = fork(CHILD, [JSON.stringify(options)], { serialization: "advanced" });
    const own = child;
    // Writing to a process that was just killed.
    own.on("error", () => undefined);
    own.on("message", (message) => own === child && hear(message));
    await new Promise((resolve, reject) => {
      own.on("message", ({ kind }) => kind === "started" && resolve(undefined));
      own.once("exit", (code) => reject(new Error(`The host ended while it started: ${code}.`)));
    }).catch((error) => {
      if (own.killed) return;
      throw error;
    });
    isUp = !own.killed;
  }

  /** @param {any} message */
  function hear(message) {
    if (message.kind === "step") return reachStep(message);
    if (message.kind === "turn") return takeTurn(message);
    if (message.kind === "send") return show(message);
    if (message.kind === "accepted" || message.kind === "refused") {
      receipts.get(message.number)?.(message);
      receipts.delete(message.number);
    } else if (message.kind === "warning") {
      observed.warnings.push(message.message);
    } else if (message.kind === "status" || message.kind === "list") {
      replies.shift()?.(message);
    } else onMessage(message);
  }

  /** @param {{ id: number, step: string, sentPart?: string }} message */
  function reachStep({ id, step, sentPart }) {
    sending.delete(sentPart);
    if (isHit(step)) return;
    answer(id);
  }

  /** @param {string} step */
  function isHit(step) {
    observed.steps.set(step, (observed.steps.get(step) ?? 0) + 1);
    if (target?.step !== step || --target.left > 0) return false;
    const { hit } = target;
    target = undefined;
    kill();
    hit();
    return true;
  }

  /** @param {{ id: number, turn: Turn }} message */
  function takeTurn({ id, turn }) {
    observed.turns.push(turn);
    const session = turn.reason === "run" ? turn.sessionKey : "main";
    if (busy.has(session)) observed.overlaps += 1;
    busy.set(session, turn.id);
    if (isHit(`during a ${turn.reason === "run" ? "run" : "heartbeat"}`)) return;
    busy.delete(session);
    answer(id, turn.reason === "run" ? answerOf(turn) : "Seen.");
  }

  /** @param {{ id: number, part: { key: string, to: string } }} message */
  function show({ id, part }) {
    if (!observed.shown.has(part.key)) observed.firstShown.push(part);
    sending.add(part.key);
    // The pipe still had it when the process was killed.
    if (isKilled) observed.cutOff.add(part.key);
    observed.shown.set(part.key, (observed.shown.get(part.key) ?? 0) + 1);
    if (isHit("during a send")) return;
    answer(id, `message-${part.key}`);
  }

  /** Writing to a process that was just killed fails, which does not matter. @param {object} message */
  function tell(message) {
    if (child?.connected) child.send(message, () => undefined);
  }

  /** @param {number} id @param {unknown} [value] */
  function answer(id, value) {
    tell({ kind: "answer", id, answer: value });
  }

  function kill() {
    isUp = false;
    isKilled = true;
    child?.kill("SIGKILL");
    for (const key of sending) observed.cutOff.add(key);
    for (const reply of receipts.values()) reply({ kind: "lost" });
    receipts.clear();
    replies = [];
  }

  /** @param {number} number @returns {Promise<{ kind: string, runId?: string, code?: string }>} */
  function accept(number, action, context) {
    if (!isUp || !child?.connected) return Promise.resolve({ kind: "lost" });
    return new Promise((resolve) => {
      receipts.set(number, resolve);
      tell({ kind: "accept", number, action, context });
    });
  }

  /** @param {"status" | "list"} kind @returns {Promise<any>} */
  function ask(kind) {
    return new Promise((resolve) => {
      replies.push(resolve);
      tell({ kind });
    });
  }

  return {
    observed,
    start,
    /** Kills the host at the n-th time that a step is reached. */
    async killAt(step, times, timeoutMs) {
      const wasHit = await new Promise((resolve) => {
        const timeout = setTimeout(() => resolve(false), timeoutMs);
        target = {
          step,
          left: times,
          hit: () => {
            clearTimeout(timeout);
            resolve(true);
          },
        };
      });
      target = undefined;
      return wasHit;
    },
    async restart() {
      const own = child;
      // What the pipe still holds happened before the kill, so it counts.
      const drained = new Promise((resolve) => {
        if (own?.connected) own.once("disconnect", () => resolve(undefined));
        else resolve(undefined);
      });
      kill();
      await drained;
      await start();
    },
    accept,
    ask,
    /** Repeats the action until a host accepts it. @returns {Promise<string>} */
    async acceptSurely(number, action, contextOf) {
      for (;;) {
        const reply = await accept(number, action, contextOf());
        if (reply.kind === "accepted") return reply.runId ?? "";
        await pause(10);
      }
    },
    /** Resolves when nothing is left to do, or after the time. `events`: also when no event waits for a heartbeat. */
    async untilIdle(timeoutMs, { events = true } = {}) {
      const giveUpAt = Date.now() + timeoutMs;
      while (Date.now() < giveUpAt) {
        const { status } = await ask("status");
        const { runs, deliveries, waitingEvents } = status;
        const open = runs.queued + runs.running + runs.failed + (events ? waitingEvents : 0);
        if (open + deliveries.queued + deliveries.sending + deliveries.failed === 0) return;
        await pause(100);
      }
    },
    async stop() {
      const own = child;
      if (own === undefined) return;
      const ended = once(own, "exit");
      own.send({ kind: "stop" });
      await ended;
    },
  };
}

/** @param {Turn} turn */
function usualAnswer({ id }) {
  return `Answer of ${id}. ${"word ".repeat(12)}`;
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
