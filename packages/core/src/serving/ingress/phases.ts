// One request on its way: each gate takes a phase, and gives the next one or a refusal.
import { type HeaderRecord, parseQuery, type QueryRecord } from "@hookwright/base";
import type { RouteAuth } from "@hookwright/signatures/runtime";
import { type HideSecrets, isBuiltInRoute, type Resolution } from "../../model/index.ts";
import type { Endpoint, MappingDetails, RuntimeHooks } from "../resolve/index.ts";
import type { RequestNotes, RequestTrace } from "./record.ts";
import type { IngressAnswer, IngressRequest, ReadableBody } from "./request.ts";

export interface Route {
  /**
   * What stands after the base path, without outer slashes. `/wake/` and `//wake` keep them, because the
   * built-in routes match exactly: a proxy may have rules for their paths.
   */
  readonly name: string;
  /** The query as sent, without its question mark. */
  readonly query: string;
}

/** What accumulates until the request is answered. All else in a phase is final. */
interface RequestLog {
  readonly notes: RequestNotes;
  /** For the record: what of the body is not in the payload as it was sent. */
  bodyDetail: string | undefined;
  /** Bytes of the body, as it was sent and as it came out of its compression, which count until the request is answered. */
  heldBytes: number;
  /** Undefined until a span is needed. */
  trace: RequestTrace | undefined;
}

/** The target is below the base path. */
export interface Arrived {
  readonly request: IngressRequest;
  readonly log: RequestLog;
  /** Its name has `***` where the sender wrote the hook token. */
  readonly route: Route;
  /** Of the name; undefined where the config has nothing for it. */
  readonly endpoint: Endpoint | undefined;
  /** Of the route; undefined where the hook token opens it alone. */
  readonly auth: RouteAuth | undefined;
  readonly receivedAt: number;
  readonly headers: HeaderRecord;
  readonly remoteAddress: string | undefined;
  /** Path and query that the event has. On a route whose sender signs a URL, what of it was signed. */
  readonly target: string;
  readonly query: QueryRecord;
  /** Replaces the hook token, and what is as secret, in a text that leaves the gates. */
  readonly hideSecrets: HideSecrets;
}

/** The sender is known, and the body read. */
export interface Proved extends Arrived {
  /** As in `HookEvent`. */
  readonly proof: string;
  readonly body: ReadableBody;
  /** Whether the body was decompressed before it was verified. */
  readonly isDecoded: boolean;
  /** A key in the head of the request: the sender's, or a delivery id that the signature covers. */
  readonly sentKey: string | undefined;
  /** All that the verified signature covers, in order; undefined for other proofs. */
  readonly signed: readonly (string | Uint8Array)[] | undefined;
}

/** From here on, a phase has that of the sender as a member: what is in it does not change any more. */
export interface Decoded {
  readonly proved: Proved;
  /** Without what is secret in it. */
  readonly payload: unknown;
  /** For the sender: content of the body that was dropped. */
  readonly bodyWarning: string | undefined;
}

export interface Identified extends Decoded {
  /** The sender's; on a route with an `auth`, the delivery id. */
  readonly idempotencyKey: string | undefined;
  /** How long to remember the key. */
  readonly idempotencyTtlSeconds: number;
}

export interface Resolved extends Identified {
  readonly resolution: Resolution;
  /** The mapping that took the event. */
  readonly mapping: MappingDetails | undefined;
  /** There while the request holds a claim on its keys. */
  readonly claimed: ClaimedRequest | undefined;
  /** When the time of the request is over; infinite until something takes time. */
  readonly deadline: number;
}

export interface Answered {
  /** Any phase may be the last one before the answer. */
  readonly reached: Reached;
  readonly answer: IngressAnswer;
  /** The `X-Request-Id` of the sender, where it is sane. */
  readonly sentId: string | undefined;
}

export type Reached = Arrived & Partial<Pick<Proved, "proof">>;

/** What the hooks in use say of names. */
export type KnownNames = Pick<RuntimeHooks, "hideSecrets" | "endpoint">;

const NO_HEADERS: HeaderRecord = {};

/** A request before its head is read. */
export function createArrival(
  request: IngressRequest,
  { name, query }: Route,
  { hideSecrets, endpoint }: KnownNames,
): Arrived {
  // A token that equals the name of a built-in route is no secret.
  const shownName = isBuiltInRoute(name) ? name : hideSecrets(name);
  return {
    request,
    log: { notes: {}, bodyDetail: undefined, heldBytes: 0, trace: undefined },
    route: { name: shownName, query },
    endpoint: shownName === "" ? undefined : endpoint(shownName),
    auth: undefined,
    receivedAt: 0,
    headers: NO_HEADERS,
    remoteAddress: undefined,
    target: request.target,
    query: parseQuery(query),
    hideSecrets,
  };
}

type Proof = Omit<Proved, keyof Arrived> &
  Partial<Pick<Arrived, "target" | "query" | "hideSecrets">>;

/** Written out: Node 20 takes 9 µs to spread an object of this size, as long as all gates together. */
export function createProved(arrived: Arrived, proof: Proof): Proved {
  const {
    target = arrived.target,
    query = arrived.query,
    hideSecrets = arrived.hideSecrets,
  } = proof;
  return {
    request: arrived.request,
    log: arrived.log,
    route: arrived.route,
    endpoint: arrived.endpoint,
    auth: arrived.auth,
    receivedAt: arrived.receivedAt,
    headers: arrived.headers,
    remoteAddress: arrived.remoteAddress,
    target,
    query,
    hideSecrets,
    proof: proof.proof,
    body: proof.body,
    isDecoded: proof.isDecoded,
    sentKey: proof.sentKey,
    signed: proof.signed,
  };
}

/** What the answer to a batch says of one element, by its place in the list. */
export type ElementAnswer =
  | { readonly index: number; readonly ok: true; readonly runId: string | undefined }
  | { readonly index: number; readonly ok: true; readonly mode: string }
  | { readonly index: number; readonly ok: false; readonly error: string; readonly code: string };

/** What becomes of an action whose sender was told 503: the answer that it would have had, or none. */
type LateAnswer = Promise<IngressAnswer | undefined>;

export class ClaimedRequest {
  /** Of the body, so that results are never those of another one. */
  readonly #fingerprint: () => number;
  readonly #before: Progress | undefined;
  /** Made when the first comes: most events are no batch. */
  #results: Map<number, ElementAnswer> | undefined;
  #lateAnswers: LateAnswer[] | undefined;
  #mappingId: string | undefined;

  constructor(progress: string | undefined, fingerprint: () => number) {
    this.#fingerprint = fingerprint;
    this.#before = progress === undefined ? undefined : (JSON.parse(progress) as Progress);
  }

  /** The results of an earlier attempt at the same list, by index. */
  begin(mappingId: string): ReadonlyMap<number, ElementAnswer> {
    this.#mappingId = mappingId;
    const { mappingId: before, body, results = [] } = this.#before ?? {};
    if (before === mappingId && body === this.#fingerprint()) {
      for (const result of results) this.add(result);
    }
    return new Map(this.#results);
  }

  /** What is still awaited, when the request has its answer. */
  get lateAnswers(): readonly LateAnswer[] {
    return this.#lateAnswers ?? NONE;
  }

  addLate(answer: LateAnswer): void {
    this.#lateAnswers ??= [];
    this.#lateAnswers.push(answer);
  }

  /** An element that was dispatched. */
  add(result: ElementAnswer): void {
    this.#results ??= new Map();
    this.#results.set(result.index, result);
  }

  /** For the next attempt; undefined where nothing was done. */
  progress(): string | undefined {
    if (this.#results === undefined || this.#mappingId === undefined) return undefined;
    const progress: Progress = {
      mappingId: this.#mappingId,
      body: this.#fingerprint(),
      results: [...this.#results.values()],
    };
    return JSON.stringify(progress);
  }
}

const NONE: readonly LateAnswer[] = [];

interface Progress {
  readonly mappingId: string;
  readonly body: number;
  readonly results: readonly ElementAnswer[];
}
