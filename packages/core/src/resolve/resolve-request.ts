// The body of a request to /wake or /agent → the draft of its action, or what is wrong with it.

import { oneLine } from "../data/one-line.ts";
import { checkAgentRequestSchema, checkWakeRequestSchema } from "../generated/validators.ts";
import type { WakeMode } from "../model/action.ts";
import type { Draft } from "../model/draft.ts";
import type { Issue, Refusal } from "../model/resolution.ts";
import type { SchemaCheck, SchemaError } from "../model/schema-check.ts";
import { MAPPING_DEFAULTS } from "../normalize/defaults.ts";
import type { Channels } from "../policy/channels.ts";
import { createRefusal } from "../problem/refusal.ts";
import { describeSchemaErrors, typeName } from "../schema/describe-schema-error.ts";

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
  const request = ownFields<WakeRequest>(payload);
  const refusal = checkRequest(payload, request, checkWakeRequestSchema);
  if (refusal !== undefined) return { ok: false, refusal };
  const { text, mode } = request;
  const draft = createDraft("wake", text, { wakeMode: mode }, MAPPING_DEFAULTS.channel);
  return { ok: true, draft, warnings: nameIgnored(request, WAKE_FIELDS) };
}

export function draftFromAgentRequest(payload: unknown, channels: Channels): RequestDraft {
  const request = ownFields<AgentRequest>(payload);
  const refusal = checkRequest(payload, request, checkAgentRequestSchema);
  if (refusal !== undefined) return { ok: false, refusal };
  const channel = channels.find(line(request.channel) ?? MAPPING_DEFAULTS.channel);
  if (channel === undefined) return { ok: false, refusal: unknownChannel(channels) };
  const draft = createDraft("agent", request.message, request, channel);
  return { ok: true, draft, warnings: nameIgnored(request, AGENT_FIELDS) };
}

/** What a prototype has is no part of a request. Checked as a whole before anything is read of it. */
function ownFields<Request extends object>(payload: unknown): Request {
  return { ...(payload as Request) };
}

function checkRequest(payload: unknown, request: object, check: SchemaCheck): Refusal | undefined {
  if (typeName(payload) !== "an object") {
    const message = `The body must be a JSON object, not ${typeName(payload)}.`;
    return createRefusal("invalid_payload", message);
  }
  if (check(request)) return undefined;
  const issues = describeSchemaErrors(request, check.errors as readonly SchemaError[]).map(
    ({ steps, message }): Issue => ({ path: `/${steps.join("/")}`, message }),
  );
  return createRefusal("invalid_payload", issues.map(({ message }) => message).join(" "), {
    issues,
  });
}

type DraftFields = { readonly [Field in keyof AgentRequest]?: AgentRequest[Field] | undefined };

function createDraft(
  kind: "wake" | "agent",
  text: string,
  fields: DraftFields,
  channel: string,
): Draft {
  return {
    kind,
    text: text.trim(),
    instructions: "",
    name: line(fields.name),
    // Not reduced to one line: a key with control characters is refused, and not changed.
    sessionKey: fields.sessionKey?.trim() || undefined,
    sessionMode: MAPPING_DEFAULTS.sessionMode,
    wakeMode: fields.wakeMode ?? MAPPING_DEFAULTS.wakeMode,
    deliver: fields.deliver ?? MAPPING_DEFAULTS.deliver,
    channel,
    to: line(fields.to),
    agentId: line(fields.agentId),
    model: line(fields.model),
    thinking: line(fields.thinking),
    timeoutSeconds: fields.timeoutSeconds,
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
