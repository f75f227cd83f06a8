// A run or a delivery that ended → a new one that repeats it and names it.
import type { DeliveryRecord, RunRecord } from "../../model/records.ts";
import type { EngineState } from "../state.ts";

/** Keeps what was accepted: the action, its source, and what of it came from outside. */
export function retriedRun(old: RunRecord, { clock, randomId }: EngineState): RunRecord {
  const { agentId, sessionKey, mappingId, action, taintedFields, source } = old;
  const at = clock();
  return {
    id: randomId(),
    agentId,
    sessionKey,
    ...(mappingId !== undefined && { mappingId }),
    action,
    taintedFields,
    source,
    acceptedAt: at,
    state: "queued",
    attempt: 0,
    interruptions: 0,
    dueAt: at,
    retryOf: old.id,
  };
}

export type RetriedDeliveryResult =
  | { readonly ok: true; readonly delivery: DeliveryRecord }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** To the same recipient go the parts that were not sent, to another one all of them. */
export function retriedDelivery(
  old: DeliveryRecord,
  elsewhere: { readonly channel?: string; readonly to?: string },
  { live, clock, randomId }: EngineState,
): RetriedDeliveryResult {
  const { id, agentId, runId, heartbeatId, mappingId, accountId, endedAt } = old;
  if (endedAt === undefined) {
    return refuse("not_ended", `Delivery ${id} is ${old.state}. Only what has ended is repeated.`);
  }
  const channelId = elsewhere.channel ?? old.channel;
  const channel = live.channels.get(channelId);
  if (channel === undefined) {
    return refuse("channel_not_configured", `The channel "${channelId}" is not configured.`);
  }
  const recipient = channel.parseRecipient(elsewhere.to ?? old.to);
  if (!recipient.ok) return refuse("recipient_unreadable", recipient.hint);
  const isSame = channelId === old.channel && recipient.to === old.to;
  const at = clock();
  const delivery: DeliveryRecord = {
    id: randomId(),
    agentId,
    ...(runId !== undefined && { runId }),
    ...(heartbeatId !== undefined && { heartbeatId }),
    ...(mappingId !== undefined && { mappingId }),
    channel: channelId,
    to: recipient.to,
    // An account is one of its channel.
    ...(accountId !== undefined && channelId === old.channel && { accountId }),
    createdAt: at,
    state: "queued",
    parts: isSame ? old.parts.slice(old.sentIds.length) : old.parts,
    sentIds: [],
    tries: 0,
    plain: false,
    dueAt: at,
    resends: 0,
    retryOf: id,
  };
  if (delivery.parts.length === 0) return refuse("sent", `Delivery ${id} was sent completely.`);
  return { ok: true, delivery };
}

function refuse(code: string, message: string): Extract<RetriedDeliveryResult, { ok: false }> {
  return { ok: false, code, message };
}
