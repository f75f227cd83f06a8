// An action → a request to another gateway's /wake or /agent, retried while the sender waits.

import { createHash } from "node:crypto";
import { readTextMember } from "@hookwright/base";
import type { Action, DeliverAction } from "@hookwright/core";
import type { Dispatch, DispatchContext, DispatchReceipt } from "@hookwright/core/ingress";
import { sleep, systemTime } from "@hookwright/node-kit/clock";
import {
  type Answer,
  type Exchange,
  type FailedExchange,
  type HttpRequest,
  sendRequest,
} from "@hookwright/node-kit/http";
import { retryAfterMs, spreadWait } from "@hookwright/node-kit/times";

interface ForwardOptions {
  /** The base path of the gateway's hooks, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly limits?: RetryLimits;
}

/** Becomes the detail of the request's record. Contains no token and no payload. */
class ForwardError extends Error {
  override readonly name = "ForwardError";
}

/**
 * Limit: the gateway treats the action like any request. It fences the text again (and replaces the markers
 * of our fence by "[marker removed]"), and refuses session keys, agents and models that its config does not
 * allow. A refusal is not retried, but the sender still gets 503, so that it sends the event again after
 * the operator has corrected one of the two configs.
 */
export function createForward({ url, token, limits = DEFAULT_LIMITS }: ForwardOptions): Dispatch {
  return async (action, context) => {
    const { signal } = context;
    if (action.kind === "deliver") throw new ForwardError(NO_DELIVERIES);
    const { path, body } = requestFromAction(action);
    const request: HttpRequest = {
      url: `${url}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        // A try whose answer was lost may have started the run. This key prevents a second run.
        "idempotency-key": forwardedKey(context),
      },
      body: JSON.stringify(body),
    };
    const forwarded = await retry(
      async (timeoutMs) => resultOfExchange(await sendRequest(request, { signal, timeoutMs })),
      { ...limits, signal },
    );
    if (forwarded.ok) return forwarded.value;
    const tries = forwarded.tries === 1 ? "1 try" : `${forwarded.tries} tries`;
    throw new ForwardError(`${url}${path} failed after ${tries}: ${forwarded.reason}`);
  };
}

const NO_DELIVERIES =
  'Another gateway takes no texts to deliver: serve mappings with "action": "deliver" with --dispatch host';

/** An answer that breaks off or is not JSON still has a status. */
function resultOfExchange(exchange: Exchange): TryResult<DispatchReceipt> {
  if (exchange.kind !== "answer") {
    return { ok: false, reason: reasonOf(exchange), isTemporary: exchange.code !== "aborted" };
  }
  const { status, body } = exchange;
  const isAccepted = status >= 200 && status < 300;
  return isAccepted ? { ok: true, value: readReceipt(body) } : refusal(exchange);
}

/** The id is passed on to the sender, so a text that does not look like an id is left out. */
const RUN_ID = /^[\w.:-]{1,200}$/;

function readReceipt(answer: unknown): DispatchReceipt {
  const runId = readTextMember(answer, "runId");
  return runId !== undefined && RUN_ID.test(runId) ? { runId } : {};
}

/** The message of the answer may repeat the payload, so only its code is used. */
function refusal({ status, headers, body }: Answer): TryResult<never> {
  const code = readTextMember(body, "code");
  const isTemporary = status === 408 || status === 429 || status >= 500;
  return {
    ok: false,
    reason:
      code !== undefined && /^\w{1,40}$/.test(code)
        ? `status ${status} (${code})`
        : `status ${status}`,
    isTemporary,
    waitMs: retryAfterMs(headers.get("retry-after"), Date.now()) ?? 0,
  };
}

function reasonOf({ code, system }: FailedExchange): string {
  if (code === "timeout") return "no answer in time";
  if (code === "aborted") return "the sender has gone, or the server stops";
  return `no connection (${system ?? code})`;
}

/** What gateways accept. */
const MAX_KEY_CHARACTERS = 256;

/**
 * The sender's own key, else the id of a delivery header, so that a sender that tries again does not
 * start a second run. An id from a body is not used: anybody may write it, and the event after it
 * would be lost.
 */
export function forwardedKey(
  context: Pick<
    DispatchContext,
    "runId" | "idempotencyKey" | "deliveryId" | "deliveryIdFrom" | "index"
  >,
): string {
  const { idempotencyKey, deliveryId, deliveryIdFrom, index } = context;
  const element = idempotencyKey ?? elementKey({ deliveryId, deliveryIdFrom, index });
  if (element === undefined) return context.runId;
  if (element.length <= MAX_KEY_CHARACTERS) return element;
  return createHash("sha256").update(element).digest("hex");
}

/** The elements of a batch share one delivery, so each adds its index; their own keys have it already. */
function elementKey({
  deliveryId,
  deliveryIdFrom,
  index,
}: Pick<DispatchContext, "deliveryId" | "deliveryIdFrom" | "index">): string | undefined {
  if (deliveryId === undefined || deliveryIdFrom !== "header") return undefined;
  return index === undefined ? deliveryId : `${deliveryId}:${index}`;
}

type ForwardedAction = Exclude<Action, DeliverAction>;

interface GatewayRequest {
  readonly path: "/wake" | "/agent";
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Sends the text fenced, as an agent would get it. These requests have no fields for `parts`,
 * `untrustedText` and `coalesce`, so they are left out.
 */
export function requestFromAction(action: ForwardedAction): GatewayRequest {
  const { kind, parts: _parts, untrustedText: _outside, coalesce: _window, ...body } = action;
  return { path: kind === "wake" ? "/wake" : "/agent", body };
}

export interface RetryLimits {
  /** Includes the first try. */
  readonly maxTries: number;
  /** Limit of all tries and pauses together, in milliseconds. */
  readonly budgetMs: number;
  /** Limit of one try, in milliseconds. */
  readonly tryMs: number;
  /** The first pause, in milliseconds. Each further pause is twice as long. */
  readonly firstPauseMs: number;
}

/** A sender such as GitHub waits 10 s. A gateway that restarts is usually back within these pauses. */
export const DEFAULT_LIMITS: RetryLimits = {
  maxTries: 4,
  budgetMs: 8_000,
  tryMs: 4_000,
  firstPauseMs: 300,
};

type TryResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Whether the same request may succeed later. */
      readonly isTemporary: boolean;
      /** The pause that the other side asks for. */
      readonly waitMs?: number;
    };

type RetryResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string; readonly tries: number };

/**
 * `run` must end by itself after the milliseconds that it gets, and when the signal aborts. The signal also
 * ends a pause.
 */
async function retry<Value>(
  run: (tryMs: number) => Promise<TryResult<Value>>,
  { signal, ...limits }: RetryLimits & { readonly signal: AbortSignal },
): Promise<RetryResult<Value>> {
  const end = performance.now() + limits.budgetMs;
  for (let tries = 1; ; tries++) {
    // Timers take whole numbers. A pause may have taken longer than asked, so the rest may be negative.
    const leftMs = Math.max(1, Math.ceil(end - performance.now()));
    const result = await run(Math.min(limits.tryMs, leftMs));
    if (result.ok) return result;
    const pauseMs = Math.max(
      result.waitMs ?? 0,
      spreadWait(limits.firstPauseMs * 2 ** (tries - 1), Math.random),
    );
    const isOver = tries === limits.maxTries || performance.now() + pauseMs >= end;
    if (isOver || !result.isTemporary) return { ok: false, reason: result.reason, tries };
    await sleep(pauseMs, systemTime, signal);
    if (signal.aborted) return { ok: false, reason: result.reason, tries };
  }
}
