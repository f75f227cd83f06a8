// An agent for `host.runner.command`: tells every 10 ms that it and a program of its own are alive, ignores SIGTERM,
// and answers after some seconds.
//
// In the environment: TICK_FILE, and TICK_MS for its time.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const { HOOKWRIGHT_SESSION_KEY: key, TICK_FILE: file = "", TICK_MS: time } = process.env;
const [, script = "", first] = process.argv;
/** The agent's own id stands for the turn. */
const turn = first ?? String(process.pid);

process.on("SIGTERM", () => undefined);
const tick = () =>
  appendFileSync(file, `${JSON.stringify({ key, turn, pid: process.pid, at: Date.now() })}\n`);
tick();
setInterval(tick, 10);
if (first === undefined) {
  spawn(process.execPath, [script, turn], { stdio: "ignore" });
  process.stdin.resume();
  setTimeout(() => {
    process.stdout.write("Done.\n");
    process.exit(0);
  }, Number(time));
} else {
  setTimeout(() => process.exit(0), Number(time));
}
