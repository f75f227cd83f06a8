// Hooks that are served → the same hooks, watched: the newest requests, what they contained, and a way to send one again.
import { randomBytes, randomInt } from "node:crypto";
import { basename } from "node:path";
import type { LoadReport } from "@hookwright/config/runtime";
import type { Ingress, RequestRecord } from "@hookwright/core/ingress";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import type {
  LiveOperations,
  LiveRecord,
  MissingEvent,
  ServedConfig,
  WrittenEvent,
} from "@hookwright/host/api";
import { listComparedValues, listReadHeaders } from "@hookwright/testing/record";
import {
  createRedactor,
  type NamedEvent,
  nameEvent,
  redactConfigText,
} from "@hookwright/testing/redact";
import { listSecrets } from "../config/list-secrets.ts";
import type { Io } from "../io.ts";
import { readVersion } from "../read-version.ts";
import { captureEvents, type Exchange } from "./capture-events.ts";
import { createRequestRing, type PreparedEvent } from "./request-ring.ts";
import { isOfConfig, sendAgain } from "./send-again.ts";

interface LiveOptions {
  readonly hooks: () => RuntimeHooks;
  /** Of the load that made the current hooks. A plan has no config. */
  readonly report: () => LoadReport;
  /** The path of the config, or `-`. */
  readonly path: string;
  /** Whether events are kept, or only what became of them. */
  readonly keepsEvents: boolean;
  readonly io: Pick<Io, "env" | "envFile">;
}

export interface LiveServer {
  /** To create the ingress with. */
  readonly hooks: () => RuntimeHooks;
  /** To receive requests with, instead of the ingress itself. */
  readonly watch: <Context>(ingress: Ingress<Context>) => Ingress<Context>;
  /** The record that everybody else gets, and the id of the request in the API. */
  readonly note: (record: RequestRecord) => { readonly record: LiveRecord; readonly live: string };
  readonly operations: LiveOperations["live"];
  readonly close: () => void;
}

interface LiveExchange extends Exchange {
  readonly sentBy?: "operator";
}

/** Four times the default limit of a body. One of this size takes half a second of the server's time. */
const MAX_EVENT_CHARACTERS = 1024 * 1024;

/** One value has one pseudonym for this many characters of events: the list of pseudonyms must not grow for ever. */
const REDACTOR_CHARACTERS = 4 * 1024 * 1024;

export function createLive(options: LiveOptions): LiveServer {
  const { hooks: current, report, path, keepsEvents, io } = options;
  const capture = captureEvents<LiveExchange>();
  const prepare = createPreparer(options);
  const ring = createRequestRing(randomBytes(4).toString("hex"));
  let watched: { readonly of: RuntimeHooks; readonly hooks: RuntimeHooks } | undefined;
  let served: Ingress | undefined;
  return {
    hooks: () => {
      const of = current();
      if (watched?.of !== of) watched = { of, hooks: capture.watch(of) };
      return watched.hooks;
    },
    watch: (ingress) => {
      served = ingress as Ingress;
      const receive: typeof ingress.receive = (request) => {
        // The request of `send` has its exchange already.
        if (capture.current() !== undefined) return ingress.receive(request);
        return capture.run({}, () => ingress.receive(request));
      };
      return { ...ingress, receive };
    },
    note: (record) => {
      const { event, sentBy, hooks } = capture.current() ?? {};
      const of = (hooks ?? current()) as RuntimeHooks;
      const marked = { ...record, ...(sentBy !== undefined && { sentBy }) };
      const missing = event === undefined ? "unproved" : "off";
      const live = ring.add(
        withoutSecrets(marked, of),
        event !== undefined && keepsEvents ? () => prepare(event, of) : missing,
      );
      return { record: marked, live };
    },
    operations: {
      list: async (filter) => ring.list(filter),
      show: async (id) => ring.show(id),
      config: async () => writeConfig(report(), current()),
      send: async (event: WrittenEvent) =>
        sendAgain(event, {
          ...{ hooks: current(), report: report(), path, io },
          receive: (request) =>
            capture.run({ sentBy: "operator" }, () => (served as Ingress).receive(request)),
        }),
    },
    close: ring.close,
  };
}

/** The address of a sender is in the log. A sender may write anything into what it names. */
function withoutSecrets(record: LiveRecord, { hideSecrets }: RuntimeHooks): LiveRecord {
  const { remoteAddress: _, ...rest } = record;
  const { requestId, deliveryId, name } = rest;
  return {
    ...rest,
    requestId: hideSecrets(requestId),
    name: hideSecrets(name),
    ...(deliveryId !== undefined && { deliveryId: hideSecrets(deliveryId) }),
  };
}

/**
 * The event without its secrets. The redactor is that of the hooks that resolved the event, which know its secrets also
 * after a reload.
 */
function createPreparer({ report, path, io }: LiveOptions) {
  const secrets = listSecrets(path, io);
  const by = `hookwright ${readVersion()}`;
  let made:
    | { readonly of: RuntimeHooks; readonly redact: ReturnType<typeof createRedactor> }
    | undefined;
  let characters = 0;
  const optionsOf = (of: RuntimeHooks): Parameters<typeof createRedactor>[0] => ({
    secrets,
    hideSecrets: of.hideSecrets,
    secretHeaders: of.tokenHeaders,
    random: (limit) => randomInt(limit),
    ...(isOfConfig(of) && {
      keepValues: listComparedValues(of),
      keepHeaders: listReadHeaders(of, report().config),
    }),
  });
  return (received: NamedEvent, of: RuntimeHooks): PreparedEvent | MissingEvent => {
    const size = JSON.stringify(received.payload).length;
    if (size > MAX_EVENT_CHARACTERS) return "large";
    characters += size;
    if (made?.of !== of || characters > REDACTOR_CHARACTERS) {
      made = { of, redact: createRedactor(optionsOf(of)) };
      characters = size;
    }
    const { event, redacted } = made.redact(received);
    const { receivedAt, ...parts } = event;
    const time = receivedAt === undefined ? {} : { receivedAt: new Date(receivedAt).toISOString() };
    return {
      name: nameEvent(event),
      event: { ...textsOf(parts), ...time, recorded: { by, redacted } },
    };
  };
}

/** Of a header or a parameter that came more than once, all values. */
function textsOf({ path, headers, query, payload }: WrittenParts): WrittenEvent {
  return { path, headers: joined(headers), query: joined(query), payload };
}

interface WrittenParts {
  readonly path: string;
  readonly headers: object;
  readonly query: object;
  readonly payload: unknown;
}

function joined(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
}

/** With included files, the text has the values of all of them. */
function writeConfig(
  { source, config, included = [], filename }: LoadReport,
  hooks: RuntimeHooks,
): ServedConfig | undefined {
  if (!isOfConfig(hooks) || source === undefined) return undefined;
  const isMerged = included.length > 0;
  const written = isMerged ? JSON.stringify(config, undefined, 2) : source;
  const isYaml = !isMerged && (/\.ya?ml$/i.test(filename) || !/^\s*[{/]/.test(source));
  return {
    filename: basename(filename),
    format: isYaml ? "yaml" : "json5",
    text: hooks.hideSecrets(redactConfigText(written)),
    isMerged,
  };
}
