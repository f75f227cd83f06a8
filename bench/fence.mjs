// The fence: what it adds to resolving a text, in nanoseconds and as a ratio to another build.
import { pathToFileURL } from "node:url";
import * as core from "@hookwright/core";
import { interleave, printTable } from "./shared/interleave.mjs";
import { flatten, nanosecondsPerCall } from "./shared/time-calls.mjs";

/** @type {Readonly<Record<string, string>>} */
const TEXTS = {
  prose: "Hello <b>team</b>, the deployment of release 4.2 finished & all checks are green. ",
  lines: "Hello team, the deployment of release 4.2 finished, and all checks are green.\n",
  HTML: '<tr><td class="x">Release&nbsp;4.2</td><td>finished &amp; green</td></tr>\n',
  quotes: "Hello “team”, the deployment of release 4.2 finished — all checks are green 👍. ",
  Japanese: "今日は、リリース4.2の配備が完了しました。すべての検査は緑です。",
};

/** `BENCH_BEFORE` names the folder of another built core, which is measured in turn with this one. */
const before = process.env["BENCH_BEFORE"];

export async function run() {
  const builds = { now: core, ...(before !== undefined && { before: await importCore(before) }) };
  const rows = [];
  for (const [name, piece] of Object.entries(TEXTS)) {
    for (const length of [1_500, 26_000]) {
      // As JSON.parse gives it: in one piece.
      const text = JSON.parse(JSON.stringify(piece.repeat(length).slice(0, length)));
      const results = await interleave(
        Object.keys(builds),
        (build) => added(builds[/** @type {keyof typeof builds} */ (build)], text),
        { rounds: Number(process.env["BENCH_ROUNDS"] ?? 15), warmUp: 2 },
      );
      const { value = Number.NaN } = results.get("now") ?? {};
      const old = results.get("before");
      rows.push([
        `${name}, ${length / 1_000} KB`,
        value.toFixed(0),
        old === undefined ? "" : old.value.toFixed(0),
        old === undefined ? "" : (1 / old.ratio).toFixed(2),
        old === undefined ? "" : `${(1 / old.high).toFixed(2)} to ${(1 / old.low).toFixed(2)}`,
      ]);
    }
  }
  const head = ["text", "ns added", "before", "ratio to before", "spread"];
  printTable("The fence, added to resolving", head, rows);
}

/** @param {string} folder @returns {Promise<typeof core>} */
async function importCore(folder) {
  return import(pathToFileURL(`${folder}/dist/index.js`).href);
}

/** @param {typeof core} build @param {string} text */
function added({ compileHooks }, text) {
  const event = { path: "note", payload: { text }, receivedAt: 0 };
  const [fenced = 0, open = 0] = [false, true].map((allowUnsafeExternalContent) => {
    const mappings = [
      { match: { path: "note" }, messageTemplate: "{{text}}", allowUnsafeExternalContent },
    ];
    const hooks = compileHooks({ hooks: { mappings } });
    return nanosecondsPerCall(() => {
      const resolution = /** @type {any} */ (hooks.resolve(event));
      flatten(resolution.action.message);
    }, 6_000_000 / text.length);
  });
  return fenced - open;
}
