// A module, the path of an export and a context → what the function returned, as JSON text.

import type { ModuleSignal } from "@hookwright/core";
import type { CallResult } from "./call-result.ts";
import { describeThrown, readAt } from "./call-result.ts";

export interface ExportCall {
  /** Keys from the module's namespace to the function. */
  readonly path: readonly string[];
  /** The argument of the function. */
  readonly context: object;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Of this call alone. Handed to the function; a worker that does not end the call in time is ended. */
  readonly signal?: ModuleSignal;
}

export type CallResultText =
  /** `undefined` is not JSON, and it means something else than `null`. */
  | { readonly kind: "result"; readonly json: string | undefined }
  | Exclude<CallResult, { kind: "result" }>;

/** Never rejects. The context must be a copy, because the function may change it. */
export async function callExport(namespace: unknown, call: ExportCall): Promise<CallResultText> {
  const { path, context, timeoutMs, signal } = call;
  try {
    const transform = readAt(namespace, path) as (context: unknown, call: object) => unknown;
    const result = await transform(context, { timeoutMs, ...(signal && { signal }) });
    return resultToText(result);
  } catch (error) {
    return { kind: "threw", thrown: describeThrown(error) };
  }
}

/** An agent's message is far shorter; a longer result is a mistake of the module. */
const MAX_RESULT_CHARS = 1024 * 1024;

/** Attack: a module may replace the global JSON, so this is read before any module is loaded. */
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
    return {
      kind: "failed",
      reason: `returned a value that cannot be written as JSON${why(error)}`,
    };
  }
}

/** The message of JSON.stringify names types and fields, and no values. */
function why(error: unknown): string {
  const thrown = describeThrown(error);
  return thrown.isError ? `: ${thrown.message.replace(/\s+/g, " ")}` : "";
}
