// An error of the reader, or a place in a template → the problem as data.
import type { Position, TemplateEdit } from "./position.ts";
import {
  type PositionFinder,
  positionFromOffset,
  type TemplateCode,
  TemplateSyntaxError,
} from "./syntax-error.ts";

export interface TemplateProblem {
  readonly code: TemplateCode;
  readonly message: string;
  readonly hint: string | undefined;
  /** Within the template, or within the partial where `partial` names one. */
  readonly position: Position;
  /** The same place in UTF-16 code units from the start. */
  readonly offset: number;
  readonly partial: string | undefined;
  /** What to write in place of a piece of the source. */
  readonly edit?: TemplateEdit | undefined;
}

/** A text that is read or compiled: the template, or one of its partials. */
interface SourceText {
  readonly source: string;
  readonly partial?: string | undefined;
}

/** Rethrows every other error: that would be a fault of ours. */
export function problemFromError(error: unknown, text: SourceText): TemplateProblem {
  if (!(error instanceof TemplateSyntaxError)) throw error;
  const { code, message, hint, offset } = error;
  return problemAt(offset, { code, message, hint }, text);
}

export function problemAt(
  offset: number,
  { code, message, hint }: Pick<TemplateProblem, "code" | "message" | "hint">,
  { source, partial }: SourceText,
  positionAt: PositionFinder = positionFromOffset,
): TemplateProblem {
  const position = positionAt(source, offset);
  return { code, message, hint, position, offset, partial };
}
