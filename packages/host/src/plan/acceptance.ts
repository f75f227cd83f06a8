// An action and its context → the run or event that is stored, with its idempotency key.
import type { Action, AgentAction, RandomId, WakeAction } from "@hookwright/core";
import type { DispatchContext } from "@hookwright/core/ingress";
import type { Channel, Route } from "../model/channel.ts";
import type { Acceptance } from "../model/ledger.ts";
import type { RunRecord } from "../model/records.ts";
import type { HostSettings } from "../model/settings.ts";
import { windowOf } from "./coalesce.ts";
import { deliveryOfAction } from "./delivery-of-action.ts";
import { eventOfWake } from "./events.ts";
import { titleOfWake } from "./text.ts";

/** What the acceptance of an action depends on besides its context. */
export interface AcceptancePolicy {
  readonly settings: HostSettings;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** For an action that delivers a text: the usable channels, and the routes of its agent, the newest first. */
  readonly channels?: ReadonlyMap<string, Channel>;
  readonly routes?: readonly Route[];
  /** For the ids of events that report a delivery. */
  readonly randomId?: RandomId;
}

const NO_CHANNELS: ReadonlyMap<string, Channel> = new Map();

/** Stripe repeats an event for three days. */
const MIN_KEY_TTL_MS = 72 * 3_600_000;

/**
 * What an engine stores of an action, in one commit with its key, before its sender gets an answer.
 *
 * @example
 * ```ts
 * const { key, entry } = acceptanceOf(action, context, { settings, now: Date.now() });
 * ```
 */
export function acceptanceOf(
  action: Action,
  context: DispatchContext,
  policy: AcceptancePolicy,
): Acceptance {
  const acceptance = acceptedAlone(action, context, policy);
  const window = windowOf(action, acceptance);
  return window === undefined ? acceptance : { ...acceptance, window };
}

function acceptedAlone(
  action: Action,
  context: DispatchContext,
  policy: AcceptancePolicy,
): Acceptance {
  const { now: at, settings } = policy;
  const base = { ...keyOf(context), ...requestOf(context), receiptId: context.runId, at };
  if (action.kind === "agent") {
    return { ...base, entry: { kind: "run", run: runOf(action, context, { now: at, settings }) } };
  }
  if (action.kind === "deliver") {
    const {
      channels = NO_CHANNELS,
      routes = [],
      randomId = () => `${context.runId}-event`,
    } = policy;
    const known = { settings, now: at, channels, routes, randomId };
    return { ...base, entry: { kind: "delivery", ...deliveryOfAction(action, context, known) } };
  }
  const { sessionKey } = action;
  if (sessionKey !== undefined) {
    const run = runOf(runOfWake({ ...action, sessionKey }, context), context, {
      now: at,
      settings,
    });
    return { ...base, entry: { kind: "run", run } };
  }
  const event = eventOfWake(action, {
    // The id in the log, so that it can be used to find the event.
    id: context.runId,
    agentId: action.agentId ?? settings.defaultAgent,
    at,
    mappingId: context.mappingId,
  });
  return { ...base, entry: { kind: "event", event, wakeNow: action.mode === "now" } };
}

/** A wake of another session than the main one is one turn of it, whose answer goes into its summary alone. */
function runOfWake(
  { text, sessionKey, agentId, parts, untrustedText }: WakeAction & { readonly sessionKey: string },
  { mappingId }: DispatchContext,
): AgentAction {
  return {
    kind: "agent",
    message: text,
    sessionKey,
    wakeMode: "now",
    deliver: false,
    channel: "last",
    name: titleOfWake(mappingId),
    ...(agentId !== undefined && { agentId }),
    parts,
    untrustedText,
  };
}

/** All elements of a batch have the key of their event; the index distinguishes them. */
function keyOf(context: DispatchContext): Pick<Acceptance, "key"> {
  const { idempotencyKey, idempotencyTtlSeconds = 0, name, index } = context;
  if (idempotencyKey === undefined) return {};
  const ttlMs = Math.max(MIN_KEY_TTL_MS, idempotencyTtlSeconds * 1_000);
  return { key: { text: JSON.stringify([name, idempotencyKey, index ?? null]), ttlMs } };
}

/** Embedders may call `dispatch` without an ingress, and without an id. */
function requestOf(context: DispatchContext): Pick<Acceptance, "request"> {
  const { requestId: id, name: hook, mappingId, provider, deliveryId } = context;
  if (id === undefined) return {};
  return {
    request: {
      id,
      hook,
      ...(mappingId !== undefined && { mappingId }),
      ...(provider !== undefined && { provider }),
      ...(deliveryId !== undefined && { deliveryId }),
    },
  };
}

function runOf(
  action: AgentAction,
  context: DispatchContext,
  { now: at, settings }: AcceptancePolicy,
): RunRecord {
  const { runId, mappingId, name, proof } = context;
  return {
    id: runId,
    agentId: action.agentId ?? settings.defaultAgent,
    sessionKey: action.sessionKey,
    ...(mappingId !== undefined && { mappingId }),
    action,
    taintedFields: context.taintedFields,
    source: mappingId === undefined ? `request ${name}` : `hook ${mappingId}`,
    ...(proof !== undefined && { proof }),
    acceptedAt: at,
    state: "queued",
    attempt: 0,
    interruptions: 0,
    dueAt: at,
  };
}
