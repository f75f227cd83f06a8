// Pieces of output → whole lines, and the rest at the end. Lines that are too long are left out.

/** A line of an agent holds at most an answer and what it thought. */
const MAX_LINE_CHARACTERS = 16_777_216;

interface LineSplitter {
  readonly add: (text: string) => void;
  readonly end: () => void;
}

export function splitLines(onLine: (line: string) => void): LineSplitter {
  let rest = "";
  let isTooLong = false;
  const tell = (line: string): void => {
    if (!isTooLong) onLine(line);
    isTooLong = false;
  };
  return {
    add(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) tell(line);
      if (rest.length > MAX_LINE_CHARACTERS) {
        isTooLong = true;
        rest = "";
      }
    },
    end: () => {
      if (rest !== "") tell(rest);
    },
  };
}
