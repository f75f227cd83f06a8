// The interface of a runner, which calls the functions of one module.
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult, ImportResult } from "../calls/call-result.ts";

export interface ModuleRunner {
  readonly load: () => Promise<ImportResult>;
  /** Never rejects. */
  readonly call: (call: ExportCall) => Promise<CallResult>;
  /** Still answers calls, also later ones. Background work may go on for the grace period. */
  readonly close: (graceMs: number) => Promise<void>;
  /** Fails all calls, also later ones, and ends the workers. */
  readonly stop: () => void;
}
