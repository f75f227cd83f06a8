// Mutation of a config: 500 mutants and 50 cases with snapshots, of which one mapping's reach each mutant.
import { expandCases } from "@hookwright/testing";
import { runMutants } from "@hookwright/testing/mutation";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const MUTANTS = 500;

const mappings = Array.from({ length: 25 }, (_, index) => ({
  id: `m${index}`,
  match: {
    path: "github",
    headers: { "x-github-event": ["pull_request", "pull_request_target"] },
    when: { "==": [{ var: "payload.number" }, index] },
  },
  sessionKey: "hook:github:{{repository}}:{{number}}",
  deliver: false,
  messageTemplate:
    "{{title}}\n{{#if draft}}Draft{{else}}Ready{{/if}}\n{{truncate body 500}}\n{{#each labels}}{{this}} {{/each}}{{default author 'nobody'}}",
}));

const cases = expandCases(
  Array.from({ length: 50 }, (_, index) => ({
    name: `case ${index}`,
    event: {
      path: "github",
      headers: { "x-github-event": "pull_request" },
      payload: {
        number: index % 25,
        repository: "a/b",
        title: "T",
        draft: index > 24,
        labels: ["x"],
      },
    },
    expect: { snapshot: true },
  })),
);

export async function run() {
  const times = [];
  let counts = {};
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const choose = (/** @type {readonly import("@hookwright/testing").Mutant[]} */ all) =>
      all.slice(0, MUTANTS);
    const report = await runMutants({ hooks: { mappings } }, [{ cases }], { choose });
    counts = report.counts;
    times.push(performance.now() - start);
  }
  const [best = 0] = times.toSorted((a, b) => a - b);
  console.log(`mutation, ${MUTANTS} mutants of 25 mappings, 50 cases: ${best.toFixed(0)} ms`);
  console.log(JSON.stringify(counts));
}
