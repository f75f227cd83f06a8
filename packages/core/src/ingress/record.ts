// The structured record of one request: what a log line, a metric or a trace is made of.
import { oneLine } from "../data/text.ts";
import type { RequestContext, RequestNotes } from "./request-context.ts";

/** One per request, refused ones included. Contains no payload value and no secret. */
export interface RequestRecord extends Readonly<RequestNotes> {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly durationMs: number;
  readonly method: string;
  /** `wake`, `agent`, or the name after the base path, one line, at most 128 characters. */
  readonly name: string;
  readonly status: number;
  readonly remoteAddress?: string;
}

export function createRecord(
  { request: { method }, route, receivedAt, remoteAddress, notes, hideSecrets }: RequestContext,
  status: number,
  now: number,
): RequestRecord {
  const durationMs = now - receivedAt;
  // Hidden before the text is cut, which could leave a part of a secret.
  if (notes.detail !== undefined) notes.detail = oneLine(hideSecrets(notes.detail));
  const record = { receivedAt, durationMs, method, name: shortName(route.name), status };
  // Spreading what may be absent would cost more than all the rest of a record.
  return remoteAddress === undefined
    ? Object.assign(record, notes)
    : Object.assign(record, { remoteAddress }, notes);
}

/** Names are not bounded by anything but the server's limit on the request line. */
const MAX_NAME_CHARACTERS = 128;

/** The name of a hook, as logs can show it. */
export function shortName(name: string): string {
  return oneLine(name).slice(0, MAX_NAME_CHARACTERS);
}
