// A compiled partial → the closure that renders a call of it.
import { defineInlines, enterPartial, type PartialKind } from "./enter-partial.ts";
import type { Renderer } from "./frame.ts";
import { indentRenderer } from "./indent.ts";
import type { ContextReader } from "./partial-context.ts";

export interface CompiledPartialCall {
  readonly kind: PartialKind;
  readonly render: Renderer;
  readonly enter: ContextReader;
  /** One for the partial and one for each block around its call. */
  readonly levels: number;
  readonly hasBody: boolean;
  /** The program that defines an inline partial. */
  readonly owner: object | undefined;
  /** Identifies the inline partials that the body of the call defines. */
  readonly passedInlines: object | undefined;
  readonly indent: string;
}

export function partialRenderer(partial: CompiledPartialCall): Renderer {
  const { kind, render, enter, levels, hasBody, owner, passedInlines, indent } = partial;
  const call: Renderer = (frame) => {
    frame.budget.enterPartial(levels);
    // `finally`, because the next element of the event uses the same budget after an error.
    try {
      const caller = passedInlines === undefined ? frame : defineInlines(frame, passedInlines);
      const entered = enter(frame);
      return render(enterPartial(caller, { kind, owner, hasBody, ...entered }));
    } finally {
      frame.budget.leavePartial(levels);
    }
  };
  return indent === "" ? call : indentRenderer(call, indent);
}
