// An error thrown while compiling a template → the problem as data.
import type { Position } from "../../model/problem.ts";
import { positionFromOffset, type TemplateCode, TemplateSyntaxError } from "./syntax-error.ts";

export interface TemplateProblem {
  readonly code: TemplateCode;
  readonly message: string;
  readonly hint: string | undefined;
  /** Within the template, or within the partial where `partial` names one. */
  readonly position: Position;
  readonly partial: string | undefined;
}

/** Rethrows what is no TemplateSyntaxError: that would be a fault of ours. */
export function problemFromError(
  error: unknown,
  source: string,
  partial?: string,
): TemplateProblem {
  if (!(error instanceof TemplateSyntaxError)) throw error;
  const { code, message, hint, offset } = error;
  return { code, message, hint, position: positionFromOffset(source, offset), partial };
}
