// The arguments of the process → its output and its exit code.
import { openNonBlocking } from "./output/open-non-blocking.ts";
import { readVersion } from "./read-version.ts";

/** For what a server has still to write when it has stopped. */
const MAX_FLUSH_MS = 1_000;

// A reader that went away (`| head`) is no reason for a stack trace. Whoever must know learns it from `write`.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

let isServer = false;

const args = process.argv.slice(2);

// Scripts ask for the version often, and it needs no command line to be read.
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.write(`${readVersion()}\n`);
} else {
  // Not process.exit: what is still on its way into a pipe would be lost. A server that was told to stop
  // has `exitWithin` for a pipe that nobody reads.
  process.exitCode = await runCommand();
}

// A reader that stands still keeps the process alive. A person may take any time to read a report, but a
// server must end.
if (isServer) setTimeout(() => process.exit(), MAX_FLUSH_MS).unref();

async function runCommand(): Promise<number> {
  const { run } = await import("./run.ts");
  return run(args, {
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
}
