// Helpers: calls of them against functions written by hand.
import { HELPERS } from "./shared/helpers.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";
import { checkEqual, createRenderer } from "./shared/render.mjs";
import { rowsFromResults } from "./shared/rows.mjs";
import { cpuNanosecondsPerCall, flatten } from "./shared/time-calls.mjs";

/** @typedef {(payload: unknown) => string} Renderer */

export async function run() {
  const rows = [];
  for (const { name, template, payload, byHand, turns = 1_000 } of HELPERS) {
    /** @type {Map<string, Renderer>} */
    const renderers = new Map();
    if (byHand !== undefined) renderers.set("by hand", byHand);
    renderers.set("Hookwright", createRenderer(template, {}));
    await checkEqual(renderers, payload);
    const results = await interleave(
      [...renderers.keys()],
      (how) => {
        const render = /** @type {Renderer} */ (renderers.get(how));
        return cpuNanosecondsPerCall(() => flatten(render(payload)), turns);
      },
      { rounds: Number(process.env["BENCH_ROUNDS"] ?? 51), warmUp: 5 },
    );
    rows.push(...rowsFromResults(name, results));
  }
  const head = ["helper", "how", "ns", "ratio to by hand", "spread"];
  printTable("Calls of helpers, strings flattened, processor time", head, rows);
}
