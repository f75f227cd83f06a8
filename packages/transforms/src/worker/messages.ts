// The messages between a server and its workers: one JSON text per line.
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult, ExportDescription, ThrownDescription } from "../calls/call-result.ts";

/**
 * Random. Attack: background work that an earlier event has left writes answers to the pipe, with the ids
 * of events to come.
 */
type CallId = string;

export type MessageToWorker =
  | { readonly kind: "load"; readonly url: string }
  | ({ readonly kind: "call"; readonly id: CallId } & ExportCall)
  /** Asks the worker to end when the background work of the module has ended. */
  | { readonly kind: "retire" };

export type MessageFromWorker =
  | { readonly kind: "loaded"; readonly exports: readonly ExportDescription[] }
  | { readonly kind: "unloadable"; readonly thrown: ThrownDescription }
  /** Sent before the module's code runs: a call that was not taken can be given to another worker. */
  | { readonly kind: "taken"; readonly id: CallId }
  | { readonly kind: "answer"; readonly id: CallId; readonly outcome: CallResult }
  /** Background work of the module failed. */
  | { readonly kind: "background"; readonly thrown: ThrownDescription };
