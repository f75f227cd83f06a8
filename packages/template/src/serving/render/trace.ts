// What rendering reports to a trace, in the order of the text.
import type { TemplateLocation } from "../../text-span.ts";
import type { ReadSet } from "../origin.ts";

/** One rendered expression, as reported to a trace; `reads` are paths from the roots. */
export interface RenderedExpression extends ReadSet {
  readonly expression: string;
  readonly text: string;
  /** Absent unless the template was linked with `locates`. */
  readonly at?: TemplateLocation;
}

/** A block whose argument was read; `reads` are paths from the roots. */
export interface OpenedBlock extends ReadSet {
  /** Its name; `section` where the block is named like a field. */
  readonly helper: string;
  /** The opening tag as written: `{{#if merged}}`. */
  readonly expression: string;
  /** What the argument came to. */
  readonly value: unknown;
  /** The opening tag. Absent unless the template was linked with `locates`. */
  readonly at?: TemplateLocation;
}

/** What of a block was rendered. */
export interface RenderedHalf {
  /** The text after the opening tag, after the `{{else}}`, or nothing if the block does not have that half. */
  readonly half: "body" | "else" | "none";
  /** How often the first half was rendered. */
  readonly turns: number;
}

/** A call of a helper that gave nothing to show. */
export interface EmptyCall {
  readonly helper: string;
  readonly args: readonly unknown[];
  readonly hash: Readonly<Record<string, unknown>>;
}

/** Collects the spans that `explain` reports. Joined in order, their texts are the rendered text. */
export interface RenderTrace {
  /** `at` is undefined for the indent of a partial, and unless the template was linked with `locates`. */
  literal(text: string, at?: TemplateLocation): void;
  expression(rendered: RenderedExpression): void;
  /** Said before what is inside; what it returns is called after it. */
  readonly block?: (opened: OpenedBlock) => (rendered: RenderedHalf) => void;
  /** Said before the expression or block that the call is part of. */
  readonly emptyCall?: (call: EmptyCall) => void;
}
