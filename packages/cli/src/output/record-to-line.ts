// The record of a request → one line for people.

import { visibleText } from "@hookwright/base";
import type { RequestRecord } from "@hookwright/core/ingress";
import type { Style } from "./style.ts";

/** 2026-01-31T12:00:00.000Z 202 POST github → agent, mapping "push", run 7d0e… (3 ms) */
export function recordToLine(record: RequestRecord, style: Style): string {
  const { receivedAt, status, method, name, durationMs } = record;
  const time = style.dim(new Date(receivedAt).toISOString());
  const code = (status < 400 ? style.good : style.error)(String(status));
  const request = `${method} ${visibleText(name === "" ? "/" : name)}`;
  const outcome = describe(record).join(", ");
  return `${time} ${code} ${request} → ${outcome} ${style.dim(`(${durationMs} ms)`)}`;
}

function describe(record: RequestRecord): readonly string[] {
  const { action, code, mappingId, runId, detail, remoteAddress, dispatched } = record;
  const { emptyExpressions } = record;
  const batch = `${dispatched} dispatched, ${record.refused} refused, ${record.skipped} left out`;
  return [
    nameOutcome(record) ?? action ?? "nothing to do",
    ...(mappingId === undefined ? [] : [`mapping "${mappingId}"`]),
    ...(runId === undefined ? [] : [`run ${runId}`]),
    ...(dispatched === undefined ? [] : [batch]),
    ...(code === undefined || remoteAddress === undefined ? [] : [`from ${remoteAddress}`]),
    ...(emptyExpressions === undefined ? [] : [`${emptyExpressions} empty expressions`]),
    ...(detail === undefined ? [] : [visibleText(detail)]),
  ];
}

/** A known name that no mapping takes the event of is another thing than a name that nobody has written. */
function nameOutcome({ code, outcome, auth, dedupe }: RequestRecord): string | undefined {
  if (dedupe === "replayed") return "repeat, told the first answer";
  if (outcome === "unmatched") return outcome;
  if (auth !== undefined) return `${code}: ${auth}`;
  return code ?? (outcome === "action" ? undefined : outcome);
}
