// Texts that forge lines and drive terminals, in names, warnings and the output of a module → what the log of `serve` has of them.
//
// node soak/attacks/forged-log-lines.mjs [path of a built checkout]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { exchange, requestText } from "../shared/hosts.mjs";

const TOKEN = "t0ken-of-the-soak-0123456789";
const HOSTILE = "\u009b2J\u202eforged\u2028\u001b]0;title\u0007";
const main = resolve(process.argv[2] ?? ".", "packages/cli/bin/hookwright.js");

const folder = mkdtempSync(join(tmpdir(), "hookwright-log-"));
mkdirSync(join(folder, "hooks/transforms"), { recursive: true });
writeFileSync(
  join(folder, "hooks/transforms/loud.js"),
  "export default ({ payload }) => { console.log(payload.text); throw new Error(payload.text); };",
);
const mappings = [
  { match: { path: "loud" }, messageTemplate: "x", transform: { module: "loud.js" } },
];
writeFileSync(
  join(folder, "hooks.json"),
  JSON.stringify({
    hooks: { enabled: true, token: TOKEN, mappings: [...mappings, { messageTemplate: "x" }] },
  }),
);

for (const options of [[], ["--json"]]) {
  const child = spawn(
    process.execPath,
    [main, "serve", "--config", join(folder, "hooks.json"), "--port", "0", ...options],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    log += chunk;
  });
  const until = async (pattern) => {
    for (let turn = 0; turn < 100 && !pattern.test(log); turn++) {
      await new Promise((done) => setTimeout(done, 100));
    }
    return pattern.exec(log);
  };
  const port = Number((await until(/127\.0\.0\.1:(\d+)/))?.[1]);
  const authorization = [`Authorization: Bearer ${TOKEN}`];
  const body = JSON.stringify({ text: HOSTILE }).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  await exchange(port, requestText("/hooks/loud", authorization, body));
  // Node takes bytes above 0x7f in a target; in Latin-1 they are C1 controls.
  await exchange(port, Buffer.from(requestText(`/hooks/a\u009b2J?token=${TOKEN}`, []), "latin1"));
  await exchange(port, Buffer.from(requestText("/hooks/b\u009b2J", []), "latin1"));
  await until(/401[\s\S]*\n/);
  await new Promise((done) => setTimeout(done, 500));
  child.kill("SIGKILL");
  const controls = log.match(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu) ?? [];
  console.log(
    `serve ${options.join(" ")}: ${log.trimEnd().split("\n").length} lines, ${controls.length} control characters`,
  );
}
rmSync(folder, { recursive: true });
