// The results of one call of a transform, and of one import of its module.

/** A thrown value as text, so that it can be sent to another process. It need not be an Error. */
export type ThrownDescription =
  | {
      readonly isError: true;
      readonly name: string;
      readonly message: string;
      readonly stack: string;
    }
  | { readonly isError: false; readonly type: string };

export type CallResult =
  /** JSON, or undefined. */
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "threw"; readonly thrown: ThrownDescription }
  /** Completes the sentence "The transform …". */
  | { readonly kind: "failed"; readonly reason: string }
  /** The module has not begun, because too much waited for it. The reason completes the same sentence. */
  | { readonly kind: "overloaded"; readonly reason: string };

/** One export of a module, as seen from another process. */
export interface ExportDescription {
  readonly name: string;
  /** Keys from the module's namespace to the function; absent if the export is not a function. */
  readonly path?: readonly string[];
  /** The beginning of the function's source text. */
  readonly source?: string;
}

export type ImportResult =
  | { readonly ok: true; readonly exports: readonly ExportDescription[] }
  | { readonly ok: false; readonly outcome: Exclude<CallResult, { kind: "result" }> };
