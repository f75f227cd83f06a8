// The arguments of the process → its output and its exit code.
import { openNonBlocking } from "./output/open-non-blocking.ts";
import { run } from "./run.ts";

/** For what a server has still to write when it has stopped. */
const MAX_FLUSH_MS = 1_000;

// A reader that went away (`| head`) is no reason for a stack trace. Whoever must know learns it from `write`.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

let isServer = false;

// Not process.exit: what is still on its way into a pipe would be lost. A server that was told to stop has
// `exitWithin` for a pipe that nobody reads.
process.exitCode = await run(process.argv.slice(2), {
  // Opened only by the commands that read it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  get log() {
    isServer = true;
    return openNonBlocking(process.stderr.fd) ?? process.stderr;
  },
  env: process.env,
  signals: process,
  exitWithin: (milliseconds, exitCode) => {
    setTimeout(() => process.exit(exitCode), milliseconds).unref();
  },
});

// A reader that stands still keeps the process alive. A person may take any time to read a report, but a
// server must end.
if (isServer) setTimeout(() => process.exit(), MAX_FLUSH_MS).unref();
