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

/** One tag of a template. */
export interface Tag {
  readonly type: "Tag";
  readonly kind: TagKind;
  /** What stands between the braces and the expression: `#`, `#>`, `^`, `{` and the like. */
  readonly sigil: string;
  /** Offsets of the whole tag, braces included. A raw block is one tag, up to the end of its close. */
  readonly start: number;
  readonly end: number;
  /** Where the expression inside begins: after braces, sigil and whitespace control. */
  readonly innerStart: number;
  readonly inner: string;
  /** Whether "~" removes the white space before and after the tag. */
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
}
