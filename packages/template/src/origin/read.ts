// What an expression reads, as the compiler returns it beside the closure.

/** Where the steps of a read start if they do not start at the root. */
type ReadStart =
  /** The context, `depth` levels up. */
  | { readonly kind: "context"; readonly depth: number }
  /** A block parameter: the first is the element of the block, the second its key. */
  | { readonly kind: "local"; readonly level: number; readonly isKey: boolean }
  /** The key of the enclosing loop's current element. */
  | { readonly kind: "key"; readonly depth: number }
  /** The root, unless the context `depth` levels up has an own key of that name. */
  | { readonly kind: "shadowed"; readonly depth: number };

/** One path that a template reads. */
export interface TemplateRead {
  readonly root: string;
  readonly steps: readonly string[];
  /** Whether the steps start at the root; false where they start at an element of a block. */
  readonly exact: boolean;
  /** Absent where the steps start at the root. */
  readonly start?: ReadStart;
  /** Whether the payload's own key of that name may be meant. */
  readonly yields?: boolean;
}

/** All reads that a value is computed from, and the helpers that compute it, in source order. */
export interface ReadSet {
  readonly reads: readonly TemplateRead[];
  readonly helpers: readonly string[];
}
