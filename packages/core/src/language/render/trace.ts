// What rendering tells to whoever listens, in the order of the text.
import type { ReadSet } from "../origin/read.ts";

/** One rendered expression, as reported to a trace; `reads` are paths from the roots. */
export interface RenderedExpression extends ReadSet {
  readonly expression: string;
  readonly text: string;
}

/** Collects the spans that `explain` reports. Joined in order, their texts are the rendered text. */
export interface RenderTrace {
  literal(text: string): void;
  expression(rendered: RenderedExpression): void;
}
