// A module, the way to its function and a context → what the function returned, as JSON text.

import type { CallResult } from "./call-result.ts";
import { readAt } from "./describe-exports.ts";
import { describeThrown } from "./describe-thrown.ts";

export interface ExportCall {
  /** Keys from the module's namespace to the function. */
  readonly path: readonly string[];
  /** What the function gets. */
  readonly context: object;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

export type CallResultText =
  /** `undefined` is no JSON and means something else than `null`. */
  | { readonly kind: "result"; readonly json: string | undefined }
  | Exclude<CallResult, { kind: "result" }>;

/** Never rejects. The context must be a copy: the function may do with it what it likes. */
export async function callExport(namespace: unknown, call: ExportCall): Promise<CallResultText> {
  const { path, context, timeoutMs } = call;
  try {
    const transform = readAt(namespace, path) as (context: unknown, call: object) => unknown;
    const result = await transform(context, { timeoutMs });
    return resultToText(result);
  } catch (error) {
    return { kind: "threw", thrown: describeThrown(error) };
  }
}

/** An agent's message is shorter by far; what is longer was returned by mistake. */
const MAX_RESULT_CHARS = 1024 * 1024;

/** Taken before any module is loaded: a module may put its own in the place of the global one. */
const { stringify } = JSON;

function resultToText(result: unknown): CallResultText {
  try {
    const json = stringify(result) as string | undefined;
    if (json === undefined && result !== undefined) {
      return { kind: "failed", reason: `returned a ${typeof result}` };
    }
    if (json !== undefined && json.length > MAX_RESULT_CHARS) {
      return { kind: "failed", reason: `returned ${json.length} characters of JSON, too many` };
    }
    return { kind: "result", json };
  } catch (error) {
    return { kind: "failed", reason: `returned what cannot be written as JSON${why(error)}` };
  }
}

/** The engine's own words: they name types and fields, not values. */
function why(error: unknown): string {
  const thrown = describeThrown(error);
  return thrown.isError ? `: ${thrown.message.replace(/\s+/g, " ")}` : "";
}
