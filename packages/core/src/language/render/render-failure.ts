// What rendering threw → why there is no text, as data; anything else is a fault of ours.
import { RenderLimitError } from "../../data/budget.ts";
import { TooDeepError } from "../../data/text-from-value.ts";
import { HelperFailedError } from "./helper.ts";

/** Why a template has no text for these values. */
export interface RenderFailure {
  readonly code: "render_limit" | "payload_too_deep" | "helper_failed";
  /** The rest of a sentence, or, of a helper, what it threw: for the operator and not for a sender. */
  readonly message: string;
}

/** Rethrows what no value can cause. */
export function failureFromError(error: unknown): RenderFailure {
  if (error instanceof HelperFailedError) return { code: "helper_failed", message: error.message };
  if (error instanceof TooDeepError) return { code: "payload_too_deep", message: error.message };
  if (error instanceof RenderLimitError) return { code: "render_limit", message: error.message };
  throw error;
}
