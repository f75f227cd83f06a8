// The resolution of an event → a text that shows all of it, for review and comparison.
import type {
  Action,
  ActionResolution,
  AgentAction,
  Coalesce,
  Refusal,
  Resolution,
  TextPart,
} from "@hookwright/core";
import { fixFenceIds, showFixedId } from "./fixed-ports.ts";

/**
 * The whole action: its fields except those with their default, and its text in parts. Any other resolution is one line.
 * Without a final line break.
 *
 * @example
 * ```ts
 * expect(snapshotText(await hooks.resolve(push))).toMatchSnapshot();
 * ```
 */
export function snapshotText(resolution: Resolution): string {
  if (resolution.outcome === "unmatched") return "unmatched";
  if (resolution.outcome !== "batch") return describe(resolution);
  const { elements, skipped } = resolution;
  const parts = elements.map((element) => describe(element.resolution));
  if (skipped > 0) parts.push(`${skipped} more left out`);
  return parts.join("\n\n");
}

function describe(resolution: Exclude<Resolution, { outcome: "batch" | "unmatched" }>): string {
  if (resolution.outcome === "action") return describeAction(resolution);
  const by = resolution.mappingId === undefined ? "" : ` by ${resolution.mappingId}`;
  if (resolution.outcome !== "refused") return `${resolution.outcome}${by}`;
  return `refused${by}: ${describeRefusal(resolution.refusal)}`;
}

function describeRefusal({ status, code, message, issues }: Refusal): string {
  const lines = issues.map(({ path, message: text }) => `  ${path}: ${text}`);
  return [`${status} ${code}`, `  ${message}`, ...lines].join("\n");
}

function describeAction(resolution: ActionResolution): string {
  const { mappingId, action, dedupeKey, channelReports = {} } = resolution;
  const by = mappingId === undefined ? "" : ` by ${mappingId}`;
  const head = describeHead(action, by);
  const reports = Object.entries(channelReports).flatMap(([kind, { channel, ...values }]) =>
    line(
      kind,
      `${Object.entries(values)
        .map((one) => one.join(" "))
        .join(", ")} on ${channel}`,
    ),
  );
  return [
    ...head,
    ...line("dedupeKey", dedupeKey),
    ...line("coalesce", action.coalesce && describeCoalesce(action.coalesce)),
    ...reports,
    ...describeParts(action),
  ].join("\n");
}

function describeCoalesce({ key, seconds, maxSeconds, limit, keep }: Coalesce): string {
  return `${key}, ${seconds} to ${maxSeconds} s, ${limit} events, keep ${keep}`;
}

function describeHead(action: Action, by: string): readonly string[] {
  const { kind, agentId } = action;
  if (kind === "agent") return [`run${by}`, ...describeRun(action)];
  if (kind === "wake") return [`wake${by} (${action.mode})`, ...line("agentId", agentId)];
  const { channel, to, accountId, markup, summary } = action;
  return [
    `delivery${by}`,
    to === undefined ? `channel: ${channel}` : `to: ${to} on ${channel}`,
    ...line("accountId", accountId),
    ...line("agentId", agentId),
    ...(markup ? ["markup: true"] : []),
    ...(summary ? ["summary: true"] : []),
  ];
}

function describeRun(action: AgentAction): readonly string[] {
  const { name, sessionKey, sessionMode, wakeMode, deliver, channel, to } = action;
  return [
    ...line("name", name),
    ...line("sessionKey", showFixedId(sessionKey)),
    ...line("sessionMode", sessionMode),
    ...(wakeMode === "now" ? [] : line("wakeMode", wakeMode)),
    ...(deliver ? [] : ["deliver: false"]),
    ...(to === undefined && channel !== "last" ? [`channel: ${channel}`] : []),
    ...(to === undefined ? [] : [`to: ${to} on ${channel}`]),
    ...line("accountId", action.accountId),
    ...line("agentId", action.agentId),
    ...line("model", action.model),
    ...line("thinking", action.thinking),
    ...line("timeoutSeconds", action.timeoutSeconds),
  ];
}

function line(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}: ${value}`];
}

function describeParts(action: Action): readonly string[] {
  if (action.kind === "deliver") return ["--- text ---", action.text];
  const prompt = action.kind === "agent" ? action.message : action.text;
  const isFenced = fixFenceIds(prompt).isFenced;
  return action.parts.map((part) => `--- ${describePart(part, isFenced)} ---\n${part.text}`);
}

function describePart(part: TextPart, isFenced: boolean): string {
  if (part.kind === "trusted") return "instructions";
  return isFenced
    ? `from outside: ${part.source}`
    : `from outside, without a fence: ${part.source}`;
}
