// @ts-check
// Records → lines of a file that survive a kill and a power cut; and such a file → what it still says.
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Appends are written in groups: what comes while the disk is busy shares the next `fdatasync`, which
 * takes about a millisecond.
 *
 * @param {import("node:fs/promises").FileHandle} handle
 */
export function createJournal(handle) {
  /** @type {Group | undefined} */
  let next;
  /** @type {Promise<void>} */
  let writing = Promise.resolve();

  /** @param {Group} group */
  async function write(group) {
    next = undefined;
    await handle.appendFile(group.lines.join(""));
    await handle.datasync();
  }

  return {
    /** @param {object} record @returns {Promise<void>} */
    append(record) {
      if (next === undefined) {
        const group = { lines: /** @type {string[]} */ ([]), written: writing };
        group.written = writing.then(() => write(group));
        writing = group.written.catch(() => undefined);
        next = group;
      }
      next.lines.push(`${JSON.stringify(record)}\n`);
      return next.written;
    },
    async close() {
      await writing;
      await handle.close();
    },
  };
}

/** @typedef {{ readonly lines: string[], written: Promise<void> }} Group */

/**
 * Rewrites the journal without what is done and forgotten, and tells what is left.
 *
 * @param {string} file
 * @param {number} rememberSince milliseconds since the epoch
 */
export async function compactJournal(file, rememberSince) {
  const records = await readJournal(file);
  const done = new Set(records.map((record) => record.done));
  const kept = records.filter(
    ({ runId, at }) => runId !== undefined && (!done.has(runId) || at >= rememberSince),
  );
  const ends = kept.filter(({ runId }) => done.has(runId)).map(({ runId }) => ({ done: runId }));
  const lines = [...kept, ...ends].map((record) => `${JSON.stringify(record)}\n`);
  const next = await open(`${file}.next`, "w");
  await next.appendFile(lines.join(""));
  await next.datasync();
  await next.close();
  await rename(`${file}.next`, file);
  const folder = await open(dirname(file));
  await folder.sync();
  await folder.close();
  return {
    entries: kept.filter(({ runId }) => !done.has(runId)),
    known: kept.map(({ key, runId }) => /** @type {[string, string]} */ ([key, runId])),
  };
}

/**
 * A kill may have cut the last line; its sender was not answered and comes again.
 *
 * @param {string} file
 * @returns {Promise<any[]>}
 */
async function readJournal(file) {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
