// An action → another gateway's /wake or /agent, tried again for as long as a sender waits.
import type { Dispatch, DispatchReceipt } from "@hookwright/core/ingress";
import { readRetryAfter } from "./read-retry-after.ts";
import { requestFromAction } from "./request-from-action.ts";
import { DEFAULT_LIMITS, type RetryLimits, retry, type Try } from "./retry.ts";

export interface ForwardOptions {
  /** The base path of the gateway's hooks, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly limits?: RetryLimits;
}

/** What the record of the request says when forwarding failed. Contains no token and no payload. */
class ForwardError extends Error {
  override readonly name = "ForwardError";
}

/**
 * The gateway treats the action like any request: it fences the text once more (the markers of our
 * fence become "[marker removed]"), and refuses session keys, agents and models that its own config
 * does not allow. A refusal is final, and the sender gets 503 all the same: nothing is lost while the
 * operator mends one of the two configs.
 */
export function createForward({ url, token, limits = DEFAULT_LIMITS }: ForwardOptions): Dispatch {
  return async (action, { runId, signal }) => {
    const { path, body } = requestFromAction(action);
    const init: RequestInit = {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        // A try whose answer was lost may have started the run: a gateway that reads this starts no second.
        "idempotency-key": runId,
      },
      body: JSON.stringify(body),
      // Elsewhere is another machine, and the token is not meant for it.
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

async function post(url: string, init: RequestInit): Promise<Try<DispatchReceipt>> {
  try {
    const response = await fetch(url, init);
    const answer = await readJson(response);
    return response.ok ? { ok: true, value: readReceipt(answer) } : describe(response, answer);
  } catch (error) {
    const { name, cause } = error as FetchError;
    return { ok: false, reason: reasonOf({ name, cause }), isTemporary: name !== "AbortError" };
  }
}

/** An answer that breaks off or is no JSON has its status still. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Ids are short and plain; what is not is another thing, and would reach the sender. */
const RUN_ID = /^[\w.:-]{1,200}$/;

function readReceipt(answer: unknown): DispatchReceipt {
  const runId = readText(answer, "runId");
  return runId !== undefined && RUN_ID.test(runId) ? { runId } : {};
}

/** The answer's own sentence may repeat the payload; its code, where it has one, does not. */
function describe({ status, headers }: Response, answer: unknown): Try<never> {
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

/** What fetch throws: a time-out, or a TypeError with the system's error as its cause. */
interface FetchError {
  readonly name: string;
  readonly cause?: { readonly code?: string } | undefined;
}

function reasonOf({ name, cause }: FetchError): string {
  if (name === "TimeoutError") return "no answer in time";
  if (name === "AbortError") return "its sender waits no longer, or the server stops";
  return `no connection (${cause?.code ?? name})`;
}
