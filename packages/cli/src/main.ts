// The arguments of the process → its output and its exit code.
import { run } from "./run.ts";

// A reader that went away (`| head`) is no reason for a stack trace. Whoever must know learns it from `write`.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// Not process.exit: what is still on its way into a pipe would be lost.
process.exitCode = await run(process.argv.slice(2), {
  // Opened only by the commands that read it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signals: process,
});
