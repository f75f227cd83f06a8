// What reading a config gives: the plain data, the text, and the way from a path to its place in the text.
import type { ConfigPath, Position, Problem } from "@hookwright/core";

/** A config that could be parsed. */
export interface ConfigDocument {
  /** Plain data. A key named `__proto__` is an own property like any other. */
  readonly config: unknown;
  /** The text that it was read from, without a byte order mark. */
  readonly source: string;
  /** The name to print in reports, such as the path as it was given. */
  readonly filename: string;
  /** The place of a value, or of its key; where there is no such value, of the nearest parent. */
  readonly locate: (path: ConfigPath, part?: "value" | "key") => Position;
}

/** A document, or why there is none. */
export type ConfigReading =
  | { readonly ok: true; readonly document: ConfigDocument }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** The text, where there was one, for code frames. */
      readonly source?: string;
      readonly filename: string;
    };

/** A node of the text's syntax tree, whatever the format. Offsets count UTF-16 units from the start. */
export interface Place {
  readonly keyOffset: number;
  readonly valueOffset: number;
  readonly child: (step: string | number) => Place | undefined;
}

/** What a parser of one format gives. */
export type TextParse =
  | { readonly ok: true; readonly config: unknown; readonly root: Place }
  | { readonly ok: false; readonly errors: readonly SyntaxProblem[] };

/** A mistake in the text. The sentence never repeats a part of the text, which may be a secret. */
export interface SyntaxProblem {
  readonly message: string;
  readonly hint?: string;
  /** Absent where the parser does not tell. */
  readonly offset?: number;
}
