// The body of a request to /wake or /agent → the draft of its action, or what is wrong with it.

import { oneLine } from "@hookwright/base";
import type {
  ActionKind,
  FieldValues,
  Issue,
  Refusal,
  SchemaCheck,
  SchemaError,
} from "../base/index.ts";
import { createRefusal, describeSchemaErrors, typeName } from "../base/index.ts";
import { requestedFields, type ValueReaders } from "../generated/action-records.ts";
import type { AgentRequest, WakeRequest } from "../generated/config-types.ts";
import {
  AGENT_REQUEST_FIELDS,
  DEFAULT_CHANNEL,
  TEMPLATED_FIELDS,
  WAKE_REQUEST_FIELDS,
} from "../generated/field-lists.ts";
import { checkAgentRequestSchema, checkWakeRequestSchema } from "../generated/validators.ts";
import type { Draft } from "./draft.ts";
import type { Channels } from "./policy/channels.ts";

export type RequestDraft =
  | {
      readonly ok: true;
      readonly draft: Draft;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

const WAKE_FIELDS = new Set(WAKE_REQUEST_FIELDS);
const AGENT_FIELDS = new Set(AGENT_REQUEST_FIELDS);

const REQUEST_ORIGINS = {
  text: "request",
  sessionKey: "request",
  agentId: "request",
  to: "request",
  accountId: "request",
  model: "request",
} as const;

export function draftFromWakeRequest(payload: unknown): RequestDraft {
  const request = ownFields<WakeRequest>(payload);
  const refusal = checkRequest(payload, request, checkWakeRequestSchema);
  if (refusal !== undefined) return { ok: false, refusal };
  const { text, mode, agentId } = request;
  const fields = requestedFields({ wakeMode: mode, agentId }, DEFAULT_CHANNEL, READERS);
  const draft = createDraft("wake", text, fields);
  return { ok: true, draft, warnings: nameIgnored(request, WAKE_FIELDS) };
}

export function draftFromAgentRequest(payload: unknown, channels: Channels): RequestDraft {
  const request = ownFields<AgentRequest>(payload);
  const refusal = checkRequest(payload, request, checkAgentRequestSchema);
  if (refusal !== undefined) return { ok: false, refusal };
  const channel = channels.find(line(request.channel) ?? DEFAULT_CHANNEL);
  if (channel === undefined) return { ok: false, refusal: unknownChannel(channels) };
  const draft = createDraft("agent", request.message, requestedFields(request, channel, READERS));
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

function createDraft(kind: ActionKind, text: string, fields: FieldValues): Draft {
  return {
    kind,
    text: text.trim(),
    instructions: "",
    fields,
    origins: REQUEST_ORIGINS,
    taintedFields: TEMPLATED_FIELDS,
  };
}

const READERS: ValueReaders = {
  line,
  id: (text) => text?.trim() || undefined,
};

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
const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 64;

function nameIgnored(payload: object, known: ReadonlySet<string>): readonly string[] {
  const ignored: string[] = [];
  for (const key of Object.keys(payload)) {
    if (known.has(key)) continue;
    if (ignored.length === MAX_NAMES) return [...ignored, "Further unknown fields were ignored."];
    ignored.push(
      `The field "${oneLine(key).slice(0, MAX_NAME_CHARACTERS)}" is not known and was ignored.`,
    );
  }
  return ignored;
}
