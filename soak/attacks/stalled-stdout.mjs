// `serve --dispatch print` into a pipe that nobody reads → the answers of 2,000 senders, and whether SIGTERM ends it.
//
// node soak/attacks/stalled-stdout.mjs [path of a built checkout]
// Takes at most a minute.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(process.argv[2] ?? ".");
const TOKEN = "a-long-random-text-of-the-soak";
const REQUESTS = 2_000;
const AT_ONCE = 50;
const PATIENCE_MS = 20_000;
const STOP_MS = 12_000;

const folder = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
const config = join(folder, "hooks.json5");
writeFileSync(config, JSON.stringify({ hooks: { enabled: true, token: TOKEN } }));
const main = resolve(root, "packages/cli/dist/main.js");
const child = spawn(process.execPath, [main, "serve", "--port", "0", "--config", config], {
  stdio: ["ignore", "pipe", "pipe"],
});
let log = "";
child.stderr.setEncoding("utf8").on("data", (text) => {
  log += text;
});
const exited = new Promise((done) => child.once("exit", (code, signal) => done(code ?? signal)));
while (!/http:\S+/.test(log)) await new Promise((done) => setTimeout(done, 20));
const [url] = /http:[\w:./]+/.exec(log);

async function send(size) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const body = JSON.stringify({ text: "x".repeat(size) });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(`${url}/wake`, { method: "POST", headers, body, signal });
    await answer.text();
    return answer.status;
  } catch {
    return "none";
  }
}

// More than the pipe and the read buffer of this process can take.
const filling = Array.from({ length: 10 }, () => send(100_000));
await Promise.race([Promise.all(filling), new Promise((done) => setTimeout(done, 10_000))]);
const counts = new Map();
let left = REQUESTS;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1;
      const status = await send(100);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      // A sender without an answer stops: the attack has succeeded, and would go on for minutes.
      if (status === "none") left = 0;
    }
  }),
);
const began = performance.now();
child.kill("SIGTERM");
const end = await Promise.race([
  exited,
  new Promise((done) => setTimeout(done, STOP_MS, "not ended")),
]);
const took = Math.round(performance.now() - began);
child.kill("SIGKILL");
rmSync(folder, { recursive: true, force: true });
console.log(`answers: ${[...counts].map(([status, times]) => `${status} × ${times}`).join(", ")}`);
console.log(`SIGTERM: ${end} after ${took} ms`);
process.exit(0);
