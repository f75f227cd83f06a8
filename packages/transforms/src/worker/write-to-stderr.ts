// A line that a module printed → standard error, unless its reader is too slow.
import type { ModuleOutput } from "./output-relay.ts";

/** The limit of what Node buffers for a slow or stalled reader. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Standard output is not used, because a server may print its actions there as lines of JSON. */
export function writeToStderr({ module, text }: ModuleOutput): boolean {
  if (process.stderr.writableLength > MAX_BUFFERED_BYTES) return false;
  // Unlike process.stderr.write, this does not throw after the reader has closed the pipe.
  // biome-ignore lint/suspicious/noConsole: this is the default log of an integrator who passes none.
  console.error("%s", `[${module}] ${text}`);
  return true;
}
