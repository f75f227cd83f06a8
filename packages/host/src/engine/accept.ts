// An action of the core → a receipt, once it is stored so that no crash undoes it; or a rejection: ACC-1 to ACC-5.
import type { Action, AgentAction } from "@hookwright/core";
import type { DispatchContext, DispatchReceipt, DispatchRejection } from "@hookwright/core/ingress";
import type { Acceptance, AcceptResult } from "../model/ledger.ts";
import type { RunRecord } from "../model/records.ts";
import { eventOfWake } from "../plan/events.ts";
import { estimateRetryAfterSeconds } from "../plan/retry-times.ts";
import { recordOfRun } from "./observe.ts";
import { describe, type EngineState } from "./state.ts";

/** Stripe repeats an event for three days. */
const MIN_KEY_TTL_MS = 72 * 3_600_000;

const STORAGE_RETRY_SECONDS = 30;
const STOPPING_RETRY_SECONDS = 10;
/** It comes again as it is, so the sender need not hurry. */
const TOO_LARGE_RETRY_SECONDS = 3_600;

/**
 * @throws {DispatchRejection} with a code and the time after which the sender may come again
 */
export async function acceptAction(
  action: Action,
  context: DispatchContext,
  state: EngineState,
): Promise<DispatchReceipt> {
  if (state.phase === "stopping") {
    throw reject("stopping", STOPPING_RETRY_SECONDS, "The host is stopping.");
  }
  const acceptance = acceptanceOf(action, context, state);
  const result = await store(acceptance, state);
  if (!result.ok) throw rejectionOf(result.code, state);
  if (!result.repeat) announce(acceptance, state);
  return { runId: result.receiptId };
}

function acceptanceOf(
  action: Action,
  context: DispatchContext,
  { clock, live }: EngineState,
): Acceptance {
  const at = clock();
  const base = { ...keyOf(context), receiptId: context.runId, at };
  if (action.kind === "agent") {
    return { ...base, entry: { kind: "run", run: runOf(action, context, { at, live }) } };
  }
  const event = eventOfWake(action, {
    // The id that the log has: whoever looks for it finds the event.
    id: context.runId,
    agentId: action.agentId ?? live.settings.defaultAgent,
    at,
    mappingId: context.mappingId,
  });
  return { ...base, entry: { kind: "event", event, wakeNow: action.mode === "now" } };
}

/** All elements of a batch come with the key of their event: the index tells them apart. */
function keyOf(context: DispatchContext): Pick<Acceptance, "key"> {
  const { idempotencyKey, idempotencyTtlSeconds = 0, name, index } = context;
  if (idempotencyKey === undefined) return {};
  const ttlMs = Math.max(MIN_KEY_TTL_MS, idempotencyTtlSeconds * 1_000);
  return { key: { text: JSON.stringify([name, idempotencyKey, index ?? null]), ttlMs } };
}

function runOf(
  action: AgentAction,
  context: DispatchContext,
  { at, live }: { readonly at: number } & Pick<EngineState, "live">,
): RunRecord {
  const { runId, mappingId, name } = context;
  return {
    id: runId,
    agentId: action.agentId ?? live.settings.defaultAgent,
    sessionKey: action.sessionKey,
    ...(mappingId !== undefined && { mappingId }),
    action,
    taintedFields: context.taintedFields,
    source: mappingId === undefined ? `request ${name}` : `hook ${mappingId}`,
    acceptedAt: at,
    state: "queued",
    attempt: 0,
    interruptions: 0,
    dueAt: at,
  };
}

async function store(
  acceptance: Acceptance,
  { ledger, warn }: EngineState,
): ReturnType<EngineState["ledger"]["accept"]> {
  try {
    return await ledger.accept(acceptance);
  } catch (error) {
    warn(`An action was not accepted, because the store failed: ${describe(error)}`);
    throw reject("storage_failed", STORAGE_RETRY_SECONDS, "The store failed. See the host's log.");
  }
}

type RefusalCode = Extract<AcceptResult, { ok: false }>["code"];

function rejectionOf(code: RefusalCode, { ledger, live }: EngineState): Error {
  if (code === "storage_full") {
    return reject(code, STORAGE_RETRY_SECONDS, "The disk is full. Free some space.");
  }
  if (code === "action_too_large") {
    const message = "The action is larger than 1 MiB. Shorten its template, or send less.";
    return reject(code, TOO_LARGE_RETRY_SECONDS, message);
  }
  const seconds = estimateRetryAfterSeconds(ledger.recentTurnMs(), {
    parallel: live.settings.maxConcurrent,
  });
  return reject(code, seconds, "Too many actions wait. See `hookwright runs` and `events`.");
}

function reject(code: string, retryAfterSeconds: number, message: string): Error {
  const rejection: DispatchRejection = { code, retryAfterSeconds };
  return Object.assign(new Error(message), rejection);
}

function announce({ entry, at }: Acceptance, state: EngineState): void {
  if (entry.kind === "run") state.observer(recordOfRun(entry.run, at));
  state.wake();
}
