// The progress of long work → a bar on a terminal, or a line at intervals for a pipe; always on standard error.
import { performance } from "node:perf_hooks";
import type { Io } from "../io.ts";
import { useColor, widthOf } from "./style.ts";

export interface Progress {
  /** Can be called often. There is no timer, because synchronous work would not let it run. */
  readonly step: (done: number, total: number) => void;
  /** Removes the bar. */
  readonly end: () => void;
}

/** Shorter work shows no progress. */
const QUIET_MS = 2_000;

/** In a pipe, each line stays. */
const LINE_MS = 5_000;

/** On a terminal, each replaces the last one. */
const BAR_MS = 100;

const MAX_BAR = 30;

const ERASE_LINE = "\r\u001B[K";

/** `what` is counted: "mutants". */
export function createProgress(
  what: string,
  { stderr, env, now = () => performance.now() }: Pick<Io, "stderr" | "env" | "now">,
): Progress {
  const width = env["TERM"] === "dumb" ? undefined : widthOf(stderr);
  const color = useColor(stderr, env);
  let next = now() + QUIET_MS;
  let isShown = false;
  return {
    step: (done, total) => {
      const at = now();
      if (at < next) return;
      next = at + (width === undefined ? LINE_MS : BAR_MS);
      const text = `${done} of ${total} ${what}`;
      if (width === undefined) {
        stderr.write(`${text}\n`);
        return;
      }
      isShown = true;
      stderr.write(`${ERASE_LINE}${barOf(done / Math.max(1, total), { text, width, color })}`);
    },
    end: () => {
      if (isShown) stderr.write(ERASE_LINE);
      isShown = false;
    },
  };
}

interface BarOptions {
  readonly text: string;
  readonly width: number;
  readonly color: boolean;
}

/** One column stays free: a full line would wrap and could not be erased. */
function barOf(share: number, { text, width, color }: BarOptions): string {
  const room = Math.min(MAX_BAR, width - text.length - 2);
  if (room < 4) return text.slice(0, Math.max(0, width - 1));
  const full = Math.round(room * Math.min(1, share));
  const bar = `${"█".repeat(full)}${"░".repeat(room - full)}`;
  return `${color ? `\u001B[36m${bar}\u001B[0m` : bar} ${text}`;
}
