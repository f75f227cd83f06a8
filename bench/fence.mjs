// The fence against a plain template literal of the same size.
import { compileHooks } from "@hookwright/core";
import { interleave, printTable } from "./shared/interleave.mjs";
import { flatten, nanosecondsPerCall } from "./shared/time-calls.mjs";

const TEXT = "Hello <b>team</b>, the deployment of release 4.2 finished & all checks are green. ";

export async function run() {
  const rows = [];
  for (const [label, length] of /** @type {const} */ ([
    ["1.5 KB", 1_500],
    ["26 KB", 26_000],
  ])) {
    const text = TEXT.repeat(Math.ceil(length / TEXT.length)).slice(0, length);
    const event = { path: "note", payload: { text }, receivedAt: 0 };
    const open = compile(true);
    const fenced = compile(false);
    const calls = {
      "without fence": () => open.resolve(event),
      "with fence": () => fenced.resolve(event),
    };
    const results = await interleave(
      Object.keys(calls),
      (name) =>
        nanosecondsPerCall(() => {
          const resolution = /** @type {any} */ (calls[/** @type {keyof typeof calls} */ (name)]());
          flatten(resolution.action.message);
        }, 3_000_000 / length),
      { rounds: 15, warmUp: 2 },
    );
    const plain = results.get("without fence")?.value ?? 0;
    for (const [name, { value }] of results) {
      rows.push([label, name, value.toFixed(0), (value - plain).toFixed(0)]);
    }
  }
  printTable("The fence, in nanoseconds", ["text", "how", "ns", "added"], rows);
}

/** @param {boolean} allowUnsafeExternalContent */
function compile(allowUnsafeExternalContent) {
  const mappings = [
    { match: { path: "note" }, messageTemplate: "{{text}}", allowUnsafeExternalContent },
  ];
  return compileHooks({ hooks: { mappings } });
}
