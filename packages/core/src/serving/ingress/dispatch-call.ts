// The port through which actions leave; and a call of it, whose ids and signal are made when something asks for them.

import {
  callListener,
  type HeaderRecord,
  isKey,
  type PromiseOrValue,
  type RandomId,
  readHeader,
  readPath,
} from "@hookwright/base";
import { BODIES_WITH_IDS, HEADERS_WITH_IDS } from "../../generated/delivery-ids.ts";
import type { Action, TemplatedField } from "../../model/index.ts";
import { shortName } from "./observe.ts";
import type { Identified } from "./phases.ts";

/** Every supported runtime has it. */
declare class AbortController {
  readonly signal: DispatchSignal;
  abort(reason: unknown): void;
}

interface DispatchPorts {
  readonly randomId: RandomId;
  /** Lower-case names of the headers that dispatch may read. */
  readonly dispatchHeaders: readonly string[];
}

interface CallFacts {
  readonly mappingId?: string | undefined;
  readonly taintedFields: readonly TemplatedField[];
  readonly index?: number | undefined;
  readonly dedupeKey?: string | undefined;
}

/** An AbortController costs as much as the rest of a small request, and most dispatches never look at it. */
export class DispatchCall implements DispatchContext {
  readonly mappingId: string | undefined;
  readonly index: number | undefined;
  readonly taintedFields: readonly TemplatedField[];
  readonly #dedupeKey: string | undefined;
  readonly #request: Identified;
  readonly #ports: DispatchPorts;
  #runId: string | undefined;
  /** Null once nothing was found. */
  #delivery: DeliveryId | null | undefined;
  #controller: AbortController | undefined;
  #abortCode: AbortCode | undefined;

  constructor(
    { mappingId, index, taintedFields, dedupeKey }: CallFacts,
    request: Identified,
    ports: DispatchPorts,
  ) {
    this.mappingId = mappingId;
    this.index = index;
    this.taintedFields = taintedFields;
    this.#dedupeKey = dedupeKey;
    this.#request = request;
    this.#ports = ports;
  }

  get runId(): string {
    this.#runId ??= this.#ports.randomId();
    return this.#runId;
  }

  get name(): string {
    return shortName(this.#request.proved.route.name);
  }

  get idempotencyKey(): string | undefined {
    if (this.#dedupeKey !== undefined) return this.#dedupeKey;
    const { idempotencyKey } = this.#request;
    // The elements of a batch have one request, and are actions of their own.
    return idempotencyKey === undefined || this.index === undefined
      ? idempotencyKey
      : `${idempotencyKey}#${this.index}`;
  }

  get idempotencyTtlSeconds(): number | undefined {
    return this.idempotencyKey === undefined ? undefined : this.#request.idempotencyTtlSeconds;
  }

  get deliveryId(): string | undefined {
    return this.#findDelivery()?.id;
  }

  get deliveryIdFrom(): "header" | "body" | undefined {
    return this.#findDelivery()?.from;
  }

  get headers(): Readonly<Record<string, string>> {
    const { headers, hideSecrets, auth } = this.#request.proved;
    const secret = auth?.secretPlaces.headers ?? [];
    return Object.fromEntries(
      this.#ports.dispatchHeaders.flatMap((name) => {
        const value = secret.includes(name) ? undefined : readHeader(headers, name);
        return value === undefined ? [] : [[name, hideSecrets(value)]];
      }),
    );
  }

  get remoteAddress(): string | undefined {
    return this.#request.proved.remoteAddress;
  }

  get receivedAt(): number {
    return this.#request.proved.receivedAt;
  }

  get context(): unknown {
    return this.#request.proved.request.context?.();
  }

  get signal(): DispatchSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortCode !== undefined) this.#controller.abort(new DispatchAbort(this.#abortCode));
    }
    return this.#controller.signal;
  }

  /** Static, so that a `dispatch` cannot abort itself by its context. The first code stays. */
  static abort(call: DispatchCall, code: AbortCode): void {
    call.#abort(code);
  }

  static abortCodeOf(call: DispatchCall): AbortCode | undefined {
    return call.#abortCode;
  }

  #findDelivery(): DeliveryId | null {
    if (this.#delivery === undefined) {
      const { headers, hideSecrets } = this.#request.proved;
      const found = findDeliveryId(headers, this.#request.payload);
      this.#delivery = found === undefined ? null : { ...found, id: hideSecrets(found.id) };
    }
    return this.#delivery;
  }

  #abort(code: AbortCode): void {
    if (this.#abortCode !== undefined) return;
    this.#abortCode = code;
    this.#controller?.abort(new DispatchAbort(code));
  }
}

interface DeliveryId {
  readonly id: string;
  readonly from: "header" | "body";
}

/** A header goes first, because nothing that a provider passes on from its users stands in its headers. */
export function findDeliveryId(headers: HeaderRecord, payload: unknown): DeliveryId | undefined {
  for (const { header, beside } of HEADERS_WITH_IDS) {
    const id = readHeader(headers, header)?.trim();
    if (!isKey(id)) continue;
    if (beside === undefined || readHeader(headers, beside) !== undefined) {
      return { id, from: "header" };
    }
  }
  for (const { id: path, marker, is } of BODIES_WITH_IDS) {
    const id = readPath(payload, path);
    if (!isKey(id)) continue;
    const found = readPath(payload, marker);
    if (is === undefined ? typeof found === "string" : found === is) return { id, from: "body" };
  }
  return undefined;
}

/**
 * What `dispatch` learns beside the action. Most of it is made when it is read, by getters: name what
 * you keep, because a spread or `JSON.stringify` of the context leaves it out.
 */
export interface DispatchContext<Context = unknown> {
  /** A fresh id; the answer names it unless the receipt has another. */
  readonly runId: string;
  /**
   * The same key is the same action: what the mapping's `dedupeKey` rendered, else the sender's
   * `Idempotency-Key` or, on a route with an `auth`, the delivery id; with `#` and the index for an element
   * of a batch. Absent without any. It identifies an action together with `name`.
   */
  readonly idempotencyKey: string | undefined;
  /** How long to remember the key, in seconds. Absent without a key. */
  readonly idempotencyTtlSeconds: number | undefined;
  /**
   * The id under which a known provider repeats this delivery. It is for you to judge: no signature
   * covers it, and all elements of a batch have the same.
   */
  readonly deliveryId: string | undefined;
  /** Where the delivery id stood. Absent without one. */
  readonly deliveryIdFrom: "header" | "body" | undefined;
  /** Place in the list of a mapping with `forEach`; absent for an action that is no element. */
  readonly index: number | undefined;
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId: string | undefined;
  /**
   * The fields of the action that hold text from outside, of `name`, `to`, `sessionKey`, `agentId`, `model`
   * and `thinking`: a template read it from the event, a request to `/agent` or `/wake` sent it, or a
   * transform set it. All others are the operator's words, or defaults. The texts say it by their `parts`.
   */
  readonly taintedFields: readonly TemplatedField[];
  /** As in the record of the request: `wake`, `agent`, or the name after the base path. */
  readonly name: string;
  /** The headers that `dispatchHeaders` lists, by lower-case name, where the sender sent them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address of the client, where the adapter knows it. */
  readonly remoteAddress: string | undefined;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /**
   * Aborts while the dispatch has not settled: at its time limit, when the sender has gone, and at
   * `ingress.abort()`. Its reason is an `AbortError` whose `code` says which. Made when it is read.
   */
  readonly signal: DispatchSignal;
  /** What the integrator gave to the adapter with the request: a tenant, a trace, `waitUntil`. */
  readonly context: Context | undefined;
}

/** What a host may return from `dispatch`. */
export interface DispatchReceipt {
  readonly runId?: string;
}

/**
 * What an error may carry that `dispatch` throws or rejects with. The answer is a 503 in any case.
 *
 * @example
 * ```ts
 * const rejection: DispatchRejection = { code: "queue_full", retryAfterSeconds: 30 };
 * throw Object.assign(new Error("10,000 actions wait"), rejection);
 * ```
 */
export interface DispatchRejection {
  /**
   * The code of the answer instead of `dispatch_failed`: lower-case letters, digits and underscores.
   * Codes of other refusals, and other texts such as Node's `ECONNREFUSED`, are not told to the sender.
   */
  readonly code?: string;
  /** The `Retry-After` of the answer, at most a day. Default: 5. */
  readonly retryAfterSeconds?: number;
}

/**
 * Hands the action to the gateway. Its promise is awaited before the sender gets an answer: when it
 * rejects, or does not settle within `dispatchTimeoutMs`, the sender is told 503 and to try again.
 */
export type Dispatch<Context = unknown> = (
  action: Action,
  context: DispatchContext<Context>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a dispatch without a receipt is `async () => {…}`.
) => PromiseOrValue<DispatchReceipt | undefined | void>;

/** What every abort signal has. */
interface BareSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(
    type: "abort",
    listener: () => void,
    options?: { readonly once?: boolean },
  ): void;
  removeEventListener(type: "abort", listener: () => void): void;
  throwIfAborted(): void;
}

/** The integrator's own `AbortSignal` where the types of a runtime are loaded, so that `fetch` takes it. */
export type DispatchSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : BareSignal;

/** Why a dispatch is told to stop. */
export type AbortCode = "dispatch_timeout" | "batch_timeout" | "client_closed" | "server_stopping";

/** The `reason` of an aborted signal. Its name is the one that `fetch` and others give their own. */
class DispatchAbort extends Error {
  override readonly name = "AbortError";
  readonly code: AbortCode;

  constructor(code: AbortCode) {
    super(`The dispatch was aborted: ${code}.`);
    this.code = code;
  }
}

/** A dispatch that settled after its request was answered. Contains no payload value and no secret. */
export interface LateDispatch {
  /** As in the record of the request, which has this run id, too. */
  readonly receivedAt: number;
  /** Milliseconds from the receipt of the request until the dispatch settled. */
  readonly durationMs: number;
  /** As in the record of the request. */
  readonly name: string;
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId?: string;
  /** Of the receipt where it names one, else the one that `dispatch` was given. */
  readonly runId: string;
  /** Of an element of a batch. */
  readonly index?: number;
  /** Whether the gateway took the action after all. */
  readonly ok: boolean;
  /** Where it failed: with what. */
  readonly detail?: string;
}

export type ReportLate = (late: LateDispatch) => void;

/**
 * Whatever waits for the outcome of a dispatch longer than its sender does has to wait for this call:
 * a claim on an idempotency key above all, which a late success completes and a late failure releases.
 */
export function createLateReport(
  listener: ReportLate | undefined,
  warn: (message: string) => void,
): ReportLate {
  const lose = () => warn("The listener for late dispatches failed; an outcome is lost.");
  return (late) => {
    if (listener === undefined) {
      // A failure changes nothing: the sender was asked to try again.
      if (late.ok) warn(describeSuccess(late));
      return;
    }
    callListener(() => listener(late), lose);
  };
}

function describeSuccess({ name, runId, durationMs }: LateDispatch): string {
  return `The dispatch of run ${runId} for the hook "${shortName(name)}" succeeded after ${durationMs} ms, when its sender had been told 503.`;
}
