// An action → one line of JSON on a stream, or a refusal where the stream takes no more.
import type { Dispatch } from "@hookwright/core/ingress";
import type { Output } from "../io.ts";

export interface PrintLimits {
  /** Characters of all lines that wait for the stream. */
  readonly maxWaiting: number;
  /** How long the stream may keep one line before it counts as stalled, in milliseconds. */
  readonly stallMs: number;
}

/** A reader that pauses may fall behind by some large payloads. GitHub for one gives up after 10 s. */
const DEFAULT_LIMITS: PrintLimits = { maxWaiting: 4 * 1024 * 1024, stallMs: 5_000 };

/** What the record of the request says when printing failed. Contains no payload. */
class PrintError extends Error {
  override readonly name = "PrintError";
}

interface Line {
  readonly text: string;
  readonly settle: (error?: Error | null) => void;
}

/**
 * Fulfilled once the line is handed over: when the reader has gone, the sender has to know. The stream
 * gets one line at a time, because what it has cannot be taken back: a line that still waits here when
 * its sender is told 503 is never printed.
 */
export function createPrint(stdout: Output, limits: PrintLimits = DEFAULT_LIMITS): Dispatch {
  const waiting = new Set<Line>();
  let waitingSize = 0;
  let isWriting = false;
  let isStalled = false;

  const take = (line: Line): void => {
    if (waiting.delete(line)) waitingSize -= line.text.length;
  };
  const refuseWaiting = (): void => {
    isStalled = true;
    for (const line of waiting) {
      take(line);
      line.settle(createStallError());
    }
  };
  const writeNext = (): void => {
    const [line] = waiting;
    if (isWriting || line === undefined) return;
    take(line);
    isWriting = true;
    const timer = setTimeout(refuseWaiting, limits.stallMs);
    stdout.write(line.text, (error) => {
      clearTimeout(timer);
      isWriting = false;
      isStalled = false;
      line.settle(error);
      writeNext();
    });
  };

  return (action, context) => {
    const { runId, mappingId } = context;
    const text = `${JSON.stringify({ runId, mappingId, action })}\n`;
    if (isStalled) return Promise.reject(createStallError());
    // A line that finds nobody before it may have any length.
    if (isWriting && waitingSize + text.length > limits.maxWaiting) {
      return Promise.reject(new PrintError("Too many lines wait for standard output."));
    }
    return new Promise((resolve, reject) => {
      const settle: Line["settle"] = (error) => (error ? reject(error) : resolve(undefined));
      const line = { text, settle };
      waiting.add(line);
      waitingSize += text.length;
      writeNext();
      if (!waiting.has(line)) return;
      const { signal } = context;
      signal.addEventListener("abort", () => {
        take(line);
        reject(signal.reason);
      });
    });
  };
}

function createStallError(): PrintError {
  return new PrintError("Nobody reads standard output.");
}
