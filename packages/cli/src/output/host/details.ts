// A record of the host → everything about it; text from outside is marked, and harmless to a terminal.

import { visibleText } from "@hookwright/base";
import type { TextPart } from "@hookwright/core";
import type { DeliveryRecord, EventRecord, RunRecord, StoredTurn } from "@hookwright/host";
import { formatTime } from "./lists.ts";

export function runToText(run: RunRecord): string {
  const { action, taintedFields } = run;
  const field = (name: string, value: string | undefined): Line =>
    value === undefined
      ? undefined
      : line(name, taintedFields.includes(name) ? mark(value) : value);
  return lines(
    line("run", run.id),
    line("state", [run.state, run.code].filter((text) => text !== undefined).join(", ")),
    line("reason", run.reason),
    line("note", run.note),
    line("agent", run.agentId),
    // The core lets senders shape keys within the allowed prefixes.
    line("key", run.sessionKey),
    line("mapping", run.mappingId),
    field("name", action.name),
    line("accepted", formatTime(run.acceptedAt)),
    line("started", formatTime(run.startedAt)),
    line("ended", formatTime(run.endedAt)),
    line("tries", `${run.attempt}`),
    line("deliver", action.deliver ? `to ${action.channel}` : "no"),
    field("to", action.to),
    field("account", action.accountId),
    field("model", action.model),
    line("repeats run", run.retryOf),
    ...partsToLines("message", action.parts),
    ...answerToLines("answer", run.answer, isOutside(action.parts)),
    ...answerToLines("unfinished answer", run.partial, isOutside(action.parts)),
  );
}

export function eventToText(event: EventRecord): string {
  return lines(
    line("event", event.id),
    line("state", event.state),
    line("title", event.title),
    line("agent", event.agentId),
    line("from", event.origin),
    line("mapping", event.mappingId),
    line("run", event.runId),
    line("time", formatTime(event.at)),
    event.count > 1 ? line("count", `${event.count}, last ${formatTime(event.lastAt)}`) : undefined,
    ...partsToLines("text", event.parts),
  );
}

export function deliveryToText(delivery: DeliveryRecord): string {
  const { parts, sentIds } = delivery;
  return lines(
    line("delivery", delivery.id),
    line("state", [delivery.state, delivery.code].filter((text) => text !== undefined).join(", ")),
    line("reason", delivery.reason),
    line("channel", delivery.channel),
    line("to", delivery.to),
    line("account", delivery.accountId),
    line("run", delivery.runId),
    line("heartbeat", delivery.heartbeatId),
    line("created", formatTime(delivery.createdAt)),
    line("ended", formatTime(delivery.endedAt)),
    line("sent", `${sentIds.length} of ${parts.length} parts`),
    line("ids", sentIds.join(", ") || undefined),
    line("tries", `${delivery.tries}`),
    // A model that read a payload may have written it.
    ...parts.flatMap((part, index) => answerToLines(`part ${index + 1}`, part, true)),
  );
}

export function turnsToText(turns: readonly StoredTurn[]): string {
  return turns
    .map((turn) =>
      lines(
        line("turn", turn.turnId),
        line("time", formatTime(turn.at)),
        ...partsToLines("message", turn.parts),
        ...answerToLines("answer", turn.answer, turn.tainted),
        line("no answer", turn.noAnswer),
      ),
    )
    .join("\n\n");
}

type Line = string | undefined;

const WIDTH = 12;

function line(name: string, value: string | undefined): Line {
  if (value === undefined || value === "") return undefined;
  return `${name.padEnd(WIDTH)}${visibleText(value).replace(/[\t\n]/g, " ")}`;
}

function mark(value: string): string {
  return `${value}   (from outside)`;
}

function lines(...all: readonly Line[]): string {
  return all.filter((text) => text !== undefined).join("\n");
}

function isOutside(parts: readonly TextPart[]): boolean {
  return parts.some(({ kind }) => kind === "untrusted");
}

/** Every line of a text from outside begins with the bar, so that no text can end its own mark. */
function partsToLines(name: string, parts: readonly TextPart[]): readonly string[] {
  return parts.flatMap((part, index) => {
    const title = index === 0 ? `${name}:` : "";
    if (part.kind === "trusted")
      return [...(title === "" ? [] : [title]), ...block(part.text, "  ")];
    const source = `  from outside (${visibleText(part.source).replace(/\s+/g, " ")}):`;
    return [...(title === "" ? [] : [title]), source, ...block(part.text, "  │ ")];
  });
}

function answerToLines(
  name: string,
  text: string | undefined,
  outside: boolean,
): readonly string[] {
  if (text === undefined) return [];
  const title = outside ? `${name} (of a model that read text from outside):` : `${name}:`;
  return [title, ...block(text, outside ? "  │ " : "  ")];
}

function block(text: string, prefix: string): readonly string[] {
  const shown = visibleText(text).replace(/^\n+|\n+$/g, "");
  return shown === "" ? [] : shown.split("\n").map((one) => `${prefix}${one}`);
}
