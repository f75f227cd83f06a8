// The phases of one request: each gate takes a phase and returns the next one or a refusal.
import { type HeaderRecord, parseQuery, type QueryRecord } from "@hookwright/base";
import type { RouteAuth } from "@hookwright/signatures/runtime";
import {
  type HideSecrets,
  isBuiltInRoute,
  type Resolution,
  TOKEN_PROOF,
} from "../../model/index.ts";
import type { Endpoint, MappingDetails, RuntimeHooks } from "../resolve/index.ts";
import type { RequestNotes, RequestTrace } from "./record.ts";
import type { IngressAnswer, IngressRequest, ReadableBody } from "./request.ts";

export interface Route {
  /**
   * The path after the base path, without outer slashes. `/wake/` and `//wake` keep theirs, because the
   * built-in routes match exactly: a proxy may have rules for their paths.
   */
  readonly name: string;
  /** The query as sent, without its question mark. */
  readonly query: string;
}

/** The mutable part of a request, until it is answered. Everything else in a phase is final. */
interface RequestLog {
  readonly notes: RequestNotes;
  /** For the record: which parts of the body are not in the payload as they were sent. */
  bodyDetail: string | undefined;
  /** Bytes of the body, compressed and decompressed, that are charged until the request is answered. */
  heldBytes: number;
  /** Undefined until a span is needed. */
  trace: RequestTrace | undefined;
  /** Undefined until it is read: a dispatch or an observer may never do so. */
  requestId: string | undefined;
  /** The body without its secrets, from decoding on. */
  payload: unknown;
  /** Undefined until it is searched for; null after a search that found nothing. */
  delivery: DeliveryId | null | undefined;
}

/** The sender's own id of a delivery. */
export interface DeliveryId {
  readonly id: string;
  readonly from: "header" | "body";
}

/** A request whose target is below the base path. */
export interface Arrived {
  readonly request: IngressRequest;
  readonly log: RequestLog;
  /** The name has `***` instead of the hook token. */
  readonly route: Route;
  /** The endpoint of the name; undefined if the config has none. */
  readonly endpoint: Endpoint | undefined;
  /** The `auth` of the endpoint; undefined if only the hook token opens it. */
  readonly auth: RouteAuth | undefined;
  readonly receivedAt: number;
  readonly headers: HeaderRecord;
  readonly remoteAddress: string | undefined;
  /** Path and query of the event. If the sender signs a URL, only the signed part. */
  readonly target: string;
  readonly query: QueryRecord;
  /** Replaces the hook token and other secrets of the request in a text that leaves the ingress. */
  readonly hideSecrets: HideSecrets;
}

/** The sender is authenticated, and the body is read. */
export interface Proved extends Arrived {
  /** As in `HookEvent`. */
  readonly proof: string;
  readonly body: ReadableBody;
  /** Whether the body was decompressed before it was verified. */
  readonly isDecoded: boolean;
  /** A key in the head of the request: the sender's, or a delivery id that the signature covers. */
  readonly sentKey: string | undefined;
  /** The parts that the verified signature covers, in order; undefined for other proofs. */
  readonly signed: readonly (string | Uint8Array)[] | undefined;
}

/** The `auth` whose proof the request showed. Undefined for the hook token, and where everybody may send. */
export function findProvingAuth({ auth, proof }: Proved): RouteAuth | undefined {
  return auth === undefined || auth.kind === "none" || proof === TOKEN_PROOF ? undefined : auth;
}

/** From here on, a phase has the proved request as a member, which no longer changes. */
export interface Decoded {
  readonly proved: Proved;
  /** Without its secrets. */
  readonly payload: unknown;
  /** For the sender: which content of the body was dropped. */
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
  /** Defined while the request holds a claim on its keys. */
  readonly claimed: ClaimedRequest | undefined;
  /** When the time limit of the request ends; infinite until something is asynchronous. */
  readonly deadline: number;
}

export interface Answered {
  /** The last phase before the answer; any phase may be. */
  readonly reached: Reached;
  readonly answer: IngressAnswer;
}

export type Reached = Arrived & Partial<Pick<Proved, "proof">>;

/** What the current hooks know about names. */
export type KnownNames = Pick<RuntimeHooks, "hideSecrets" | "endpoint">;

const NO_HEADERS: HeaderRecord = {};

/** A request before its head is read. */
export function createArrival(
  request: IngressRequest,
  { name, query }: Route,
  { hideSecrets, endpoint }: KnownNames,
): Arrived {
  // A token that equals the name of a built-in route is not a secret.
  const shownName = isBuiltInRoute(name) ? name : hideSecrets(name);
  return {
    request,
    log: {
      notes: {},
      bodyDetail: undefined,
      heldBytes: 0,
      trace: undefined,
      requestId: undefined,
      payload: undefined,
      delivery: undefined,
    },
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

/** Written out, because Node 20 takes 9 µs to spread an object of this size: as long as all gates together. */
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

/** The result of one element in the answer to a batch, by its index in the list. */
export type ElementAnswer =
  | { readonly index: number; readonly ok: true; readonly runId: string | undefined }
  | { readonly index: number; readonly ok: true; readonly delivery: string | undefined }
  | { readonly index: number; readonly ok: true; readonly mode: string }
  | { readonly index: number; readonly ok: false; readonly error: string; readonly code: string };

/** The outcome of an action whose sender got a 503: the answer that it would have got, or undefined. */
type LateAnswer = Promise<IngressAnswer | undefined>;

export class ClaimedRequest {
  /** The fingerprint of the body, so that results of another body are never reused. */
  readonly #fingerprint: () => number;
  readonly #before: readonly Progress[];
  /** By mapping and index. Created for the first result: most events are not batches. */
  #results: Map<string, Map<number, ElementAnswer>> | undefined;
  #lateAnswers: LateAnswer[] | undefined;

  constructor(progress: string | undefined, fingerprint: () => number) {
    this.#fingerprint = fingerprint;
    this.#before =
      progress === undefined ? NO_PROGRESS : [JSON.parse(progress) as Progress | Progress[]].flat();
  }

  /**
   * The results of an earlier attempt at the elements of a mapping, by index in its list; index 0 without a
   * list. By mapping and not by position: the operator may have changed the order of the mappings since.
   */
  begin(mappingId: string): ReadonlyMap<number, ElementAnswer> {
    const before = this.#before.find((one) => one.mappingId === mappingId);
    if (before === undefined || before.body !== this.#fingerprint()) return NO_RESULTS;
    for (const result of before.results) this.add(mappingId, result);
    return new Map(this.#results?.get(mappingId));
  }

  /** Outcomes that are still pending when the request is answered. */
  get lateAnswers(): readonly LateAnswer[] {
    return this.#lateAnswers ?? NONE;
  }

  addLate(answer: LateAnswer): void {
    this.#lateAnswers ??= [];
    this.#lateAnswers.push(answer);
  }

  /** Adds the result of a dispatched element, whose index is that in the list of its mapping. */
  add(mappingId: string, result: ElementAnswer): void {
    this.#results ??= new Map();
    const ofMapping = this.#results.get(mappingId) ?? new Map<number, ElementAnswer>();
    this.#results.set(mappingId, ofMapping.set(result.index, result));
  }

  /** The state for the next attempt; undefined if nothing was done. */
  progress(): string | undefined {
    if (this.#results === undefined) return undefined;
    const body = this.#fingerprint();
    const all = [...this.#results].map(
      ([mappingId, results]): Progress => ({ mappingId, body, results: [...results.values()] }),
    );
    return JSON.stringify(all.length === 1 ? all[0] : all);
  }
}

const NO_PROGRESS: readonly Progress[] = [];

const NO_RESULTS: ReadonlyMap<number, ElementAnswer> = new Map();

const NONE: readonly LateAnswer[] = [];

/** What was done for one mapping. One of them is stored alone, several as a list. */
interface Progress {
  readonly mappingId: string;
  readonly body: number;
  readonly results: readonly ElementAnswer[];
}
