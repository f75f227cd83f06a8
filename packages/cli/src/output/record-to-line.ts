// The record of a request, or one of the host → one line for people.

import { visibleText } from "@hookwright/base";
import type { RequestRecord } from "@hookwright/core/ingress";
import type { HostRecord } from "@hookwright/host";
import type { LiveRecord } from "@hookwright/host/api";
import type { Style } from "./style.ts";

/** 2026-01-31T12:00:00.000Z 202 POST github → agent, mapping "push", run 7d0e… (3 ms) */
export function recordToLine(record: LiveRecord, style: Style): string {
  const { receivedAt, status, method, name, durationMs } = record;
  const time = style.dim(new Date(receivedAt).toISOString());
  const code = (status < 400 ? style.good : style.error)(String(status));
  const request = `${method} ${visibleText(name === "" ? "/" : name)}`;
  const outcome = describeRequest(record).join(", ");
  return `${time} ${code} ${request} → ${outcome} ${style.dim(`(${durationMs} ms${idOf(record)})`)}`;
}

/** What became an action is found by the id of its run. */
function idOf({ requestId, runId, dispatched }: RequestRecord): string {
  const isFound = runId !== undefined || dispatched !== undefined;
  return isFound ? "" : `, request ${visibleText(requestId)}`;
}

function describeRequest(record: LiveRecord): readonly string[] {
  const { action, code, mappingId, runId, detail, remoteAddress, dispatched } = record;
  const mappings = record.mappingIds ?? (mappingId === undefined ? [] : [mappingId]);
  const names = mappings.map((id) => `"${id}"`).join(", ");
  const { emptyExpressions, list } = record;
  const batch = `${dispatched} dispatched, ${record.refused} refused, ${record.skipped} left out`;
  return [
    nameOutcome(record) ?? action ?? "nothing to do",
    ...(names === "" ? [] : [`${mappings.length > 1 ? "mappings" : "mapping"} ${names}`]),
    ...(runId === undefined ? [] : [`run ${runId}`]),
    ...(dispatched === undefined ? [] : [batch]),
    ...(code === undefined || remoteAddress === undefined ? [] : [`from ${remoteAddress}`]),
    ...(list === undefined ? [] : [LISTS[list]]),
    ...(record.sentBy === undefined ? [] : ["sent by the operator"]),
    ...(emptyExpressions === undefined ? [] : [`${emptyExpressions} empty expressions`]),
    ...(detail === undefined ? [] : [visibleText(detail)]),
  ];
}

const LISTS: Readonly<Record<NonNullable<RequestRecord["list"]>, string>> = {
  missing: "the list is missing",
  empty: "the list is empty",
  unchosen: "no element chosen",
};

/** A configured hook without a matching mapping is reported differently from an unknown hook. */
function nameOutcome({ code, outcome, auth, dedupe }: RequestRecord): string | undefined {
  if (dedupe === "replayed") return "repeat, got the first answer";
  if (outcome === "unmatched") return outcome;
  if (auth !== undefined) return `${code}: ${auth}`;
  return code ?? (outcome === "action" ? undefined : outcome);
}

/** 2026-01-31T12:00:00.000Z run 7d0e… done, mapping "push" (3 ms) */
export function hostRecordToLine(record: HostRecord, style: Style): string {
  const { what, state, details = [] } = describeHost(record);
  const isBad = /^(?:dead|failed|paused)/.test(state);
  const word = (isBad ? style.error : style.good)(state);
  const rest = details.filter((detail) => detail !== undefined).map((detail) => `, ${detail}`);
  const duration = "durationMs" in record ? style.dim(` (${record.durationMs} ms)`) : "";
  const time = style.dim(new Date(record.at).toISOString());
  return `${time} ${visibleText(what)} ${word}${visibleText(rest.join(""))}${duration}`;
}

interface Description {
  readonly what: string;
  readonly state: string;
  readonly details?: readonly (string | undefined)[];
}

function describeHost(record: HostRecord): Description {
  switch (record.kind) {
    case "run": {
      const { runId, state, mappingId, attempt, code } = record;
      const mapping = mappingId === undefined ? undefined : `mapping "${mappingId}"`;
      const again = attempt > 1 ? `attempt ${attempt}` : undefined;
      return { what: `run ${runId}`, state, details: [mapping, again, code] };
    }
    case "delivery": {
      const { deliveryId, state, channel, sent, parts, code } = record;
      const progress = parts > 1 ? `${sent} of ${parts} parts` : undefined;
      return { what: `delivery ${deliveryId}`, state, details: [channel, progress, code] };
    }
    case "heartbeat": {
      const { agentId, reason, outcome, events } = record;
      const details = [reason, events === 0 ? undefined : `${events} events`];
      return { what: `heartbeat of ${agentId}`, state: outcome, details };
    }
    case "channel":
      return { what: `channel ${record.channel}`, state: record.state, details: [record.code] };
    case "runner": {
      const { runner, provider, state, code } = record;
      const models = provider === undefined ? undefined : `models of ${provider}`;
      return { what: `runner ${runner}`, state, details: [models, code] };
    }
    case "mapping":
      return { what: `mapping ${record.mappingId}`, state: record.state, details: [record.code] };
    case "route": {
      const { agentId, channel, state, mappingId, code } = record;
      const mapping = mappingId === undefined ? undefined : `mapping "${mappingId}"`;
      return { what: `route of ${agentId}`, state, details: [channel, mapping, code] };
    }
    case "start":
      return { what: "host", state: "started" };
  }
}
