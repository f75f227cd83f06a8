// Parsing a body with integers that keep their digits, against JSON.parse alone.
import { createRequire } from "node:module";
import { parseJson } from "@hookwright/core";
import { interleave, printTable } from "./shared/interleave.mjs";
import { use } from "./shared/time-calls.mjs";

/** Short turns in many rounds: the difference is smaller than what the machine changes within a second. */
const MICROSECONDS_PER_MEASURE = 2_000;

export async function run() {
  const rows = [];
  for (const size of [1_000, 8_000, 25_000]) {
    const body = findBody(size);
    const id = body.replace('"id":', '"long":820982911946154508,"id":');
    rows.push(
      await compare(`${body.length} B`, body),
      await compare(`${id.length} B, one long`, id),
    );
  }
  printTable("JSON.parse and parseJson", ["body", "JSON.parse", "ratio", "middle half"], rows);
}

/** @param {string} name @param {string} body */
async function compare(name, body) {
  const bytes = Buffer.from(body);
  /** @type {Record<string, () => unknown>} */
  const calls = {
    "JSON.parse": () => JSON.parse(body),
    parseJson: () => parseJson(body, bytes),
  };
  const rounds = Number(process.env["BENCH_ROUNDS"] ?? 301);
  const turns = Math.max(2, Math.round(MICROSECONDS_PER_MEASURE / (body.length / 400)));
  const ratios = /** @type {number[]} */ ([]);
  const results = await interleave(
    Object.keys(calls),
    (call) => microsecondsPerCall(/** @type {() => unknown} */ (calls[call]), turns),
    { rounds, warmUp: 50, onRound: ([base = 1, own = 1]) => void ratios.push(own / base) },
  );
  ratios.sort((a, b) => a - b);
  const quarter = (/** @type {number} */ part) =>
    (ratios[Math.floor(ratios.length * part)] ?? 0).toFixed(3);
  const { value = 0 } = results.get("JSON.parse") ?? {};
  const { ratio = 0 } = results.get("parseJson") ?? {};
  return [name, `${value.toFixed(1)} µs`, ratio.toFixed(3), `${quarter(0.25)} to ${quarter(0.75)}`];
}

/** CPU time: others on the machine do not count. @param {() => unknown} call @param {number} turns */
function microsecondsPerCall(call, turns) {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) use(call());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / turns;
}

/** The delivery of GitHub's examples whose length is nearest. @param {number} size */
function findBody(size) {
  const examples = /** @type {readonly { examples: readonly unknown[] }[]} */ (
    createRequire(import.meta.url)("@octokit/webhooks-examples/api.github.com/index.json")
  );
  const texts = examples.flatMap((event) => event.examples.map((one) => JSON.stringify(one)));
  return texts.reduce((best, text) =>
    Math.abs(text.length - size) < Math.abs(best.length - size) ? text : best,
  );
}
