// A partial alone on an indented line → each line of what it renders gets the same indent.
import type { Renderer } from "./frame.ts";
import type { RenderedExpression, RenderTrace } from "./trace.ts";

export function indentRenderer(render: Renderer, indent: string): Renderer {
  return (frame) => {
    const { trace, lines } = frame;
    if (lines !== undefined) return lines.indented(indent, () => render(frame));
    if (trace === undefined) return indentText(render(frame), indent);
    return indentText(render({ ...frame, trace: indentTrace(trace, indent) }), indent);
  };
}

/** Every line but an empty last one. Lines end with "\n" and nothing else: "\r" belongs to a line. */
function indentText(text: string, indent: string): string {
  return text.replace(/[^\n]*\n|[^\n]+/g, (line) => indent + line);
}

/** The same for a trace, whose spans may begin and end within a line. */
function indentTrace(trace: RenderTrace, indent: string): RenderTrace {
  let atLineStart = true;
  const eachLine = (text: string, emit: (line: string) => void) => {
    for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) {
      if (atLineStart) trace.literal(indent);
      emit(line);
      atLineStart = line.endsWith("\n");
    }
  };
  return {
    ...trace,
    literal: (text) => eachLine(text, (line) => trace.literal(line)),
    expression: (rendered: RenderedExpression) =>
      rendered.text === ""
        ? trace.expression(rendered)
        : eachLine(rendered.text, (text) => trace.expression({ ...rendered, text })),
  };
}
