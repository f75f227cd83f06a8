// An event through a mapping without a transform, with a trivial one in the server's thread, and with the
// same one in a worker: the cost of the round trip.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadHooks } from "@hookwright/config";
import { createTransformLoader } from "@hookwright/transforms";
import { interleave, printTable } from "./shared/interleave.mjs";

/** One event after the other, so that the figure includes the latency of a worker. */
const SIZES = /** @type {const} */ ([
  ["2 KB", 2_000, 1_000],
  ["200 KB", 200_000, 60],
]);

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-bench-"));
  mkdirSync(join(folder, "hooks/transforms"), { recursive: true });
  writeFileSync(join(folder, "hooks/transforms/trivial.js"), "export default () => undefined;");
  const ways = { none: undefined, inline: "inline", worker: "worker" };
  const loaded = Object.fromEntries(
    await Promise.all(
      Object.entries(ways).map(async ([name, isolation]) => [name, await load(folder, isolation)]),
    ),
  );
  const rows = [];
  for (const [label, size, calls] of SIZES) {
    const body = JSON.stringify(payloadOf(size));
    const measure = async (/** @type {string} */ name) => {
      const { hooks } = loaded[name];
      const start = performance.now();
      // Includes parsing, as every request is parsed; otherwise the case without a transform would cost nothing.
      for (let call = 0; call < calls; call++) {
        await hooks.resolve({ path: "e", payload: JSON.parse(body) });
      }
      return ((performance.now() - start) / calls) * 1_000;
    };
    const results = await interleave(Object.keys(ways), measure, { rounds: 15, warmUp: 2 });
    const none = results.get("none")?.value ?? Number.NaN;
    for (const [name, { value, ratio, low, high }] of results) {
      rows.push([
        ...[label, name, value.toFixed(0), ratio.toFixed(1)],
        `${low.toFixed(1)} to ${high.toFixed(1)}`,
        (value - none).toFixed(0),
      ]);
    }
  }
  printTable(
    "Transform modules: a body parsed and resolved, one after the other",
    ["payload", "transform", "µs", "ratio to none", "spread", "µs added"],
    rows,
  );
  for (const { close } of Object.values(loaded)) await close(0);
  rmSync(folder, { recursive: true });
}

/**
 * The mapping is the same, with its template and its fence.
 *
 * @param {string} folder
 * @param {string | undefined} isolation
 */
async function load(folder, isolation) {
  const mapping = {
    match: { path: "e" },
    messageTemplate: "{{items[0].title}} by {{sender}}",
    ...(isolation !== undefined && { transform: { module: "trivial.js" } }),
  };
  const transforms = isolation === undefined ? {} : { isolation };
  const file = join(folder, `${isolation}.json`);
  writeFileSync(file, JSON.stringify({ hooks: { mappings: [mapping], transforms } }));
  const loaded = await loadHooks(file, { createTransformLoader });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded;
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
