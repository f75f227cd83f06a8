// One tag of a template, as the scanner finds it.

export type TagKind =
  | "comment"
  | "raw"
  | "open"
  | "inverse"
  | "close"
  | "else"
  | "partial"
  | "value";

export interface Tag {
  readonly kind: TagKind;
  /** Offsets of the whole tag, braces included. A raw block is one tag, up to the end of its close. */
  readonly start: number;
  readonly end: number;
  /** Where the expression inside begins: after braces, sigil and whitespace control. */
  readonly innerStart: number;
  readonly inner: string;
}
