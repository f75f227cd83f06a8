// What runs the functions of one module, wherever they run.
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult, ImportResult } from "../calls/call-result.ts";

export interface ModuleRunner {
  readonly load: () => Promise<ImportResult>;
  /** Never rejects. */
  readonly call: (call: ExportCall) => Promise<CallResult>;
  /** Calls in progress, and any that still come, are answered; what is left running gets the grace. */
  readonly close: (graceMs: number) => Promise<void>;
  /** Fails the calls in progress and those that still come, and ends what is running. */
  readonly stop: () => void;
}
