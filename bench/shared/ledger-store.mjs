// Nothing → an empty ledger on a disk; a run of about 1 KB of message, accepted and ended.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLedger } from "../../packages/host/build/ledger/open-ledger.js";

/** @typedef {import("../../packages/host/build/model/ledger.js").Ledger} Ledger */

const PARENT = process.env["BENCH_FOLDER"] ?? tmpdir();

export const NOON = 1_795_176_000_000;

const TEXT = "A line of an ordinary message. ".repeat(32);

export const RUN = {
  agentId: "main",
  mappingId: "github",
  action: {
    kind: "agent",
    message: TEXT,
    parts: [{ kind: "untrusted", text: TEXT, source: "hook github" }],
    untrustedText: TEXT,
  },
  taintedFields: [],
  source: "hook github",
  acceptedAt: NOON,
  state: "queued",
  attempt: 0,
  interruptions: 0,
  dueAt: NOON,
};

const DELIVERY = {
  channel: "telegram",
  to: "42",
  createdAt: NOON,
  state: "queued",
  sentIds: [],
  tries: 0,
  plain: false,
  dueAt: NOON,
  resends: 0,
};

export async function openEmpty() {
  const folder = mkdtempSync(join(PARENT, "hookwright-bench-"));
  const limits = { maxRuns: 1e9, maxRunsPerKey: 1e9, maxWaitingEvents: 1e9, minFreeBytes: 0 };
  const opened = await openLedger({ folder, limits, clock: () => NOON, warn: console.error });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { ledger } = opened;
  const close = async () => {
    await ledger.close();
    rmSync(folder, { recursive: true });
  };
  return { ledger, folder, close };
}

let made = 0;

/** @param {Ledger} ledger @param {string} sessionKey */
export function accept(ledger, sessionKey) {
  const id = `4f1f7f0e-5f0a-4d3c-9d4e-${String(made++).padStart(12, "0")}`;
  const run = { ...RUN, id, sessionKey };
  const key = { text: `github:${id}`, ttlMs: 259_200_000 };
  return ledger.accept({ key, receiptId: id, at: NOON, entry: { kind: "run", run } });
}

/** @param {Ledger} ledger @param {{ id: string, agentId: string, sessionKey: string }} run */
export function end(ledger, { id, agentId, sessionKey }) {
  const answer = TEXT.slice(0, 300);
  const turn = { at: NOON, heading: `[Hook github ${id}]`, parts: RUN.action.parts, tainted: true };
  const parts = [{ kind: "trusted", text: `${id} ${answer}` }];
  const event = {
    id: `e-${id}`,
    agentId,
    at: NOON,
    origin: "run",
    runId: id,
    title: "Hook github",
  };
  const delivery = { ...DELIVERY, id: `d-${id}`, agentId, runId: id, parts: [answer] };
  return ledger.commit([
    { kind: "run", runId: id, state: "done", at: NOON, answer },
    { kind: "history", agentId, sessionKey, turn: { ...turn, turnId: id, answer } },
    { kind: "event", event: { ...event, parts, tainted: false } },
    { kind: "delivery", delivery },
  ]);
}
