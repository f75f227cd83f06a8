// Starts a program that holds every descriptor of the worker, notes its process id, and ends as the payload says.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

/** The pipe to the server. */
const SERVER_FD = 3;

const ENDINGS = {
  answers: () => ({ message: "started" }),
  exits: () => process.exit(4),
  hangs: () => new Promise(() => undefined),
  spins: () => {
    for (;;);
  },
};

export default ({ payload: { file, ending, detached = false } }) => {
  const stdio = ["inherit", "inherit", "inherit", SERVER_FD];
  const child = spawn("sleep", ["600"], { stdio, detached });
  child.unref();
  if (file !== undefined) writeFileSync(file, String(child.pid));
  return ENDINGS[ending]();
};
