// What expressions tell → what a trace is told, when it is known whether their line stays.
import type { EmptyCall, RenderedExpression, RenderTrace } from "./trace.ts";

/** A literal, or an expression behind its calls that gave nothing. */
type Span =
  | string
  | { readonly rendered: RenderedExpression; readonly calls: readonly EmptyCall[] };

export class LineTrace {
  /** For the frame: blocks are told at once, expressions wait. */
  readonly inner: RenderTrace;
  readonly #outer: RenderTrace;
  #spans: Span[] = [];
  #calls: EmptyCall[] = [];
  #rendered: RenderedExpression | undefined;

  constructor(outer: RenderTrace) {
    this.#outer = outer;
    const { block } = outer;
    this.inner = {
      literal: outer.literal.bind(outer),
      expression: (rendered) => {
        this.#rendered = rendered;
      },
      emptyCall: (call) => {
        this.#calls.push(call);
      },
      ...(block !== undefined && {
        block: (opened) => {
          for (const call of this.#takeCalls()) outer.emptyCall?.(call);
          return block(opened);
        },
      }),
    };
  }

  /** The expression that was told last, once. */
  takeRendered(): RenderedExpression | undefined {
    const rendered = this.#rendered;
    this.#rendered = undefined;
    return rendered;
  }

  add(span: string | RenderedExpression): void {
    const isLiteral = typeof span === "string";
    this.#spans.push(isLiteral ? span : { rendered: span, calls: this.#takeCalls() });
  }

  breakLine(text: string): void {
    this.#outer.literal(text);
  }

  keepLine(): void {
    for (const span of this.#spans) {
      if (typeof span === "string") this.#outer.literal(span);
      else {
        for (const call of span.calls) this.#outer.emptyCall?.(call);
        this.#outer.expression(span.rendered);
      }
    }
    this.#spans = [];
  }

  /** Its expressions showed nothing. */
  dropLine(): void {
    this.#spans = this.#spans.flatMap((span) =>
      typeof span === "string" ? [] : [{ ...span, rendered: { ...span.rendered, text: "" } }],
    );
    this.keepLine();
  }

  #takeCalls(): readonly EmptyCall[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }
}
