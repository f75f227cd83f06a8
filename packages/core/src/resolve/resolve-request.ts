// The body of a request to /wake or /agent → the draft of its action, or what is wrong with it.

import { describeSchemaErrors, typeName } from "../config/describe-schema-error.ts";
import { oneLine } from "../data/one-line.ts";
import { checkAgentRequestSchema, checkWakeRequestSchema } from "../generated/validators.ts";
import type { WakeMode } from "../model/action.ts";
import type { Draft } from "../model/draft.ts";
import type { Issue, Refusal } from "../model/resolution.ts";
import type { SchemaCheck } from "../model/schema-check.ts";
import { MAPPING_DEFAULTS } from "../normalize/defaults.ts";
import type { Channels } from "../policy/channels.ts";
import { createRefusal } from "../problem/refusal.ts";

export type RequestDraft =
  | {
      readonly ok: true;
      readonly draft: Draft;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

interface WakeRequest {
  readonly text: string;
  readonly mode?: WakeMode;
}

interface AgentRequest {
  readonly message: string;
  readonly name?: string;
  readonly sessionKey?: string;
  readonly wakeMode?: WakeMode;
  readonly deliver?: boolean;
  readonly channel?: string;
  readonly to?: string;
  readonly agentId?: string;
  readonly model?: string;
  readonly thinking?: string;
  readonly timeoutSeconds?: number;
}

const WAKE_FIELDS = new Set(["text", "mode"]);
const AGENT_FIELDS = new Set([
  "message",
  "name",
  "sessionKey",
  "wakeMode",
  "deliver",
  "channel",
  "to",
  "agentId",
  "model",
  "thinking",
  "timeoutSeconds",
]);

const REQUEST_ORIGINS = {
  text: "request",
  sessionKey: "request",
  agentId: "request",
} as const;

export function draftFromWakeRequest(payload: unknown): RequestDraft {
  const refusal = checkRequest(payload, checkWakeRequestSchema);
  if (refusal !== undefined) return { ok: false, refusal };
  const { text, mode } = payload as WakeRequest;
  const draft = {
    ...blankDraft("wake", text),
    wakeMode: mode ?? MAPPING_DEFAULTS.wakeMode,
  };
  return {
    ok: true,
    draft,
    warnings: nameIgnored(payload as object, WAKE_FIELDS),
  };
}

export function draftFromAgentRequest(payload: unknown, channels: Channels): RequestDraft {
  const refusal = checkRequest(payload, checkAgentRequestSchema);
  if (refusal !== undefined) return { ok: false, refusal };
  const request = payload as AgentRequest;
  const wanted = line(request.channel) ?? MAPPING_DEFAULTS.channel;
  const channel = channels.find(wanted);
  if (channel === undefined) return { ok: false, refusal: unknownChannel(channels) };
  const draft: Draft = {
    ...blankDraft("agent", request.message),
    name: line(request.name),
    sessionKey: line(request.sessionKey),
    wakeMode: request.wakeMode ?? MAPPING_DEFAULTS.wakeMode,
    deliver: request.deliver ?? MAPPING_DEFAULTS.deliver,
    channel,
    to: line(request.to),
    agentId: line(request.agentId),
    model: line(request.model),
    thinking: line(request.thinking),
    timeoutSeconds: request.timeoutSeconds,
  };
  return { ok: true, draft, warnings: nameIgnored(request, AGENT_FIELDS) };
}

function checkRequest(payload: unknown, check: SchemaCheck): Refusal | undefined {
  if (typeName(payload) !== "an object") {
    const message = `The body must be a JSON object, not ${typeName(payload)}.`;
    return createRefusal("invalid_payload", message);
  }
  if (check(payload)) return undefined;
  const issues = describeSchemaErrors(payload, check.errors ?? []).map(
    ({ steps, message }): Issue => ({ path: `/${steps.join("/")}`, message }),
  );
  return createRefusal("invalid_payload", issues.map(({ message }) => message).join(" "), {
    issues,
  });
}

function blankDraft(kind: "wake" | "agent", text: string): Draft {
  return {
    ...MAPPING_DEFAULTS,
    kind,
    text: text.trim(),
    instructions: "",
    name: undefined,
    sessionKey: undefined,
    to: undefined,
    agentId: undefined,
    model: undefined,
    thinking: undefined,
    timeoutSeconds: undefined,
    origins: REQUEST_ORIGINS,
  };
}

function line(text: string | undefined): string | undefined {
  const reduced = text === undefined ? "" : oneLine(text);
  return reduced === "" ? undefined : reduced;
}

function unknownChannel(channels: Channels): Refusal {
  const message = `"channel" must be one of ${channels.ids.join(", ")}.`;
  return createRefusal("invalid_payload", message, {
    issues: [{ path: "/channel", message }],
  });
}

/** More names than this tell a sender nothing new, and an answer must not grow with the request. */
const MOST_NAMES = 20;
const LONGEST_NAME = 64;

function nameIgnored(payload: object, known: ReadonlySet<string>): readonly string[] {
  const ignored: string[] = [];
  for (const key of Object.keys(payload)) {
    if (known.has(key)) continue;
    if (ignored.length === MOST_NAMES) return [...ignored, "Further unknown fields were ignored."];
    ignored.push(
      `The field "${oneLine(key).slice(0, LONGEST_NAME)}" is not known and was ignored.`,
    );
  }
  return ignored;
}
