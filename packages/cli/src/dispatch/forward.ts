// An action → a request to another gateway's /wake or /agent, retried while the sender waits.
import type { Dispatch, DispatchReceipt } from "@hookwright/core/ingress";
import { forwardedKey } from "./forwarded-key.ts";
import { readRetryAfter } from "./read-retry-after.ts";
import { requestFromAction } from "./request-from-action.ts";
import { DEFAULT_LIMITS, type RetryLimits, retry, type TryResult } from "./retry.ts";

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
    const { path, body } = requestFromAction(action);
    const init: RequestInit = {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        // A try whose answer was lost may have started the run. This key prevents a second run.
        "idempotency-key": forwardedKey(context),
      },
      body: JSON.stringify(body),
      // Attack: a redirect could send the token to another machine.
      redirect: "manual",
    };
    const forwarded = await retry(
      (tryMs) => {
        const either = AbortSignal.any([signal, AbortSignal.timeout(tryMs)]);
        return post(`${url}${path}`, { ...init, signal: either });
      },
      { ...limits, signal },
    );
    if (forwarded.ok) return forwarded.value;
    const tries = forwarded.tries === 1 ? "1 try" : `${forwarded.tries} tries`;
    throw new ForwardError(`${url}${path} failed after ${tries}: ${forwarded.reason}`);
  };
}

async function post(url: string, init: RequestInit): Promise<TryResult<DispatchReceipt>> {
  try {
    const response = await fetch(url, init);
    const answer = await readJson(response);
    return response.ok ? { ok: true, value: readReceipt(answer) } : describe(response, answer);
  } catch (error) {
    const { name, cause } = error as FetchError;
    return { ok: false, reason: reasonOf({ name, cause }), isTemporary: name !== "AbortError" };
  }
}

/** An answer that breaks off or is not JSON still has a status. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The id is passed on to the sender, so a text that does not look like an id is left out. */
const RUN_ID = /^[\w.:-]{1,200}$/;

function readReceipt(answer: unknown): DispatchReceipt {
  const runId = readText(answer, "runId");
  return runId !== undefined && RUN_ID.test(runId) ? { runId } : {};
}

/** The message of the answer may repeat the payload, so only its code is used. */
function describe({ status, headers }: Response, answer: unknown): TryResult<never> {
  const code = readText(answer, "code");
  const isTemporary = status === 408 || status === 429 || status >= 500;
  return {
    ok: false,
    reason:
      code !== undefined && /^\w{1,40}$/.test(code)
        ? `status ${status} (${code})`
        : `status ${status}`,
    isTemporary,
    waitMs: readRetryAfter(headers.get("retry-after"), Date.now()),
  };
}

function readText(answer: unknown, key: string): string | undefined {
  if (typeof answer !== "object" || answer === null || !Object.hasOwn(answer, key))
    return undefined;
  const value = (answer as Record<string, unknown>)[key];
  return typeof value === "string" ? value : undefined;
}

/** The errors of fetch: a time-out, an abort, or a TypeError with the system's error as its cause. */
interface FetchError {
  readonly name: string;
  readonly cause?: { readonly code?: string } | undefined;
}

function reasonOf({ name, cause }: FetchError): string {
  if (name === "TimeoutError") return "no answer in time";
  if (name === "AbortError") return "the sender has gone, or the server stops";
  return `no connection (${cause?.code ?? name})`;
}
