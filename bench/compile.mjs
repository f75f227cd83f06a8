// The time to compile 10,000 mappings, and the memory beyond the config itself.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { compileHooks } from "@hookwright/core";
import Handlebars from "handlebars";
import { interleave, printTable } from "./shared/interleave.mjs";

const COUNT = 10_000;

const KINDS = {
  "1 field": "New order {{order_id}}",
  "6 fields":
    "{{repository.full_name}}: {{pusher.name}} <{{pusher.email}}> pushed {{after}} to {{ref}}\n{{compare}}",
};

/** @param {string} template @param {number} index */
function createMapping(template, index) {
  return {
    id: `m-${index}`,
    match: { path: `m-${index}` },
    // Each mapping has a text of its own, as in a real config.
    messageTemplate: `Mapping ${index}. ${template}`,
  };
}

export async function run() {
  setFlagsFromString("--expose-gc");
  const collect = /** @type {() => void} */ (runInNewContext("gc"));
  const rows = [];
  for (const [name, template] of Object.entries(KINDS)) {
    const mappings = Array.from({ length: COUNT }, (_, index) => createMapping(template, index));
    const compilers = new Map([
      ["Hookwright", () => compileHooks({ hooks: { mappings } })],
      ["Handlebars, first render", () => mappings.map(compileHandlebars)],
    ]);
    const kept = new Map();
    const results = await interleave(
      [...compilers.keys()],
      (how) => {
        const compile = /** @type {() => unknown} */ (compilers.get(how));
        collect();
        const before = process.memoryUsage().heapUsed;
        const start = process.hrtime.bigint();
        const compiled = compile();
        const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
        collect();
        kept.set(how, [process.memoryUsage().heapUsed - before, compiled]);
        return milliseconds;
      },
      { rounds: Number(process.env["BENCH_ROUNDS"] ?? 5), warmUp: 1 },
    );
    for (const [how, { value, ratio }] of results) {
      const [bytes] = kept.get(how);
      rows.push([name, how, value.toFixed(0), ratio.toFixed(2), (bytes / COUNT).toFixed(0)]);
    }
  }
  printTable(
    `Compiling ${COUNT} mappings`,
    ["template", "how", "ms", "ratio to Hookwright", "bytes kept per mapping"],
    rows,
  );
}

/** It compiles when it is first rendered. @param {{ messageTemplate: string }} mapping */
function compileHandlebars({ messageTemplate }) {
  const template = Handlebars.compile(messageTemplate, { noEscape: true });
  template({});
  return template;
}
