// An event and a compiled config → its resolution. `resolve` and `explain` share this walk.
import { isBlank, oneLine, type PromiseOrValue, stripOuterSlashes } from "@hookwright/base";
import type { SecretLocations } from "@hookwright/signatures/runtime";
import { Budget, WorkLimitError } from "@hookwright/template/runtime";
import { requestedFields, type ValueReaders } from "../../generated/action-records.ts";
import type { AgentRequest, WakeRequest } from "../../generated/config-types.ts";
import {
  AGENT_REQUEST_FIELDS,
  DEFAULT_CHANNEL,
  TEMPLATED_FIELDS,
  WAKE_REQUEST_FIELDS,
} from "../../generated/field-lists.ts";
import {
  type ActionKind,
  createRefusal,
  createTransformUrl,
  EventView,
  type FieldValues,
  type HookEvent,
  type Refusal,
  type Resolution,
  removeSecrets,
  typeName,
  type UnmatchedResolution,
} from "../../model/index.ts";
import {
  acceptsProof,
  type FailedClause,
  findFailedValues,
  type MatchRule,
} from "../match/index.ts";
import type { CompiledConfig, CompiledMapping } from "./compiled.ts";
import type { Draft } from "./draft.ts";
import { findWrongFields } from "./find-wrong-fields.ts";
import { finishDraft } from "./finish-action.ts";
import type { Channels } from "./policy.ts";
import type { Walk } from "./resolve-element.ts";
import { refuseOverspent, resolveMapping, resolveSeveral } from "./resolve-mapping.ts";
import { type ResolveTrace, refuseDraft } from "./trace.ts";

/** Resolves an event and reports each step to the trace, if there is one. Never throws and never rejects. */
export function resolveEvent(
  event: HookEvent,
  config: CompiledConfig,
  trace?: ResolveTrace,
): PromiseOrValue<Resolution> {
  // Without an `auth`, only the hook token is hidden.
  const view = config.endpoints.hasAuth
    ? viewEvent(event, config)
    : EventView.of(event, config.environment.clock);
  // The event has one budget for all mappings and elements, which is never refilled.
  const budget = new Budget(config.environment.limits);
  try {
    return resolveView(view, { config, trace, budget });
  } catch (error) {
    return refuseOverspent(error, { trace });
  }
}

function resolveView(view: EventView, walk: Walk): PromiseOrValue<Resolution> {
  const { config, trace, budget } = walk;
  const { path, payload } = view;
  if (path === "wake" || path === "agent") {
    // Only the hook token opens them.
    if (!acceptsProof(undefined, view.proof)) return UNMATCHED;
    return path === "wake"
      ? resolveRequest(draftFromWakeRequest(payload), "/wake", walk)
      : resolveRequest(draftFromAgentRequest(payload, config.policies.channels), "/agent", walk);
  }
  if (!config.index.hasPath(path)) return UNMATCHED;
  if (typeof payload !== "object" || payload === null) {
    return refuseDraft(createScalarRefusal(payload), { trace });
  }
  const mapping = config.index.find(view, budget);
  if (mapping === undefined) {
    const mappings = config.index.listForPath(path);
    return { outcome: "unmatched", ...describeUnmatched(mappings, view, budget) };
  }
  if (mapping.continue === true) {
    const following = config.index.findAfter(mapping, view, budget);
    if (following.length > 0) return resolveSeveral([mapping, ...following], view, walk);
  }
  return resolveMapping(mapping, view, walk);
}

const UNMATCHED: Resolution = { outcome: "unmatched" };

function createScalarRefusal(payload: unknown): Refusal {
  const message = `The body must be a JSON object or list, not ${typeName(payload)}.`;
  return createRefusal("invalid_payload", message);
}

function resolveRequest(request: RequestDraft, route: string, walk: Walk): Resolution {
  if (!request.ok) return refuseDraft(request.refusal, walk);
  const provenance = { source: `webhook ${route}`, allowUnsafeExternalContent: false };
  const finished = finishDraft(request.draft, provenance, walk);
  if (!finished.ok) return refuseDraft(finished.refusal, walk);
  const { action, warnings, taintedFields } = finished;
  return {
    outcome: "action",
    action,
    warnings: [...request.warnings, ...warnings],
    taintedFields,
    ...(warnings.length > 0 && { notes: warnings }),
  };
}

interface Candidate {
  readonly mapping: CompiledMapping;
  /** Without conditions, which need the budget. */
  readonly failed: readonly FailedClause[];
}

/** `mappings` are those of the event's hook name. The text contains no value of the event. */
function describeUnmatched(
  mappings: readonly CompiledMapping[],
  event: EventView,
  budget: Budget,
): Pick<UnmatchedResolution, "detail" | "nearest"> {
  let nearest: Candidate | undefined;
  for (const mapping of mappings) {
    if (!acceptsProof(mapping.rule.auth, event.proof)) continue;
    const candidate = { mapping, failed: findFailedValues(mapping.rule, event, budget) };
    if (nearest === undefined || isNearer(candidate, nearest)) nearest = candidate;
  }
  if (nearest !== undefined) {
    const { mapping, failed } = nearest;
    const [first] = failed;
    const clause = first?.clause ?? findFailedCondition(mapping.rule, event, budget);
    return {
      detail: describeCandidate(nearest),
      nearest: { mappingId: mapping.id, clause: `match.${clause}` },
    };
  }
  // A known name has at least one mapping.
  const [{ id: mappingId }] = mappings as readonly [CompiledMapping];
  return { detail: NO_CANDIDATE, nearest: { mappingId, clause: "auth" } };
}

/** Which of two conditions failed. What is left of the budget may not be enough to evaluate one again. */
function findFailedCondition(
  { when, not }: MatchRule,
  event: EventView,
  budget: Budget,
): "when" | "not" {
  if (when === undefined) return "not";
  if (not === undefined) return "when";
  try {
    return when.holds(event, budget) === true ? "not" : "when";
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    return "when";
  }
}

/** For a name whose mappings all need another proof. */
const NO_CANDIDATE = "No mapping of this name takes events that are authenticated in this way.";

/** Fewer failed clauses are nearer; of equals, the earlier mapping. */
function isNearer(one: Candidate, other: Candidate): boolean {
  return one.failed.length < other.failed.length;
}

function describeCandidate({ mapping: { id, rule }, failed }: Candidate): string {
  const nearest = `The nearest mapping is "${id}"`;
  if (failed.length === 0) return `${nearest}: ${describeConditions(rule)}.`;
  return `${nearest}: ${failed.map(describeClause).join(", and ")}.`;
}

function describeConditions({ when, not }: MatchRule): string {
  if (not === undefined) return "its match.when does not hold";
  return when === undefined
    ? "its match.not holds"
    : "its match.when does not hold, or its match.not holds";
}

function describeClause({ clause, wanted, seen }: FailedClause): string {
  const values = wanted.map(quote).join(" or ");
  const found = seen === undefined ? "the event has none" : "the event has another value";
  return `its match.${clause} wants ${values}, and ${found}`;
}

/** A fast path for nearly all values, in 10 % of the time. */
const PLAIN_VALUE = /^[\w .:/@-]*$/;

function quote(value: string): string {
  return PLAIN_VALUE.test(value) ? `"${value}"` : JSON.stringify(value);
}

type RequestDraft =
  | {
      readonly ok: true;
      readonly draft: Draft;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

const WAKE_FIELDS = new Set(WAKE_REQUEST_FIELDS);

const AGENT_FIELDS = new Set(AGENT_REQUEST_FIELDS);

const WAKE_CHECKS = { known: WAKE_REQUEST_FIELDS, required: "text" };

const AGENT_CHECKS = { known: AGENT_REQUEST_FIELDS, required: "message" };

const REQUEST_ORIGINS = {
  text: "request",
  sessionKey: "request",
  agentId: "request",
  to: "request",
  accountId: "request",
  model: "request",
} as const;

/** The body of a request to /wake or /agent → the draft of its action, or a refusal. */
function draftFromWakeRequest(payload: unknown): RequestDraft {
  const request = withoutBlank(ownFields<WakeRequest>(payload), "text");
  const refusal = checkRequest(payload, request, WAKE_CHECKS);
  if (refusal !== undefined) return { ok: false, refusal };
  const { text, mode, agentId, sessionKey } = request;
  const asked = { wakeMode: mode, agentId, sessionKey };
  const fields = requestedFields(asked, DEFAULT_CHANNEL, READERS);
  const draft = createDraft("wake", text, fields);
  return { ok: true, draft, warnings: nameIgnored(request, WAKE_FIELDS) };
}

function draftFromAgentRequest(payload: unknown, channels: Channels): RequestDraft {
  const request = withoutBlank(ownFields<AgentRequest>(payload), "message");
  const refusal = checkRequest(payload, request, AGENT_CHECKS);
  if (refusal !== undefined) return { ok: false, refusal };
  const channel = channels.find(line(request.channel) ?? DEFAULT_CHANNEL);
  if (channel === undefined) return { ok: false, refusal: unknownChannel(channels) };
  const fields = requestedFields(request, channel, READERS);
  const draft = createDraft("agent", request.message, fields);
  const ignored = nameIgnored(request, AGENT_FIELDS);
  const isHalf = channel !== DEFAULT_CHANNEL && fields.to === undefined;
  return { ok: true, draft, warnings: isHalf ? [...ignored, HALF_DESTINATION] : ignored };
}

const HALF_DESTINATION =
  'The request names a "channel" and no "to": the answer goes to the last recipient on that channel, or to nobody.';

/** Copies own fields only: inherited properties are not part of a request. */
function ownFields<Request extends object>(payload: unknown): Request {
  return { ...(payload as Request) };
}

/** A text without visible characters counts as empty. */
function withoutBlank<Key extends string, Request extends { readonly [K in Key]?: unknown }>(
  request: Request,
  key: Key,
): Request {
  const text: unknown = request[key];
  return typeof text === "string" && isBlank(text) ? { ...request, [key]: "" } : request;
}

function checkRequest(
  payload: unknown,
  request: object,
  checks: typeof WAKE_CHECKS,
): Refusal | undefined {
  if (typeName(payload) !== "an object") {
    const message = `The body must be a JSON object, not ${typeName(payload)}.`;
    return createRefusal("invalid_payload", message);
  }
  const issues = findWrongFields(request, checks);
  if (issues.length === 0) return undefined;
  return createRefusal("invalid_payload", issues.map(({ message }) => message).join(" "), {
    issues,
  });
}

function createDraft(kind: ActionKind, text: string, fields: FieldValues): Draft {
  return {
    kind,
    text: text.trim(),
    emptyExpressions: 0,
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

/** More names would not help the sender, and the answer must not grow with the request. */
const MAX_NAMES = 20;

const MAX_NAME_CHARACTERS = 64;

function nameIgnored(payload: object, known: ReadonlySet<string>): readonly string[] {
  const ignored: string[] = [];
  for (const key of Object.keys(payload)) {
    if (known.has(key)) continue;
    if (ignored.length === MAX_NAMES) return [...ignored, "Further unknown fields were ignored."];
    ignored.push(describeIgnored(key, known));
  }
  return ignored;
}

function describeIgnored(key: string, known: ReadonlySet<string>): string {
  const shown = oneLine(key).slice(0, MAX_NAME_CHARACTERS);
  const folded = foldName(shown);
  const meant = [...known].find((name) => foldName(name) === folded) ?? MEANT.get(folded);
  const hint = meant !== undefined && known.has(meant) ? ` Did you mean "${meant}"?` : "";
  return `The field "${shown}" is not known and was ignored.${hint}`;
}

/** `agent_id`, `Agent-ID` and `agentId` are one name in different styles. */
function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Names of other gateways for a field, in lower case without underscores. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ["session", "sessionKey"],
  ["sessionid", "sessionKey"],
  ["agent", "agentId"],
  ["account", "accountId"],
  ["timeout", "timeoutSeconds"],
  ["recipient", "to"],
  ["target", "to"],
  ["wake", "wakeMode"],
  ["wait", "waitForCompletion"],
  ["waitforresult", "waitForCompletion"],
  ["await", "waitForCompletion"],
  ["sync", "waitForCompletion"],
  ["synchronous", "waitForCompletion"],
  ["blocking", "waitForCompletion"],
]);

/** The event as mappings see it, without secrets. */
export function viewEvent(event: HookEvent, config: CompiledConfig): EventView {
  const { clock } = config.environment;
  // The ingress has already removed the secrets, because the dispatch must not get them either.
  if (event instanceof EventView) return event;
  const auth = config.endpoints.byName.get(stripOuterSlashes(event.path))?.auth;
  return EventView.of(auth === undefined ? event : hideSecrets(event, auth.secretPlaces), clock);
}

/** For an event of an integrator, or a captured one: its header names may be in any case. */
function hideSecrets(event: HookEvent, places: SecretLocations): HookEvent {
  const { payload, headers = {}, query = {}, url } = event;
  return {
    ...event,
    payload: removeSecrets(payload, places.body),
    headers: without(headers, (name) => places.headers.includes(name.toLowerCase())),
    query: without(query, (name) => places.query.includes(name)),
    ...(url !== undefined && places.query.length > 0 && { url: hideParameters(url, places) }),
  };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  isSecret: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isSecret(name)));
}

function hideParameters(url: string, { query }: SecretLocations): string {
  const { pathname, search } = createTransformUrl(url, query);
  return pathname + search;
}
