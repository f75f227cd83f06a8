// The record of a request → one line for people.
import type { RequestRecord } from "@hookwright/core/ingress";
import type { Style } from "./style.ts";
import { visibleText } from "./visible-text.ts";

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
  const batch = `${dispatched} dispatched, ${record.refused} refused, ${record.skipped} left out`;
  return [
    code ?? action ?? (dispatched === undefined ? "nothing to do" : "batch"),
    ...(mappingId === undefined ? [] : [`mapping "${mappingId}"`]),
    ...(runId === undefined ? [] : [`run ${runId}`]),
    ...(dispatched === undefined ? [] : [batch]),
    ...(code === undefined || remoteAddress === undefined ? [] : [`from ${remoteAddress}`]),
    ...(detail === undefined ? [] : [visibleText(detail)]),
  ];
}
