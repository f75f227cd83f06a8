// A text while it is rendered → its pieces, for deliveries: channels escape what an expression gave, and nothing else.

import type { RenderTrace } from "@hookwright/template/runtime";
import type { TextSpan } from "./draft.ts";

interface CollectedSpans {
  readonly trace: RenderTrace;
  /** Neighbors of one kind are one piece. */
  readonly spans: readonly TextSpan[];
}

/** `outer` gets everything as well: the trace of `explain`. */
export function collectSpans(outer: RenderTrace | undefined): CollectedSpans {
  const spans: TextSpan[] = [];
  const add = (text: string, isLiteral: boolean): void => {
    const before = spans.at(-1);
    if (text === "") return;
    if (before?.isLiteral !== isLiteral) spans.push({ text, isLiteral });
    else spans[spans.length - 1] = { text: before.text + text, isLiteral };
  };
  const trace: RenderTrace = {
    ...outer,
    literal: (text, at) => {
      add(text, true);
      outer?.literal(text, at);
    },
    expression: (rendered) => {
      add(rendered.text, false);
      outer?.expression(rendered);
    },
  };
  return { trace, spans };
}
