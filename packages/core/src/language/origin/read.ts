// What an expression reads, as the compiler tells it beside the closure.

/** Where the steps of a read start, if not at the root. */
export type ReadStart =
  /** The context, so many levels up. */
  | { readonly kind: "context"; readonly depth: number }
  /** A block parameter: the first is the value that the block steps into, the others tell its key. */
  | { readonly kind: "local"; readonly level: number; readonly isKey: boolean }
  /** The key of the element that the loop around is at. */
  | { readonly kind: "key"; readonly depth: number }
  /** The root, unless the context so many levels up has an own key of that name. */
  | { readonly kind: "shadowed"; readonly depth: number };

/** One path that a template reads. */
export interface TemplateRead {
  readonly root: string;
  readonly steps: readonly string[];
  /** Whether the steps start at the root, and not at some element of a block. */
  readonly exact: boolean;
  /** Absent where the steps start at the root. */
  readonly start?: ReadStart;
  /** Whether it is the payload's own key of that name first. */
  readonly yields?: boolean;
}

/** All that a value is computed of, and the helpers that it goes through, in the order as written. */
export interface ReadSet {
  readonly reads: readonly TemplateRead[];
  readonly helpers: readonly string[];
}
