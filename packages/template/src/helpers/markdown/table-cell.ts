// A text → one line in which nothing can end a cell of a Markdown table.

export function tableCell(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (!line.includes("|")) return line;
  const pieces = line.split("|");
  const last = pieces.pop();
  return pieces.map(escapePipe).join("") + last;
}

/** "\|" in the text would become "\\|": an escaped backslash, and a pipe that ends the cell. */
function escapePipe(before: string): string {
  let end = before.length;
  while (before[end - 1] === "\\") end -= 1;
  const backslashes = before.slice(end);
  return `${before}${backslashes}\\|`;
}
