// An error that rendering threw → the failure as data; other errors are rethrown.
import { RenderLimitError, WorkLimitError } from "./budget.ts";
import { HelperFailedError } from "./helper.ts";
import { TooDeepError } from "./text-from-value.ts";

/** Why a template cannot be rendered with these values. */
export interface RenderFailure {
  readonly code: "work_limit" | "render_limit" | "payload_too_deep" | "helper_failed";
  /** For the operator, not for a sender: a clause, or the message of what a helper threw. */
  readonly message: string;
}

/** Rethrows errors that no payload can cause: they are faults in this library. */
export function failureFromError(error: unknown): RenderFailure {
  if (error instanceof HelperFailedError) return { code: "helper_failed", message: error.message };
  if (error instanceof TooDeepError) return { code: "payload_too_deep", message: error.message };
  if (error instanceof RenderLimitError) return { code: "render_limit", message: error.message };
  if (error instanceof WorkLimitError) return { code: "work_limit", message: error.message };
  throw error;
}
