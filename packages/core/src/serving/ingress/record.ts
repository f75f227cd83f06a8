// The structured record of one request: what a log line, a metric or a trace is made of.

import { oneLine } from "@hookwright/base";
import type { IngressAnswer } from "./request.ts";
import { labelOf, type RequestContext, type RequestNotes } from "./request-context.ts";

/** One per request, refused ones included. Contains no payload value and no secret. */
export interface RequestRecord extends Readonly<RequestNotes> {
  /** The sender's `X-Request-Id` where it is sane, else a new one. */
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly durationMs: number;
  /** Of `durationMs`: for the rate limit and `dispatch`, where the event came to an action or a batch. */
  readonly dispatchMs?: number;
  readonly method: string;
  /** `wake`, `agent`, or the name after the base path, one line, at most 128 characters. */
  readonly name: string;
  /** The same name where the config has it, else `other`: a bounded number of values, for metrics. */
  readonly route: string;
  /** On a route with an `auth` of a known vendor: its id, such as `github`. */
  readonly provider?: string;
  readonly status: number;
  /** Bytes of the answer's body. */
  readonly answerBytes: number;
  readonly remoteAddress?: string;
}

interface RecordFacts {
  readonly answer: IngressAnswer;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly requestId: string;
}

export function createRecord(
  context: RequestContext,
  { answer: { status, body }, now, requestId }: RecordFacts,
): RequestRecord {
  const { request, route, receivedAt, remoteAddress, notes, auth, hideSecrets } = context;
  const durationMs = now - receivedAt;
  // Hidden before the text is cut, which could leave a part of a secret.
  if (notes.detail !== undefined) notes.detail = oneLine(hideSecrets(notes.detail));
  const record: Writable<Omit<RequestRecord, keyof RequestNotes>> = {
    requestId,
    receivedAt,
    durationMs,
    method: request.method,
    name: shortName(route.name),
    route: labelOf(context),
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
