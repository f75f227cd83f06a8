// Literals and the parts between them → the closure that writes the body to the lines of the frame.
import { type BodyPart, renderField } from "./body.ts";
import type { Frame, Renderer } from "./frame.ts";
import { type LineLiteral, LineWriter } from "./line-writer.ts";

/** There is one more literal than there are parts. The closure returns no text: a writer has it. */
export function createLineBodyRenderer(
  literals: readonly LineLiteral[],
  parts: readonly BodyPart[],
): Renderer {
  const lengths = literals.map(lengthOf);
  return (frame) => {
    const { budget } = frame.run;
    const lines = frame.run.lines as LineWriter;
    let length = lengths[0] as number;
    lines.literal(literals[0] as LineLiteral);
    // Ends beyond the limit: a text longer than the runtime allows would throw a RangeError.
    for (let index = 0; index < parts.length && length <= budget.charactersLeft; index++) {
      const part = parts[index] as BodyPart;
      // Of a block or a partial this is empty.
      const value = typeof part === "function" ? part(frame) : renderField(part, frame);
      lines.value(value);
      lines.literal(literals[index + 1] as LineLiteral);
      length += value.length + (lengths[index + 1] as number);
    }
    budget.spendText(length, literals.length);
    return "";
  };
}

function lengthOf({ head, firstBreak, inner, lastBreak, tail }: LineLiteral): number {
  return head.length + firstBreak.length + inner.length + lastBreak.length + tail.length;
}

/** The body of a template → the closure that returns its text. */
export function createLinesRenderer(render: Renderer, last: LineLiteral): Renderer {
  const isTagged = last.firstBreak === "" && last.isTagged;
  return (frame) => {
    const lines = new LineWriter(frame.run.budget, frame.run.trace);
    render(enterLines(frame, lines));
    return lines.finish(isTagged);
  };
}

/**
 * Not a spread: engines give its result another shape
 * than other frames, and whatever reads frames gets slower.
 */
function enterLines(frame: Frame, lines: LineWriter): Frame {
  return {
    run: { scope: frame.run.scope, budget: frame.run.budget, trace: lines.trace, lines },
    context: frame.context,
    isPayload: frame.isPayload,
    parent: frame.parent,
    loop: frame.loop,
    outer: frame.outer,
    locals: frame.locals,
    body: frame.body,
    inlines: frame.inlines,
    origin: frame.origin,
    localOrigins: frame.localOrigins,
  };
}
