// The port that actions are dispatched through, and the context of one call, whose ids and signal are created on first use.

import { callListener, type PromiseOrValue, type RandomId, readHeader } from "@hookwright/base";
import type { Action, ChannelReports, TemplatedField } from "../../model/index.ts";
import { deliveryOf } from "./delivery-id.ts";
import { requestIdOf, shortName } from "./observe.ts";
import { findProvingAuth, type Identified } from "./phases.ts";

/** Every supported runtime has this class. */
declare class AbortController {
  readonly signal: DispatchSignal;
  abort(reason: unknown): void;
}

interface DispatchPorts {
  readonly randomId: RandomId;
  readonly nextRequestId: (randomId: RandomId) => string;
  /** Lower-case names of the headers that dispatch may read. */
  readonly dispatchHeaders: readonly string[];
}

interface CallFacts {
  readonly mappingId?: string | undefined;
  readonly taintedFields: readonly TemplatedField[];
  readonly index?: number | undefined;
  readonly part?: string | undefined;
  readonly isOneOf?: boolean | undefined;
  readonly dedupeKey?: string | undefined;
  readonly channelReports?: ChannelReports | undefined;
}

/**
 * The signal is created late: an AbortController costs as much as the rest of a small request, and most
 * dispatches never read it.
 */
export class DispatchCall implements DispatchContext {
  readonly mappingId: string | undefined;
  readonly index: number | undefined;
  readonly taintedFields: readonly TemplatedField[];
  /** What tells an action of a batch from the others of its request; undefined for the only one. */
  readonly #part: string | undefined;
  /** Whether several mappings get the event. */
  readonly #isOneOf: boolean;
  readonly #dedupeKey: string | undefined;
  readonly #channelReports: ChannelReports | undefined;
  readonly #request: Identified;
  readonly #ports: DispatchPorts;
  #runId: string | undefined;
  #controller: AbortController | undefined;
  #abortCode: AbortCode | undefined;

  constructor(facts: CallFacts, request: Identified, ports: DispatchPorts) {
    this.mappingId = facts.mappingId;
    this.index = facts.index;
    this.#part = facts.part;
    this.#isOneOf = facts.isOneOf === true;
    this.taintedFields = facts.taintedFields;
    this.#dedupeKey = facts.dedupeKey;
    this.#channelReports = facts.channelReports;
    this.#request = request;
    this.#ports = ports;
  }

  get runId(): string {
    this.#runId ??= this.#ports.randomId();
    return this.#runId;
  }

  get proof(): string {
    return this.#request.proved.proof;
  }

  get requestId(): string {
    return requestIdOf(this.#request.proved, this.#ports);
  }

  get provider(): string | undefined {
    return this.#request.proved.auth?.provider?.id;
  }

  get name(): string {
    return shortName(this.#request.proved.route.name);
  }

  get idempotencyKey(): string | undefined {
    if (this.#dedupeKey !== undefined) {
      // Two mappings that get one event may render the same key, and are still two actions.
      return this.#isOneOf ? `${this.#dedupeKey}##${this.mappingId}` : this.#dedupeKey;
    }
    const { idempotencyKey } = this.#request;
    // The elements of a batch share one request but are separate actions.
    return idempotencyKey === undefined || this.#part === undefined
      ? idempotencyKey
      : `${idempotencyKey}#${this.#part}`;
  }

  get idempotencyTtlSeconds(): number | undefined {
    return this.idempotencyKey === undefined ? undefined : this.#request.idempotencyTtlSeconds;
  }

  get channelReports(): ChannelReports | undefined {
    // The hook token proves that a system may send events, not that a platform vouches for the person.
    return findProvingAuth(this.#request.proved) && this.#channelReports;
  }

  get deliveryId(): string | undefined {
    return deliveryOf(this.#request.proved)?.id;
  }

  get deliveryIdFrom(): "header" | "body" | undefined {
    return deliveryOf(this.#request.proved)?.from;
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

  /** Static, so that a `dispatch` cannot abort itself through its context. The first code is kept. */
  static abort(call: DispatchCall, code: AbortCode): void {
    call.#abort(code);
  }

  static isPart(call: DispatchCall): boolean {
    return call.#part !== undefined;
  }

  static abortCodeOf(call: DispatchCall): AbortCode | undefined {
    return call.#abortCode;
  }

  #abort(code: AbortCode): void {
    if (this.#abortCode !== undefined) return;
    this.#abortCode = code;
    this.#controller?.abort(new DispatchAbort(code));
  }
}

/**
 * What `dispatch` gets in addition to the action. Most members are getters, so a spread or `JSON.stringify`
 * of the context leaves them out: read the ones that you need by name.
 */
export interface DispatchContext<Context = unknown> {
  /** A new id. The answer has it unless the receipt names another. */
  readonly runId: string;
  /**
   * The id of the request, as in its record: the sender's `X-Request-Id` if it is valid, which two requests
   * may share, else a new id. All elements of a batch have the same one.
   */
  readonly requestId: string;
  /**
   * Names the credentials that the request had, and none of their secrets: `token` for the hook token, with each of
   * its values, else the `auth` of the route. Keep it with the run for `completion.find`.
   */
  readonly proof?: string;
  /** On a route with an `auth` of a known vendor: its id, such as `github`. */
  readonly provider: string | undefined;
  /**
   * The same key means the same action: the rendered `dedupeKey` of the mapping, else the sender's
   * `Idempotency-Key` or, on a route with an `auth`, the delivery id; with `#` and the index for an element
   * of a list. If several mappings get the event, `#`, the index if there is one, `#` and the id of the mapping
   * follow. Undefined if there is none. Together with `name` it identifies an action.
   */
  readonly idempotencyKey: string | undefined;
  /** How long to remember the key, in seconds. Undefined without a key. */
  readonly idempotencyTtlSeconds: number | undefined;
  /**
   * The sender's own id of this delivery, under which it repeats it: the one that the `auth` of the route
   * names, else that of a known provider. Use it with care: a signature rarely covers it, and all elements of
   * a batch have the same one. A `dedupeKey` of the mapping does not change it.
   */
  readonly deliveryId: string | undefined;
  /** Where the delivery id was found. Undefined without one. */
  readonly deliveryIdFrom: "header" | "body" | undefined;
  /** Index in the list of a mapping with `forEach`; undefined for an action outside a list. */
  readonly index: number | undefined;
  /** Undefined for the built-in `wake` and `agent` routes. */
  readonly mappingId: string | undefined;
  /**
   * What the mapping's `route` and `undelivered` say about this event. Undefined unless the request showed the
   * proof of the mapping's `auth`.
   */
  readonly channelReports?: ChannelReports | undefined;
  /**
   * Which of the fields `name`, `to`, `sessionKey`, `agentId`, `model` and `thinking` hold text from outside:
   * a template read it from the event, a request to `/agent` or `/wake` sent it, or a transform set it. The
   * others come from the operator or are defaults. For the message and the text, see their `parts`.
   */
  readonly taintedFields: readonly TemplatedField[];
  /** As in the record of the request: `wake`, `agent`, or the name after the base path. */
  readonly name: string;
  /** The headers of `dispatchHeaders` that the sender sent, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address of the client, if the adapter knows it. */
  readonly remoteAddress: string | undefined;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /**
   * Aborts at the time limit of the dispatch, when the sender disconnects, and at `ingress.abort()`, unless
   * the dispatch has settled. Its reason is an `AbortError` whose `code` says which. Created on first use.
   */
  readonly signal: DispatchSignal;
  /** What the integrator passed to the adapter with the request: a tenant, a trace, `waitUntil`. */
  readonly context: Context | undefined;
}

/** What `dispatch` may return. */
export interface DispatchReceipt {
  readonly runId?: string;
}

/**
 * Optional members of an error that `dispatch` throws or rejects with. The answer is always a 503.
 *
 * @example
 * ```ts
 * const rejection: DispatchRejection = { code: "queue_full", retryAfterSeconds: 30 };
 * throw Object.assign(new Error("10,000 actions wait"), rejection);
 * ```
 */
export interface DispatchRejection {
  /**
   * The code of the answer instead of `dispatch_failed`: lower-case letters, digits and underscores. The
   * sender never gets codes of other refusals or other texts such as Node's `ECONNREFUSED`.
   */
  readonly code?: string;
  /** The `Retry-After` of the answer in seconds, at most a day. Default: 5. */
  readonly retryAfterSeconds?: number;
}

/**
 * Passes the action to the gateway. Its promise is awaited before the sender gets an answer: if it rejects,
 * or does not settle within `dispatchTimeoutMs`, the sender gets a 503 with `Retry-After`.
 */
export type Dispatch<Context = unknown> = (
  action: Action,
  context: DispatchContext<Context>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a dispatch without a receipt is `async () => {…}`.
) => PromiseOrValue<DispatchReceipt | undefined | void>;

/** The members that every abort signal has. */
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

/** The integrator's own `AbortSignal` if the types of a runtime are loaded, so that `fetch` accepts it. */
export type DispatchSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : BareSignal;

/** Why a dispatch was aborted. */
export type AbortCode = "dispatch_timeout" | "batch_timeout" | "client_closed" | "server_stopping";

/** The `reason` of an aborted signal. It has the name that `fetch` uses for its own. */
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
  /** As in the record of the request, which has the same run id. */
  readonly receivedAt: number;
  /** Milliseconds from receiving the request until the dispatch settled. */
  readonly durationMs: number;
  /** As in the record of the request. */
  readonly name: string;
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId?: string;
  /** From the receipt if it has one, else the one in the context of `dispatch`. */
  readonly runId: string;
  /** The index of an element of a batch. */
  readonly index?: number;
  /** Whether the gateway accepted the action after all. */
  readonly ok: boolean;
  /** The error, if it failed. */
  readonly detail?: string;
}

export type ReportLate = (late: LateDispatch) => void;

/**
 * Reports a dispatch that settled after its sender was answered. Without a listener, only a success is a
 * warning.
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
  return `The dispatch of run ${runId} for the hook "${shortName(name)}" succeeded after ${durationMs} ms, after its sender had got a 503.`;
}
