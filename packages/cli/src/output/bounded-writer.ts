// Lines → the same lines on an output that may be slow; lines beyond a limit are dropped and counted.
import type { Output } from "../io.ts";

interface BoundedWriter {
  /** `false` means that the line was dropped. Never throws. */
  readonly write: (line: string) => boolean;
}

interface BoundedWriterOptions {
  /** The limit of what is kept until the output takes it. */
  readonly maxWaitingBytes: number;
  /** The line that replaces this number of dropped lines. */
  readonly describeDropped: (lines: number) => string;
}

/** Hands one piece at a time to the output, so that the output never buffers more than one. */
export function createBoundedWriter(output: Output, options: BoundedWriterOptions): BoundedWriter {
  const { maxWaitingBytes, describeDropped } = options;
  let lines: string[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let isWriting = false;

  const add = (line: string): void => {
    waitingBytes += Buffer.byteLength(line);
    lines.push(line);
  };
  const reportDropped = (): void => {
    if (dropped > 0) add(`${describeDropped(dropped)}\n`);
    dropped = 0;
  };

  const writeNext = (): void => {
    if (isWriting || lines.length === 0) return;
    const piece = lines.join("");
    const bytes = waitingBytes;
    lines = [];
    isWriting = true;
    // The error of a closed output is ignored: the log is the only place to report it.
    const done = (): void => {
      isWriting = false;
      waitingBytes -= bytes;
      if (lines.length === 0) reportDropped();
      writeNext();
    };
    try {
      output.write(piece, done);
    } catch {
      done();
    }
  };

  return {
    write: (line) => {
      const text = `${line}\n`;
      // A single line may exceed the limit, such as a report of many problems.
      if (waitingBytes > 0 && waitingBytes + Buffer.byteLength(text) > maxWaitingBytes) {
        dropped += 1;
        return false;
      }
      reportDropped();
      add(text);
      writeNext();
      return true;
    },
  };
}
