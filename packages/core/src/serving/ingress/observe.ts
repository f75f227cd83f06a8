// A request whose answer is known → its record and its spans, for those who observe.

import type { Clock, RandomId } from "@hookwright/base";
import { callListener, oneLine, readHeader } from "@hookwright/base";
import type { Answered, Arrived, Reached } from "./phases.ts";
import type { RequestNotes, RequestRecord, RequestTrace, Tracing } from "./record.ts";

interface ObserverOptions {
  readonly observer: ((record: RequestRecord) => void) | undefined;
  readonly tracing: Tracing | undefined;
  readonly warn: (message: string) => void;
}

/** Of the hooks that served the request, where they could be had. */
interface ObserverPorts {
  readonly clock: Clock;
  readonly randomId: RandomId;
}

export type Observe = (answered: Answered, ports: ObserverPorts) => void;

export function createObserver({ observer, tracing, warn }: ObserverOptions): Observe {
  const nextId = createRequestIds();
  return (answered, { clock, randomId }) => {
    callListener(
      () => {
        const record = createRecord(answered, answered.sentId ?? nextId(randomId), clock());
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
  // Hidden before the text is cut, which could leave a part of a secret.
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
  // Spreading what may be absent would cost more than all the rest of a record.
  if (remoteAddress !== undefined) record.remoteAddress = remoteAddress;
  if (auth?.provider !== undefined) record.provider = auth.provider.id;
  const { outcome, readMs, resolveMs } = notes;
  if (
    readMs !== undefined &&
    resolveMs !== undefined &&
    (outcome === "action" || outcome === "batch")
  ) {
    record.dispatchMs = durationMs - readMs - resolveMs;
  }
  return Object.assign(record, notes);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Names are not bounded by anything but the server's limit on the request line. */
const MAX_NAME_CHARACTERS = 128;

/** The name of a hook, as logs can show it. */
export function shortName(name: string): string {
  return oneLine(name).slice(0, MAX_NAME_CHARACTERS);
}

/** Of UTF-8. Each half of a surrogate pair is two of its four bytes. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** The name where the config has it, for records, metrics and spans: scanners try any number of others. */
export function labelOf({ endpoint }: Arrived): string {
  return endpoint?.name ?? "other";
}

/** Undefined where nobody traces. Starts late, because only then it is known whether the sender is. */
export function traceOf(arrived: Reached, tracing: Tracing | undefined): RequestTrace | undefined {
  if (tracing === undefined) return undefined;
  const { log } = arrived;
  log.trace ??= startTrace(arrived, tracing);
  return log.trace;
}

/** Spans that fail must not fail the request that they tell of. */
function startTrace(
  { receivedAt, proof, auth, headers, hideSecrets, log: { notes } }: Reached,
  tracing: Tracing,
): RequestTrace {
  // The hook token was right, whatever refused the request then.
  const isProved = (proof ?? notes.credential) !== undefined && auth?.kind !== "none";
  const sent = isProved ? readHeader(headers, "traceparent") : undefined;
  try {
    return tracing.start({ receivedAt, traceparent: sent && hideSecrets(sent) });
  } catch {
    return UNTRACED;
  }
}

const UNTRACED: RequestTrace = { dispatch: (_labels, run) => run(), end: () => undefined };

/** One random id and a count: a random id for each request takes a fifth of a small one. */
function createRequestIds(): (randomId: RandomId) => string {
  let first: string | undefined;
  let count = 0;
  return (randomId) => {
    first ??= randomId();
    count += 1;
    return `${first}-${count.toString(36)}`;
  };
}
