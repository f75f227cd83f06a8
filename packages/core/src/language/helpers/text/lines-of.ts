// A text → its lines, whatever ends them: what Markdown takes for the end of a line.

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}
