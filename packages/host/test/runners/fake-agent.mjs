// @ts-check
// An agent that does what scene.json in its home says, and prints records as pi does. It writes what it
// was given into log.json, and keeps running after SIGTERM where the scene says so.
import { spawn } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const home = String(process.env.HOME);
const scene = JSON.parse(readFileSync(`${home}/scene.json`, "utf8"));
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const input = Buffer.concat(chunks).toString("utf8");
const { argv, env } = process;
const log = { input, argv: argv.slice(2), env, cwd: process.cwd(), pids: [process.pid] };

/** @param {object} record */
const print = (record) => process.stdout.write(`${JSON.stringify(record)}\n`);
/** @param {string} text @param {object} [more] */
const say = (text, more = {}) => {
  const content = [
    { type: "thinking", thinking: "Hm." },
    { type: "text", text },
  ];
  print({
    type: "message_end",
    message: { role: "assistant", content, stopReason: "stop", ...more },
  });
};

if (scene.kind === "is-silent" && scene.stubborn) {
  process.on("SIGTERM", () => undefined);
  const child = spawn(process.execPath, [
    "-e",
    "process.on('SIGTERM',()=>{});setInterval(()=>{},1e6)",
  ]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  log.pids.push(Number(child.pid));
}
writeFileSync(`${home}/log.tmp`, JSON.stringify(log));
renameSync(`${home}/log.tmp`, `${home}/log.json`);
if (scene.unknownSession && argv.includes("--session")) {
  process.stderr.write("No session found\n");
  process.exit(1);
}
if (scene.kind === "is-silent") setInterval(() => undefined, 1_000_000);
else {
  print({ type: "session", id: scene.session ?? "0190-abc" });
  print({
    type: "message_end",
    message: { role: "user", content: [{ type: "text", text: input }] },
  });
  if (scene.kind === "refuses") say("", { stopReason: "error", errorMessage: "401 Wrong key" });
  if (scene.kind === "is-busy") say("", { stopReason: "error", errorMessage: "503 busy" });
  if (scene.kind === "narrates") {
    say("Let me look.");
    print({ type: "tool_execution_start" });
  }
  if (scene.kind === "breaks-off") {
    say("Half an ans");
    process.exitCode = 1;
  } else if (scene.text !== undefined) {
    say(scene.text, { usage: { input: 3, output: 4 } });
  }
  process.exitCode ??= scene.status ?? 0;
}
