// An answered request → its record and its spans, for the observer and the tracing.

import type { Clock, RandomId } from "@hookwright/base";
import { callListener, oneLine, readHeader } from "@hookwright/base";
import { readRequestId } from "./client.ts";
import { deliveryOf } from "./delivery-id.ts";
import type { Answered, Arrived, Reached } from "./phases.ts";
import type { RequestNotes, RequestRecord, RequestTrace, Tracing } from "./record.ts";

interface ObserverOptions {
  readonly observer: ((record: RequestRecord) => void) | undefined;
  readonly tracing: Tracing | undefined;
  readonly warn: (message: string) => void;
}

/** From the hooks that served the request, if they could be loaded. */
interface ObserverPorts extends RequestIdPorts {
  readonly clock: Clock;
}

interface RequestIdPorts {
  readonly randomId: RandomId;
  readonly nextRequestId: (randomId: RandomId) => string;
}

export type Observe = (answered: Answered, ports: ObserverPorts) => void;

export function createObserver({ observer, tracing, warn }: ObserverOptions): Observe {
  return (answered, ports) => {
    callListener(
      () => {
        const requestId = requestIdOf(answered.reached, ports);
        const record = createRecord(answered, requestId, ports.clock());
        callListener(
          () => traceOf(answered.reached, tracing)?.end(record),
          () => warn("The tracing failed; the spans of a request are lost."),
        );
        return observer?.(record);
      },
      () => warn("The observer failed; the record of a request is lost."),
    );
  };
}

function createRecord(answered: Answered, requestId: string, now: number): RequestRecord {
  const { reached, answer } = answered;
  const { request, log, route, receivedAt, remoteAddress, auth, hideSecrets } = reached;
  const { notes } = log;
  const { status, body } = answer;
  const durationMs = now - receivedAt;
  // Secrets are hidden before the text is cut: a cut secret would no longer be recognized.
  if (notes.detail !== undefined) notes.detail = oneLine(hideSecrets(notes.detail));
  const record: Writable<Omit<RequestRecord, keyof RequestNotes>> = {
    requestId,
    receivedAt,
    durationMs,
    method: request.method,
    name: shortName(route.name),
    route: labelOf(reached),
    status,
    answerBytes: byteLength(body),
  };
  // Spreading optional fields would cost more than the rest of the record.
  if (remoteAddress !== undefined) record.remoteAddress = remoteAddress;
  if (auth?.provider !== undefined) record.provider = auth.provider.id;
  const delivery = deliveryOf(reached);
  if (delivery !== null) record.deliveryId = delivery.id;
  const { outcome, readMs, resolveMs, waitMs = 0 } = notes;
  if (
    readMs !== undefined &&
    resolveMs !== undefined &&
    (outcome === "action" || outcome === "batch")
  ) {
    record.dispatchMs = durationMs - readMs - resolveMs - waitMs;
  }
  return Object.assign(record, notes);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Otherwise only the server's limit on the request line would bound a name. */
const MAX_NAME_CHARACTERS = 128;

/** The name of a hook in one line, for logs. */
export function shortName(name: string): string {
  return oneLine(name).slice(0, MAX_NAME_CHARACTERS);
}

/** The length in UTF-8. Each half of a surrogate pair is two of its four bytes. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/**
 * The name if the config has it, else "other", for records, metrics and spans: scanners try any number of
 * names.
 */
export function labelOf({ endpoint, log: { notes } }: Arrived): string {
  if (notes.lookup === "run") return "runs";
  return endpoint?.name ?? "other";
}

/** Undefined without tracing. The trace starts late, when it is known whether the sender is authenticated. */
export function traceOf(arrived: Reached, tracing: Tracing | undefined): RequestTrace | undefined {
  if (tracing === undefined) return undefined;
  const { log } = arrived;
  log.trace ??= startTrace(arrived, tracing);
  return log.trace;
}

/** A failing tracer must not fail the request. */
function startTrace(
  { receivedAt, proof, auth, headers, hideSecrets, log: { notes } }: Reached,
  tracing: Tracing,
): RequestTrace {
  // The hook token was right, even if the request was refused later.
  const isProved = (proof ?? notes.credential) !== undefined && auth?.kind !== "none";
  const sent = isProved ? readHeader(headers, "traceparent") : undefined;
  try {
    return tracing.start({ receivedAt, traceparent: sent && hideSecrets(sent) });
  } catch {
    return UNTRACED;
  }
}

const UNTRACED: RequestTrace = { dispatch: (_labels, run) => run(), end: () => undefined };

/** The sender's `X-Request-Id` if it is valid, else a new id, which is made once for each request. */
export function requestIdOf(arrived: Arrived, { randomId, nextRequestId }: RequestIdPorts): string {
  const { log } = arrived;
  log.requestId ??= readRequestId(arrived) ?? nextRequestId(randomId);
  return log.requestId;
}

/** One random id and a counter: a random id for each request would take 20 % of a small one. */
export function createRequestIds(): (randomId: RandomId) => string {
  let first: string | undefined;
  let count = 0;
  return (randomId) => {
    first ??= randomId();
    count += 1;
    return `${first}-${count.toString(36)}`;
  };
}
