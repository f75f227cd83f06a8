// A line that a module printed → standard error, as long as somebody reads it.
import type { ModuleOutput } from "./output-relay.ts";

/** What Node keeps for a reader that is slow, or stands still. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Not standard output: a server may print its actions there, one JSON text a line. */
export function writeToStderr({ module, text }: ModuleOutput): boolean {
  if (process.stderr.writableLength > MAX_WAITING_BYTES) return false;
  // Unlike process.stderr.write, it survives a reader that has gone.
  // biome-ignore lint/suspicious/noConsole: this is the default log of an integrator who names none.
  console.error("%s", `[${module}] ${text}`);
  return true;
}
