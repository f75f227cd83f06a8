// Positions in a template, and what to write instead of a piece of it. Problems of configs have them, too.

/** A position in a text; both numbers count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of a text, by offsets from 0 in UTF-16 code units. The end is behind its last character. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A part of a template as its author wrote it, or of the partial that is named. */
export interface TemplateLocation extends TextSpan {
  readonly partial?: string;
}

/** What to write instead of a piece of a template. */
export interface TemplateEdit extends TextSpan {
  readonly text: string;
}
