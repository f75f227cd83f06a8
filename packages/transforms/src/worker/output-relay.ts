// The output of one module's workers → whole lines for the log of the server, within limits.
//
// A worker must not inherit the server's standard error: Node makes an inherited pipe blocking for every
// process that shares it, and a log that nobody reads would then stop the server.
import type { Readable } from "node:stream";

/** One line that a transform module printed. */
export interface ModuleOutput {
  /** The module, as the config names it. */
  readonly module: string;
  /** The process id of the worker. */
  readonly pid: number;
  /** The line without its end. */
  readonly text: string;
}

/** Writes a line to a log. `false` means that the line was not taken; it is then counted as dropped. */
export type WriteModuleOutput = (output: ModuleOutput) => unknown;

interface OutputRelayOptions {
  readonly module: string;
  readonly write: WriteModuleOutput;
}

export interface OutputRelay {
  /** Reads the stream to its end, also if lines are dropped, because a full pipe would block the worker. */
  readonly read: (stream: Readable, pid: number) => void;
}

const WINDOW_MS = 1_000;

/** Per window. A line costs the server up to 20 µs on a busy machine, so a module costs at most 4 %. */
export const MAX_RELAYED_LINES: number = 2_000;

/** Per window. */
export const MAX_RELAYED_CHARS: number = 1024 * 1024;

/** Per window. Dropped lines must be read too: 1 MiB of lines of one character takes up to 40 ms. */
export const MAX_READ_CHARS: number = 2 * 1024 * 1024;

/** A text without line ends must not fill the memory, so a longer line is cut into several. */
export const MAX_UNFINISHED_CHARS: number = 16 * 1024;

export function createOutputRelay({ module, write }: OutputRelayOptions): OutputRelay {
  const streams = new Set<Readable>();
  let isWindowOpen = false;
  let readChars = 0;
  let relayedChars = 0;
  let relayedLines = 0;
  let dropped = 0;
  let droppedPid = 0;

  const openWindow = (): void => {
    if (!isWindowOpen) setTimeout(closeWindow, WINDOW_MS).unref();
    isWindowOpen = true;
  };
  const closeWindow = (): void => {
    isWindowOpen = false;
    readChars = 0;
    relayedChars = 0;
    relayedLines = 0;
    reportDropped();
    // The log may still be full; the number is then reported in a later window.
    if (dropped > 0) openWindow();
    for (const stream of streams) stream.resume();
  };

  const reportDropped = (): void => {
    const lines = dropped === 1 ? "1 line" : `${dropped} lines`;
    const text = `Dropped ${lines} that this module printed: too many at once, or the log was full.`;
    if (dropped > 0 && isTaken({ module, pid: droppedPid, text })) dropped = 0;
  };
  const isTaken = (output: ModuleOutput): boolean => {
    try {
      return write(output) !== false;
    } catch {
      // An error of the log must not affect the server or an event.
      return false;
    }
  };

  const relay = (text: string, pid: number): void => {
    const isOverLimit =
      relayedLines >= MAX_RELAYED_LINES || relayedChars + text.length > MAX_RELAYED_CHARS;
    if (isOverLimit || dropped > 0 || !isTaken({ module, pid, text })) {
      dropped += 1;
      droppedPid = pid;
      return;
    }
    relayedLines += 1;
    relayedChars += text.length;
  };

  return {
    read: (stream, pid) => {
      let unfinished = "";
      const split = (piece: string): void => {
        openWindow();
        readChars += piece.length;
        let start = 0;
        for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", start)) {
          relay(unfinished + piece.slice(start, end), pid);
          unfinished = "";
          start = end + 1;
        }
        unfinished += piece.slice(start);
        if (unfinished.length > MAX_UNFINISHED_CHARS) finish();
        if (readChars > MAX_READ_CHARS) for (const each of streams) each.pause();
      };
      const finish = (): void => {
        if (unfinished !== "") relay(unfinished, pid);
        unfinished = "";
      };
      streams.add(stream);
      stream
        .setEncoding("utf8")
        .on("data", split)
        .on("error", () => undefined)
        .on("close", () => {
          streams.delete(stream);
          finish();
          if (streams.size === 0) reportDropped();
        });
    },
  };
}
