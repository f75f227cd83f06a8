// The arguments of the process → its output and its exit code.
import { openNonBlocking } from "./output/open-non-blocking.ts";
import { readVersion } from "./read-version.ts";

/** For output that a stopped server has not written yet. */
const MAX_FLUSH_MS = 1_000;

// A closed reader (`| head`) must not cause a stack trace. `write` reports it to its caller.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

let isServer = false;

const args = process.argv.slice(2);

// Scripts ask for the version often, and it needs no command line.
if (args.length === 1 && args[0] === "--version") {
  process.stdout.write(`${readVersion()}\n`);
} else {
  // process.exit would lose output that is still being written to a pipe. A stopping server has `exitWithin` for a
  // pipe that nobody reads.
  process.exitCode = await runCommand();
}

// A stalled reader keeps the process alive. A person may take any time to read a report, but a server must
// end.
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
