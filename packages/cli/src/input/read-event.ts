// The options of an event → a function that creates it with the hooks, or the problems of its file.

import { isRecord, stripOuterSlashes } from "@hookwright/base";
import {
  type EventDocument,
  type LoadReport,
  loadEventFile,
  type RecordedEvent,
} from "@hookwright/config";
import { EVENT_KEYS } from "@hookwright/config/internal";
import { type HeaderRecord, type HookEvent, type Hooks, parseJson } from "@hookwright/core";
import { createIngress, type IngressAnswer, payloadFromFields } from "@hookwright/core/ingress";
import {
  type CapturedRequest,
  completeCapture,
  parseHttpRequest,
} from "@hookwright/samples/senders";
import { type CliError, createUsageError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { parseHeaders, parseQueryPairs } from "./parse-pairs.ts";
import { type ParsedPayload, parsePayload } from "./parse-payload.ts";
import { readInput, readInputBytes } from "./read-input.ts";

/** Where an event comes from; the other options override parts of it. */
export interface EventOptions {
  readonly event?: string;
  readonly http?: string;
  readonly name?: string;
  readonly payload?: string;
  readonly header?: readonly string[];
  readonly query?: readonly string[];
}

type ReadEventResult =
  | { readonly ok: true; readonly createEvent: (hooks: Hooks) => Promise<HookEvent> }
  | { readonly ok: false; readonly report: LoadReport };

/** `config` is the path of the config, or `-`. */
export async function readEvent(
  config: string,
  options: EventOptions,
  io: Io,
): Promise<ReadEventResult> {
  checkOptions(config, options);
  const overrides = await readOverrides(options, io);
  const name = options.name === undefined ? undefined : stripOuterSlashes(options.name);
  if (options.http !== undefined) {
    const bytes = await readInputBytes({ what: "request", path: options.http }, io);
    const createEvent = async (hooks: Hooks) =>
      override(await eventFromHttp(bytes, name, hooks), overrides, hooks);
    return { ok: true, createEvent };
  }
  const { event: file } = options;
  const asked = { option: "--event", verb: "explained" };
  const found: FoundEvent =
    file === undefined ? { ok: true, event: NO_EVENT } : await readRecorded(file, asked);
  if (!found.ok) return found;
  const { event } = found;
  const path = name ?? event.path;
  if (path === undefined) {
    const hint = "Write --name github: the name follows the base path in the URL of the hook.";
    throw createUsageError("The event does not name its hook.", hint);
  }
  const createEvent = (hooks: Hooks) =>
    Promise.resolve(override({ ...event, path }, overrides, hooks));
  return { ok: true, createEvent };
}

function checkOptions(config: string, { event, http, payload }: EventOptions): void {
  if (event !== undefined && http !== undefined) {
    throw createUsageError("--event cannot be combined with --http: both define the event.");
  }
  const named = { config, payload, request: http };
  const [first, second] = Object.entries(named).flatMap(([what, path]) =>
    path === "-" ? [what] : [],
  );
  if (second === undefined) return;
  throw createUsageError(`Standard input cannot be both the ${first} and the ${second}.`);
}

interface Overrides {
  readonly headers: HeaderRecord;
  readonly query: Readonly<Record<string, string>>;
  readonly payload: ParsedPayload | undefined;
}

async function readOverrides(
  { payload: path, header = [], query = [] }: EventOptions,
  io: Io,
): Promise<Overrides> {
  const pairs = { headers: parseHeaders(header), query: parseQueryPairs(query) };
  if (path === undefined) return { ...pairs, payload: undefined };
  const text = await readInput({ what: "payload", path }, io);
  const payload = parsePayload(text, path === "-" ? "standard input" : `"${path}"`);
  refuseEvent(payload.payload, path);
  return { ...pairs, payload };
}

/** A body with exactly the keys of an event file is almost certainly an event file. */
export function refuseEvent(payload: unknown, path: string): void {
  if (!isRecord(payload) || !("payload" in payload) || typeof payload["path"] !== "string") return;
  if (Object.keys(payload).some((key) => !EVENT_KEYS.has(key))) return;
  const name = path === "-" ? "Standard input" : `"${path}"`;
  const hint = "Write --event FILE (for send, --event-file FILE) instead of the payload.";
  throw createUsageError(`${name} is an event file, not a payload.`, hint);
}

/** Options take precedence over the file. */
function override(
  event: HookEvent,
  { headers, query, payload }: Overrides,
  hooks: Hooks,
): HookEvent {
  const sent = Object.entries(event.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return {
    url: `${hooks.settings.path}/${event.path}`,
    ...event,
    headers: { ...Object.fromEntries(sent), ...headers },
    query: { ...event.query, ...query },
    ...(payload && { integersAsText: [], ...payload, payload: readFields(payload, event, hooks) }),
  };
}

/** Reads form fields as serve does, if the config or the vendor defines a form. */
function readFields({ payload }: ParsedPayload, { path }: HookEvent, hooks: Hooks): unknown {
  const form = hooks.endpoint(path)?.form;
  const isForm = form !== undefined && typeof payload === "object" && payload !== null;
  return isForm && !Array.isArray(payload) ? payloadFromFields(payload, form) : payload;
}

async function eventFromHttp(
  bytes: Uint8Array,
  name: string | undefined,
  hooks: Hooks,
): Promise<HookEvent> {
  const named = name === undefined ? undefined : `${hooks.settings.path}/${name}`;
  const captured = parseHttpRequest(completeCapture(bytes, { target: named }));
  const [, query = ""] = /(\?.*)$/.exec(captured.target) ?? [];
  const target = named === undefined ? captured.target : named + query;
  return receiveCapture({ ...captured, target }, hooks);
}

type FoundEvent =
  | { readonly ok: true; readonly event: RecordedEvent }
  | { readonly ok: false; readonly report: LoadReport };

const NO_EVENT: RecordedEvent = { headers: {}, query: {}, payload: {} };

/** `all.ndjson:3` is the event on the third line. */
const LINE = /^(.*\.ndjson):([1-9]\d*)$/is;

/** The option that names the file, and a verb for messages. */
interface AskedEvent {
  readonly option: string;
  readonly verb: string;
}

/** The one event of a file, or that of a line. */
export async function readRecorded(written: string, asked: AskedEvent): Promise<FoundEvent> {
  const [, path = written, line] = LINE.exec(written) ?? [];
  const loaded = await loadEventFile(path);
  if (!loaded.ok) return { ok: false, report: loaded };
  return { ok: true, event: chooseEvent(loaded, { path, line, asked }) };
}

interface EventChoice {
  readonly path: string;
  readonly line: string | undefined;
  readonly asked: AskedEvent;
}

function chooseEvent({ events }: EventDocument, { path, line, asked }: EventChoice): RecordedEvent {
  const chosen =
    line === undefined ? events : events.filter((event) => event.line === Number(line));
  const [only, another] = chosen;
  const first = events[0]?.line;
  if (only !== undefined && another === undefined) return only;
  if (first === undefined) throw createUsageError(`"${path}" has no events.`);
  const hint = `Write ${asked.option} ${path}:${first} for the one on line ${first}.`;
  const message =
    only === undefined
      ? `"${path}" has no event on line ${line}.`
      : `"${path}" has ${events.length} events, and one is ${asked.verb} at a time.`;
  throw createUsageError(message, hint);
}

/**
 * The request goes through the gates of the server, which remove the base path, the token and the secrets of senders,
 * and decode the body. Only the sender is not authenticated.
 */
async function receiveCapture(captured: CapturedRequest, hooks: Hooks): Promise<HookEvent> {
  const received: HookEvent[] = [];
  let reason: string | undefined;
  const { method, target, body } = captured;
  const ingress = createIngress({
    hooks: {
      ...hooks,
      settings: { ...hooks.settings, enabled: true },
      verifyToken: () => true,
      endpoint: (name) => ({
        name,
        bodyFormats: ["json"],
        maxBodyBytes: hooks.settings.maxBodyBytes,
        ...hooks.endpoint(name),
        auth: undefined,
      }),
      resolve: (event) => {
        received.push(event);
        return { outcome: "skipped", mappingId: "" };
      },
    },
    dispatch: () => undefined,
    idempotency: false,
    observer: ({ detail }) => {
      reason = detail;
    },
  });
  const answer = await ingress.receive({
    method,
    target,
    headers: () => ({ ...captured.headers, authorization: "Bearer captured" }),
    remoteAddress: () => undefined,
    readBody: ({ maxBytes }) =>
      Promise.resolve(
        body.length > maxBytes ? { kind: "too-large" } : { kind: "bytes", bytes: body },
      ),
    isGone: () => false,
  });
  const [event] = received;
  if (event === undefined) throw describeRefusal(answer, reason, hooks);
  const { path, payload, headers, query, url } = event;
  return { path, payload, headers, query, url, ...findIntegers(body) };
}

/** The gates do not report what only an explanation shows. */
function findIntegers(body: Uint8Array): Pick<HookEvent, "integersAsText"> {
  const parsed = parseJson(Buffer.from(body).toString("utf8"));
  return parsed.ok ? { integersAsText: parsed.integersAsText } : {};
}

function describeRefusal(
  answer: IngressAnswer | undefined,
  reason: string | undefined,
  { settings: { path } }: Hooks,
): CliError {
  if (answer === undefined) {
    const hint = `Write --name github, or a request line such as: POST ${path}/github HTTP/1.1`;
    return createUsageError(`The request is not for a hook below ${path}.`, hint);
  }
  const { error } = JSON.parse(answer.body) as { readonly error: string };
  return createUsageError(
    `The server answers this request with ${answer.status}: ${error}`,
    reason,
  );
}
