// `hookwright test` with 100 cases, the start of Node included: what an author waits for after each change.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
const CASES = 100;
const MAPPINGS = 20;

const bin = fileURLToPath(new URL("../packages/cli/bin/hookwright.js", import.meta.url));

const mappings = Array.from({ length: MAPPINGS }, (_, at) => ({
  id: `ci-${at}`,
  match: { path: `ci-${at}`, when: { "==": [{ var: "payload.state" }, "red"] } },
  sessionKey: "hook:ci:{{job}}",
  messageTemplate:
    "{{job}} is {{state}}\n{{#each steps}}- {{name}}: {{default result 'open'}}\n{{/each}}",
}));

const event = {
  path: "ci",
  payload: { job: "lint", state: "red", steps: [{ name: "a", result: "ok" }, { name: "b" }] },
};

/** As authors write them: one recorded event, changed by each case. */
const cases = Array.from({ length: CASES }, (_, at) => ({
  name: `case ${at}`,
  event: "red.event.json",
  patch: { path: `ci-${at % MAPPINGS}` },
  expect:
    at % 2 === 0
      ? { snapshot: true }
      : { mapping: `ci-${at % MAPPINGS}`, text: { contains: "- b: open" } },
}));

/** One line for each item, which is YAML and JSON. @param {string} key @param {readonly object[]} items */
function toText(key, items) {
  return `{ ${JSON.stringify(key)}: [\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n] }`;
}

export function run() {
  console.log(
    `\n${CASES} cases, half of them with snapshots, of a config with ${MAPPINGS} mappings:`,
  );
  for (const ending of ["yaml", "json"]) {
    const folder = mkdtempSync(join(tmpdir(), "hookwright-bench-"));
    try {
      const config = `{ "hooks": ${toText("mappings", mappings)} }`;
      writeFileSync(join(folder, `hooks.${ending}`), config);
      writeFileSync(join(folder, `hooks.test.${ending}`), toText("cases", cases));
      writeFileSync(join(folder, "red.event.json"), JSON.stringify(event));
      runOnce(folder);
      const runs = Array.from({ length: ROUNDS }, () => runOnce(folder));
      const wall = runs.map((one) => one.wall).sort((a, b) => a - b);
      const cpu = runs.map((one) => one.cpu).sort((a, b) => a - b);
      const middle = Math.floor(ROUNDS / 2);
      console.log(
        `  ${ending}: ${Math.round(wall[middle] ?? 0)} ms (from ${Math.round(wall[0] ?? 0)}), of the processor ${Math.round(cpu[middle] ?? 0)} ms`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

/** On a machine with other work, the time of the processor says more. */
const REPORT_CPU =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write(String(user+system))})";

/** In milliseconds. @param {string} folder */
function runOnce(folder) {
  const start = performance.now();
  const args = ["--import", REPORT_CPU, bin, "test", folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
  return { wall: performance.now() - start, cpu: Number(stderr) / 1000 };
}
