// What a server and its workers say to each other: one JSON text a line.
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult, ExportDescription, ThrownDescription } from "../calls/call-result.ts";

export type MessageToWorker =
  | { readonly kind: "load"; readonly url: string }
  | ({ readonly kind: "call"; readonly id: number } & ExportCall)
  /** End as soon as nothing that a module left running is left. */
  | { readonly kind: "retire" };

export type MessageFromWorker =
  | { readonly kind: "loaded"; readonly exports: readonly ExportDescription[] }
  | { readonly kind: "unloadable"; readonly thrown: ThrownDescription }
  /** Said before the module's code runs: an event that no worker has taken can be given to another. */
  | { readonly kind: "taken"; readonly id: number }
  | { readonly kind: "answer"; readonly id: number; readonly outcome: CallResult }
  /** What a module left running has failed. */
  | { readonly kind: "background"; readonly thrown: ThrownDescription };
