// One request on its way to its answer: what the gates, the dispatch and the record read of it.

import { type HeaderRecord, parseQuery, type QueryRecord } from "@hookwright/base";
import type { AuthFailureCode, RouteAuth, RouteHandshake } from "@hookwright/signatures/runtime";
import {
  type EventCode,
  type HideSecrets,
  isBuiltInRoute,
  type Resolution,
} from "../../base/index.ts";
import type { Endpoint, FixedAnswer, Hooks } from "../resolve/index.ts";
import type { ClaimedRequest } from "./claimed-request.ts";
import type { IngressRequest } from "./request.ts";

export interface Route {
  /**
   * What stands after the base path, without outer slashes. `/wake/` and `//wake` keep them, because the
   * built-in routes match exactly: a proxy may have rules for their paths.
   */
  readonly name: string;
  /** The query as sent, without its question mark. */
  readonly query: string;
}

/** How a token came: as a bearer token, in another header, or in the query. */
export type TokenCarrier = "bearer" | "header" | "query";

export interface TokenCarriers {
  /** Lower-case names of the headers beside `authorization`. */
  readonly headers: readonly string[];
  readonly query: boolean;
}

/**
 * One of the closed table of codes, or the code that a rejection of `dispatch` has named. Not `string`, so that an
 * editor shows those of the table.
 */
export type RecordCode = EventCode | (string & Record<never, never>);

/** What the gates find out about a request on its way. */
export interface RequestNotes {
  /** What the event came to; absent where a gate refused the request before its body was judged. */
  outcome?: Resolution["outcome"];
  /** The stable code of a refusal. */
  code?: RecordCode;
  /** For the operator: what exactly failed, was refused, ignored or changed, and what would allow it. */
  detail?: string;
  mappingId?: string;
  /** Kind of the action that was dispatched. */
  action?: "wake" | "agent";
  runId?: string;
  /** Of a mapping with `forEach` that had nothing to do: the list is missing or empty, or no element was chosen. */
  list?: "missing" | "empty" | "unchosen";
  /** Of a mapping with `forEach`: elements dispatched, refused, and beyond the limit. */
  dispatched?: number;
  refused?: number;
  skipped?: number;
  /** Of a mapping with `forEach`: elements for which the time of the request did not suffice. */
  timedOut?: number;
  /** Of a mapping with `forEach`: elements that an earlier delivery dispatched. */
  repeats?: number;
  /** Expressions of the message or text, where every one of them rendered empty; those of a batch together. */
  emptyExpressions?: number;
  /** Bytes of the body, where it was read. */
  bodyBytes?: number;
  /** Milliseconds until the sender was known and the body read; absent where the request was refused before. */
  readMs?: number;
  /** Milliseconds from there until the event was resolved. */
  resolveMs?: number;
  /** How the hook token came, where it was right. */
  credential?: TokenCarrier;
  /** On a route with an `auth`: why the credentials were refused. */
  auth?: AuthFailureCode;
  /** On a route with an `auth`: which of its secrets was right; 0 is the newest. */
  keyIndex?: number;
  /**
   * Of an event with a key by which it is recognized: the first one, a repeat that got the first answer, or
   * why it was refused. Absent without a key.
   */
  dedupe?: "first" | "replayed" | "in_progress" | "conflict" | "unavailable";
  /** The handshake that was answered. */
  handshake?: RouteHandshake["name"];
}

/** One object for a whole request: an object for each gate would cost more than most gates. */
export interface RequestContext {
  readonly request: IngressRequest;
  /** Its name has `***` where the sender wrote the hook token. */
  readonly route: Route;
  /** Of the name; undefined where the config has nothing for it. */
  readonly endpoint: Endpoint | undefined;
  /** On a route whose sender signs a URL, what of the query was signed. */
  query: QueryRecord;
  /** Path and query that the event has. */
  target: string;
  readonly notes: RequestNotes;
  /** Replaces the hook token, and what is as secret, in a text that leaves the gates. */
  hideSecrets: HideSecrets;
  /** Of the route; undefined where the hook token opens it alone. */
  auth: RouteAuth | undefined;
  /** As in `HookEvent`; undefined until the sender is known. */
  proof: string | undefined;
  receivedAt: number;
  headers: HeaderRecord;
  remoteAddress: string | undefined;
  /** The sender's; on a route with an `auth`, the delivery id. */
  idempotencyKey: string | undefined;
  /** All that the verified signature covers, in order; undefined for other proofs. */
  signed: readonly (string | Uint8Array)[] | undefined;
  /** How long to remember the key. */
  idempotencyTtlSeconds: number;
  /** There while the request holds a claim on its keys. */
  claimed: ClaimedRequest | undefined;
  /** What the mapping that took the event says to the sender of an accepted one. */
  ownAnswer: FixedAnswer | undefined;
  /** Undefined until the body is decoded. */
  payload: unknown;
  /** For the record: what of the body is not in the payload as it was sent. */
  bodyDetail: string | undefined;
  /** The same for the sender: content that was dropped. */
  bodyWarning: string | undefined;
  /** Whether the body was decompressed before it was verified. */
  isDecoded: boolean;
  /** Bytes of the body, as it was sent and as it came out of its compression, which count until the request is answered. */
  heldBytes: number;
  /** Undefined until a span is needed; `trace/trace-request.ts` alone looks into it. */
  trace: object | undefined;
  /** Whether it was answered before its event was resolved. */
  isOver: boolean;
  /** When the time of the request is over; infinite until something takes time. */
  deadline: number;
}

const NONE = {};

/** The name where the config has it, for records, metrics and spans: scanners try any number of others. */
export function labelOf({ endpoint }: RequestContext): string {
  return endpoint?.name ?? "other";
}

/** What the hooks in use say of names. */
export type KnownNames = Pick<Hooks, "hideSecrets" | "endpoint">;

export function createContext(
  request: IngressRequest,
  { name, query }: Route,
  { hideSecrets, endpoint }: KnownNames,
): RequestContext {
  // A token that equals the name of a built-in route is no secret.
  const shownName = isBuiltInRoute(name) ? name : hideSecrets(name);
  return {
    request,
    route: { name: shownName, query },
    endpoint: shownName === "" ? undefined : endpoint(shownName),
    query: parseQuery(query),
    target: request.target,
    notes: {},
    hideSecrets,
    auth: undefined,
    proof: undefined,
    receivedAt: 0,
    headers: NONE,
    signed: undefined,
    remoteAddress: undefined,
    idempotencyKey: undefined,
    idempotencyTtlSeconds: 0,
    claimed: undefined,
    ownAnswer: undefined,
    payload: undefined,
    bodyDetail: undefined,
    bodyWarning: undefined,
    isDecoded: false,
    heldBytes: 0,
    trace: undefined,
    isOver: false,
    deadline: Number.POSITIVE_INFINITY,
  };
}
