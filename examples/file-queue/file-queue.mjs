// @ts-check
// Actions → a journal on disk, from which they are carried out; an action that comes again is recognised.
import { open } from "node:fs/promises";
import { compactJournal, createJournal } from "./journal.mjs";

/**
 * @typedef {import("@hookwright/core").Action} Action
 * @typedef {import("@hookwright/core/ingress").DispatchContext} DispatchContext
 * @typedef {{ readonly at: number, readonly key: string, readonly runId: string, readonly action: Action }} Entry
 *
 * @typedef {object} QueueOptions
 * @property {string} file the journal
 * @property {(entry: Entry) => Promise<void>} carryOut may get an entry twice, where the process was
 *   killed meanwhile: the run id is the same then
 * @property {number} [maxWaiting] actions that may wait; further senders are asked to come again
 * @property {number} [ttlSeconds] how long an action is recognised
 */

/** What waits is held in memory, too. */
const MAX_WAITING = 10_000;

/** A pause after a failure of `carryOut`, in milliseconds. */
const PAUSE_MS = 1_000;

/** @param {QueueOptions} options */
export async function createFileQueue(options) {
  const { file, carryOut, maxWaiting = MAX_WAITING, ttlSeconds = 86_400 } = options;
  const waiting = await compactJournal(file, Date.now() - ttlSeconds * 1_000);
  /** @type {Map<string, Promise<{ runId: string }>>} Run ids by key, once they are on disk. */
  const known = new Map(waiting.known.map(([key, runId]) => [key, Promise.resolve({ runId })]));
  const journal = createJournal(await open(file, "a"));
  /** @type {Entry[]} */
  const entries = waiting.entries;
  let isClosed = false;
  let working = work();

  async function work() {
    for (let entry = entries[0]; entry !== undefined && !isClosed; entry = entries[0]) {
      try {
        await carryOut(entry);
        await journal.append({ done: entry.runId });
        entries.shift();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  /** @param {Entry} entry */
  async function keep(entry) {
    try {
      await journal.append(entry);
    } catch (error) {
      known.delete(entry.key);
      throw error;
    }
    entries.push(entry);
    if (entries.length === 1) working = working.then(work);
    return { runId: entry.runId };
  }

  return {
    /**
     * The `dispatch` of an ingress: resolves when the action is on disk.
     *
     * @param {Action} action
     * @param {DispatchContext} context
     */
    dispatch(action, context) {
      const key = keyFromContext(context);
      // A repeat waits for the disk like the first: else it would promise what a kill takes away.
      const before = known.get(key);
      if (before !== undefined) return before;
      if (entries.length >= maxWaiting) {
        const rejection = { code: "queue_full", retryAfterSeconds: 30 };
        throw Object.assign(new Error(`${maxWaiting} actions wait`), rejection);
      }
      const kept = keep({ at: Date.now(), key, runId: context.runId, action });
      known.set(key, kept);
      return kept;
    },
    /** Ends after the action that is being carried out; the others wait on disk. */
    async close() {
      isClosed = true;
      await working;
      await journal.close();
    },
  };
}

/**
 * Senders choose their keys, so one sender's must not hide another's event: the name of the hook is part
 * of it, and whether it was called a key or a delivery id.
 *
 * @param {DispatchContext} context
 */
function keyFromContext({ name, idempotencyKey, deliveryId, index, runId }) {
  if (idempotencyKey !== undefined) return JSON.stringify([name, "key", idempotencyKey, index]);
  if (deliveryId !== undefined) return JSON.stringify([name, "delivery", deliveryId, index]);
  return JSON.stringify([name, "run", runId]);
}
