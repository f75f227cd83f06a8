// What runs the functions of one module, wherever they run.
import type { ExportCall } from "../calls/call-export.ts";
import type { CallOutcome, ModuleImport } from "../calls/outcome.ts";

export interface ModuleHost {
  readonly load: () => Promise<ModuleImport>;
  /** Never rejects. */
  readonly call: (call: ExportCall) => Promise<CallOutcome>;
  /** Calls at hand, and any that still come, are answered; what is left running gets the grace. */
  readonly close: (graceMs: number) => Promise<void>;
  /** Fails the calls at hand and those that still come, and ends what is running. */
  readonly stop: () => void;
}
