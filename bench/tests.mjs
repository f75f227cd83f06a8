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

const payload = { job: "lint", state: "red", steps: [{ name: "a", result: "ok" }, { name: "b" }] };

const cases = Array.from({ length: CASES }, (_, at) => ({
  name: `case ${at}`,
  event: { path: `ci-${at % MAPPINGS}`, payload },
  expect:
    at % 2 === 0
      ? { snapshot: true }
      : {
          mapping: `ci-${at % MAPPINGS}`,
          text: { contains: "- b: open" },
          sessionKey: "hook:ci:lint",
        },
}));

export function run() {
  console.log(
    `\n${CASES} cases, half of them with snapshots, of a config with ${MAPPINGS} mappings:`,
  );
  for (const ending of ["yaml", "json"]) {
    const folder = mkdtempSync(join(tmpdir(), "hookwright-bench-"));
    try {
      // JSON is YAML, too, and is read by its parser where the name says so.
      writeFileSync(
        join(folder, `hooks.${ending}`),
        JSON.stringify({ hooks: { mappings } }, null, 1),
      );
      writeFileSync(join(folder, `hooks.test.${ending}`), JSON.stringify({ cases }, null, 1));
      runOnce(folder);
      const times = Array.from({ length: ROUNDS }, () => runOnce(folder)).sort((a, b) => a - b);
      const median = times[Math.floor(times.length / 2)] ?? 0;
      console.log(
        `  ${ending}: ${Math.round(median)} ms (${Math.round(times[0] ?? 0)} to ${Math.round(times.at(-1) ?? 0)})`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

/** @param {string} folder @returns {number} milliseconds */
function runOnce(folder) {
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [bin, "test", folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stdout);
  return performance.now() - start;
}
