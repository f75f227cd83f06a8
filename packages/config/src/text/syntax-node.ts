// The result of a parser of one format: plain data and where its values are in the text, or the errors.
import type { ConfigPath, TextSpan } from "@hookwright/core";
import type { TextEdit } from "../edit/text-edit.ts";
import type { ConfigDocument } from "../load-result.ts";
import type { CharacterSpans } from "./character-spans.ts";

/** A node of the syntax tree, in any format. Offsets are in UTF-16 code units. */
export interface SyntaxNode {
  readonly key: TextSpan;
  readonly value: TextSpan;
  /** For a string, the source of each of its code units; undefined for other values. */
  readonly characters: () => CharacterSpans | undefined;
  readonly child: (step: string | number) => SyntaxNode | undefined;
  /** The members of an object, including repeated ones, or the elements of a list, in order. */
  readonly entries: () => readonly SyntaxEntry[];
}

export interface SyntaxEntry {
  readonly step: string | number;
  readonly node: SyntaxNode;
}

/** A config and its syntax tree, or all syntax errors. */
export type ParseResult =
  | {
      readonly ok: true;
      readonly config: unknown;
      readonly root: SyntaxNode;
      readonly explain?: ConfigDocument["explain"];
      /** Values that may not mean what the author intended. */
      readonly misread?: readonly (Required<Omit<SyntaxProblem, "fix">> & {
        readonly path: ConfigPath;
        /** Default: warning. */
        readonly severity?: "hint" | "warning";
      })[];
    }
  | {
      readonly ok: false;
      /** At most 100. */
      readonly errors: readonly SyntaxProblem[];
      /** The number of errors beyond that limit. Absent: none. */
      readonly furtherProblems?: number;
    };

/** A mistake in the text. The message never quotes the text, which may be a secret. */
export interface SyntaxProblem {
  readonly message: string;
  readonly hint?: string;
  readonly span: TextSpan;
  /** The edit that corrects the text, if it is known. */
  readonly fix?: SyntaxFix;
}

export interface SyntaxFix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}
