// Lines for an output → the same lines, later where it is slow; and fewer where it stands still.
import type { Output } from "../io.ts";

export interface BoundedWriter {
  /** `false` means that the line was dropped. Never throws. */
  readonly write: (line: string) => boolean;
}

export interface BoundedWriterOptions {
  /** Of what is kept until the output takes it. */
  readonly maxWaitingBytes: number;
  /** The line that stands where so many are missing. */
  readonly describeDropped: (lines: number) => string;
}

/** Hands one piece at a time to the output, which is therefore never asked to keep more itself. */
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
  const tellDropped = (): void => {
    if (dropped > 0) add(`${describeDropped(dropped)}\n`);
    dropped = 0;
  };

  const writeNext = (): void => {
    if (isWriting || lines.length === 0) return;
    const piece = lines.join("");
    const bytes = waitingBytes;
    lines = [];
    isWriting = true;
    // A reader that has gone is nothing to tell anybody: this is where it would be told.
    const done = (): void => {
      isWriting = false;
      waitingBytes -= bytes;
      if (lines.length === 0) tellDropped();
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
      // A single line may be longer than the limit: a report of many problems.
      if (waitingBytes > 0 && waitingBytes + Buffer.byteLength(text) > maxWaitingBytes) {
        dropped += 1;
        return false;
      }
      tellDropped();
      add(text);
      writeNext();
      return true;
    },
  };
}
