// The port through which actions leave: what dispatch is given, and what it may return or reject with. Types only.

import { callListener, type PromiseOrValue } from "@hookwright/base";
import type { Action, TemplatedField } from "../../base/index.ts";
import { shortName } from "./record.ts";

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
export class DispatchAbort extends Error {
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
