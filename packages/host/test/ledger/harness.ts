// Ledgers in folders of their own, and records with everything that a test does not name.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type OpenLedgerOptions, openLedger } from "../../src/ledger/open-ledger.ts";
import type { AcceptResult, Ledger } from "../../src/model/ledger.ts";
import type { DeliveryRecord, NewEvent, RunRecord } from "../../src/model/records.ts";

export interface TestLedger {
  readonly ledger: Ledger;
  readonly folder: string;
  readonly warnings: string[];
  /** Milliseconds since the epoch, as the ledger's clock says. */
  now: number;
  /** Closes the ledger and opens the same folder again. */
  reopen(): Promise<Ledger>;
}

export const NOON = 1_795_176_000_000;

/** In memory where the system has that: a test need not wait for the disk at each commit. */
const PARENT = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function createFolder(): string {
  const folder = mkdtempSync(join(PARENT, "hookwright-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function createTestLedger(
  options: Partial<Omit<OpenLedgerOptions, "limits">> & {
    readonly limits?: Partial<OpenLedgerOptions["limits"]>;
  } = {},
): Promise<TestLedger> {
  const folder = options.folder ?? createFolder();
  const warnings: string[] = [];
  const test = { folder, warnings, now: NOON } as unknown as {
    -readonly [K in keyof TestLedger]: TestLedger[K];
  };
  const open = async (): Promise<Ledger> => {
    const opened = await openLedger({
      clock: () => test.now,
      warn: (message) => warnings.push(message),
      ...options,
      folder,
      limits: {
        maxRuns: 10_000,
        maxRunsPerKey: 200,
        maxWaitingEvents: 1_000,
        minFreeBytes: 0,
        ...options.limits,
      },
    });
    if (!opened.ok) throw new Error(opened.problem.message);
    return opened.ledger;
  };
  test.ledger = await open();
  test.reopen = async () => {
    await test.ledger.close();
    test.ledger = await open();
    return test.ledger;
  };
  onTestFinished(() => test.ledger.close());
  return test;
}

export function runOf(id: string, fields: Partial<RunRecord> = {}): RunRecord {
  const acceptedAt = fields.acceptedAt ?? NOON;
  return {
    id,
    agentId: "main",
    sessionKey: "hook:a",
    mappingId: "github",
    action: {
      kind: "agent",
      message: `Message of ${id}`,
      parts: [{ kind: "trusted", text: `Message of ${id}` }],
      untrustedText: "",
    } as unknown as RunRecord["action"],
    taintedFields: [],
    source: "hook github",
    acceptedAt,
    state: "queued",
    attempt: 0,
    interruptions: 0,
    dueAt: acceptedAt,
    ...fields,
  };
}

export function eventOf(id: string, fields: Partial<NewEvent> = {}): NewEvent {
  return {
    id,
    agentId: "main",
    at: NOON,
    origin: "wake",
    title: "Wake",
    parts: [{ kind: "trusted", text: `Text of ${id}` }],
    tainted: false,
    ...fields,
  };
}

export function deliveryOf(id: string, fields: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id,
    agentId: "main",
    runId: `run-of-${id}`,
    channel: "telegram",
    to: "42",
    createdAt: NOON,
    state: "queued",
    parts: ["first", "second"],
    sentIds: [],
    tries: 0,
    plain: false,
    dueAt: NOON,
    resends: 0,
    ...fields,
  };
}

export function acceptRun(
  ledger: Ledger,
  run: RunRecord,
  key?: { readonly text: string; readonly ttlMs: number },
): Promise<AcceptResult> {
  return ledger.accept({
    receiptId: run.id,
    at: run.acceptedAt,
    entry: { kind: "run", run },
    ...(key === undefined ? {} : { key }),
  });
}

export function acceptWake(
  ledger: Ledger,
  event: NewEvent,
  wakeNow = false,
): Promise<AcceptResult> {
  return ledger.accept({
    receiptId: event.id,
    at: event.at,
    entry: { kind: "event", event, wakeNow },
  });
}

/** The ids of the runs that can start now, which are then running. */
export async function claimIds(ledger: Ledger, now: number, limit = 100): Promise<string[]> {
  return (await ledger.claimRuns({ now, limit })).map(({ run }) => run.id);
}

export function claimMain(
  ledger: Ledger,
  turnId: string,
  fields: Partial<Parameters<Ledger["claimMainTurn"]>[0]> = {},
): ReturnType<Ledger["claimMainTurn"]> {
  return ledger.claimMainTurn({
    agentId: "main",
    mainKey: "main",
    turnId,
    reason: "wake",
    now: NOON,
    maxEvents: 20,
    maxBytes: 65_536,
    ...fields,
  });
}
