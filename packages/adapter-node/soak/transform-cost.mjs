// node soak/transform-cost.mjs: an event through a mapping without a transform, with a trivial one inline,
// and with the same one in a worker, in turn; medians and ratios to none. Build first.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileHooks } from "@hookwright/core";
import { createTransformLoader } from "../dist/transforms/load/transform-loader.js";

const ROUNDS = 15;
const dir = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
mkdirSync(join(dir, "hooks/transforms"), { recursive: true });
writeFileSync(join(dir, "hooks/transforms/trivial.js"), "export default () => undefined;");
const loader = createTransformLoader({ configFile: join(dir, "hooks.json5") });
const hooks = {
  none: await compile(undefined),
  inline: await compile("inline"),
  worker: await compile("worker"),
};

console.log(`Node ${process.version}; microseconds per event, one after the other`);
for (const [label, size, calls] of /** @type {const} */ ([
  ["2 KB", 2_000, 1_000],
  ["200 KB", 200_000, 60],
])) {
  const event = { path: "e", payload: payloadOf(size) };
  const times = Object.fromEntries(Object.keys(hooks).map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, compiled] of Object.entries(hooks)) {
      const start = performance.now();
      for (let call = 0; call < calls; call++) await compiled.resolve(event);
      if (round >= 0) times[name].push(((performance.now() - start) / calls) * 1_000);
    }
  }
  const none = median(times.none);
  for (const [name, own] of Object.entries(times)) {
    const ratios = own.map((time, round) => time / times.none[round]);
    const spread = `${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}`;
    console.log(
      `${label.padStart(7)} ${name.padEnd(7)} ${median(own).toFixed(0).padStart(6)} µs, ${median(ratios).toFixed(1)} times none (${spread}), ${(median(own) - none).toFixed(0)} µs added`,
    );
  }
}
await loader.close(0);
rmSync(dir, { recursive: true });

/** @param {string | undefined} isolation */
async function compile(isolation) {
  const mapping = {
    match: { path: "e" },
    messageTemplate: "{{items[0].title}} by {{sender}}",
    ...(isolation && { transform: { module: "trivial.js" } }),
  };
  const config = { hooks: { mappings: [mapping], transforms: { isolation } } };
  const { transforms } = await loader.load(config);
  return compileHooks({ hooks: { mappings: [mapping] } }, { transforms });
}

/** @param {number} size in characters of JSON */
function payloadOf(size) {
  const item = {
    id: 1,
    title: "Größe",
    body: "some text of a middling length",
    done: false,
    tags: [1.5, null],
  };
  const count = Math.ceil(size / (JSON.stringify(item).length + 1));
  return { sender: "Ada", items: Array.from({ length: count }, (_, id) => ({ ...item, id })) };
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
