// hookwright diff over 1,000 recorded events of 21 KB, in files of their own: the whole process, Node's start included.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const EVENTS = 1_000;
const bin = fileURLToPath(new URL("../packages/cli/bin/hookwright.js", import.meta.url));

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-bench-"));
  try {
    const configs = writeConfigs(folder);
    for (const [name, redacted] of /** @type {const} */ ([
      ["events as they came", []],
      ["events with five redacted values", ["login", "email", "id", "type", "name"]],
    ])) {
      writeEvents(join(folder, "events"), redacted);
      const args = [bin, "diff", ...configs, "--events", join(folder, "events"), "--json"];
      const times = Array.from({ length: ROUNDS }, () => timeOf(args)).sort((a, b) => a - b);
      const [best = 0] = times;
      const median = times[times.length >> 1] ?? 0;
      console.log(`diff, ${EVENTS} ${name}: ${median.toFixed(0)} ms (best ${best.toFixed(0)} ms)`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} args */
function timeOf(args) {
  const start = performance.now();
  try {
    execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    // Differences are what it looks for.
    if (/** @type {{ status?: number }} */ (error).status !== 1) throw error;
  }
  return performance.now() - start;
}

/** @param {string} folder */
function writeConfigs(folder) {
  const mapping = (/** @type {number} */ index) => ({
    id: `m${index}`,
    match: {
      path: "github",
      headers: { "x-github-event": "pull_request" },
      when: { "==": [{ var: "payload.number" }, index] },
    },
    sessionKey: "hook:github:{{repository.full_name}}",
    messageTemplate: "{{pull_request.title}}\n{{truncate pull_request.body 500}}\n{{sender.login}}",
  });
  const write = (/** @type {string} */ name, /** @type {object} */ last) => {
    const mappings = [...Array.from({ length: 20 }, (_, index) => mapping(index)), last];
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify({ hooks: { enabled: true, token: "${T}", mappings } }));
    return file;
  };
  const rest = { ...mapping(20), match: { path: "github" } };
  return [write("old.json", rest), write("new.json", { ...rest, messageTemplate: "{{action}}" })];
}

/** @param {string} folder @param {readonly string[]} redacted */
function writeEvents(folder, redacted) {
  const examples = createRequire(import.meta.url)("@octokit/webhooks-examples");
  const { examples: payloads } = examples.find(
    (/** @type {{ name: string }} */ { name }) => name === "pull_request",
  );
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < EVENTS; index++) {
    const payload = { ...payloads[index % payloads.length], number: index % 30 };
    const event = {
      path: "github",
      headers: { "x-github-event": "pull_request" },
      payload,
      recorded: {
        redacted: redacted.map((name) => ({ path: `payload.sender.${name}`, rule: "R5" })),
      },
    };
    writeFileSync(join(folder, `${index}.event.json`), JSON.stringify(event));
  }
}
