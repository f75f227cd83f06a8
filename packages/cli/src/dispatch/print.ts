// An action → one line of JSON on a stream, or an error if the stream is stalled.

import { visibleJson } from "@hookwright/base";
import type { Dispatch } from "@hookwright/core/ingress";
import type { Output } from "../io.ts";

interface PrintLimits {
  /** Limit of all lines that wait for the stream, in characters. */
  readonly maxWaitingChars: number;
  /** The stream counts as stalled if one line takes longer, in milliseconds. */
  readonly stallMs: number;
}

/** A paused reader may fall behind by a few large payloads. A sender such as GitHub waits 10 s. */
const DEFAULT_LIMITS: PrintLimits = { maxWaitingChars: 4 * 1024 * 1024, stallMs: 5_000 };

/** Becomes the detail of the request's record. Contains no payload. */
class PrintError extends Error {
  override readonly name = "PrintError";
}

interface Line {
  readonly text: string;
  readonly settle: (error?: Error | null) => void;
}

/**
 * Resolves when the stream has taken the line, so that the sender gets 503 if the reader has gone. The
 * stream gets one line at a time, because a line cannot be withdrawn from it: a line whose sender gets 503
 * while it waits here is never printed.
 */
export function createPrint(stdout: Output, limits: PrintLimits = DEFAULT_LIMITS): Dispatch {
  const waiting = new Set<Line>();
  let waitingSize = 0;
  let isWriting = false;
  let isStalled = false;

  const remove = (line: Line): void => {
    if (waiting.delete(line)) waitingSize -= line.text.length;
  };
  const refuseWaiting = (): void => {
    isStalled = true;
    for (const line of waiting) {
      remove(line);
      line.settle(createStallError());
    }
  };
  const writeNext = (): void => {
    const [line] = waiting;
    if (isWriting || line === undefined) return;
    remove(line);
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
    const text = `${visibleJson({ runId, mappingId, action })}\n`;
    if (isStalled) return Promise.reject(createStallError());
    // A line of any length is accepted if no other line is being written.
    if (isWriting && waitingSize + text.length > limits.maxWaitingChars) {
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
        remove(line);
        reject(signal.reason);
      });
    });
  };
}

function createStallError(): PrintError {
  return new PrintError("Nobody reads standard output.");
}
