// A text → its lines, with the line ends of Markdown: "\n", "\r\n" and "\r".

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}
