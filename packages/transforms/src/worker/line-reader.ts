// Pieces of text → whole lines.

interface LineReaderOptions {
  readonly onLine: (line: string) => void;
  /** The limit of a line in characters. `onTooLong` is called when a line exceeds it. */
  readonly maxChars: number;
  readonly onTooLong: () => void;
}

export function createLineReader(options: LineReaderOptions): (piece: string) => void {
  const { onLine, maxChars, onTooLong } = options;
  let pieces: string[] = [];
  let length = 0;
  return (piece) => {
    let start = 0;
    for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", start)) {
      pieces.push(piece.slice(start, end));
      const line = pieces.join("");
      pieces = [];
      length = 0;
      start = end + 1;
      onLine(line);
    }
    pieces.push(piece.slice(start));
    length += piece.length - start;
    if (length > maxChars) onTooLong();
  };
}
