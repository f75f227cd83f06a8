// The result of a parser of one format: plain data and the offsets of its values, or the errors.

/** A node of the syntax tree, in any format. Offsets are in UTF-16 code units. */
export interface SyntaxNode {
  readonly keyOffset: number;
  readonly valueOffset: number;
  readonly child: (step: string | number) => SyntaxNode | undefined;
  /** The members of an object, repeated ones too, or the elements of a list, in their order. */
  readonly entries: () => readonly SyntaxEntry[];
}

export interface SyntaxEntry {
  readonly step: string | number;
  readonly node: SyntaxNode;
}

/** A config and its syntax tree, or all syntax errors. */
export type ParseResult =
  | { readonly ok: true; readonly config: unknown; readonly root: SyntaxNode }
  | { readonly ok: false; readonly errors: readonly SyntaxProblem[] };

/** A mistake in the text. The sentence never repeats a part of the text, which may be a secret. */
export interface SyntaxProblem {
  readonly message: string;
  readonly hint?: string;
  /** Absent if the parser gives none. */
  readonly offset?: number;
}
