// What a request costs the processor, as ratios to the same work in handwritten code: the figures that docs/sizes.md keeps.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createNodeCrypto } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { githubHeaders } from "./shared/github-headers.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";
import { createPush } from "./shared/push.mjs";
import { use } from "./shared/time-calls.mjs";

const TOKEN = "bench-token-of-more-than-24-characters";
const SECRET = "bench-secret-of-more-than-24-characters";

/** Long enough for the clock of a process, short enough that a slow moment hits all. */
const ROUND_MS = 60;

/** @typedef {{ readonly ratio: number, readonly low: number, readonly high: number }} Gauge */

/** @returns {Promise<Readonly<Record<string, Gauge>>>} by what is done, beside the least that anybody must do for it */
export async function measureGauge({ rounds = Number(process.env["BENCH_ROUNDS"] ?? 31) } = {}) {
  const body = JSON.stringify(createPush(1));
  const bytes = Buffer.from(body);
  const ingress = createIngress({
    hooks: compileHooks(
      { hooks: { enabled: true, token: TOKEN, mappings } },
      // As `loadHooks` does: what Node brings takes less than the Web Crypto that the core finds by itself.
      { crypto: createNodeCrypto() },
    ),
    dispatch: () => undefined,
  });
  const signature = sign(bytes);
  const unsigned = githubHeaders(TOKEN);
  const { authorization: _, ...signed } = { ...unsigned, "x-hub-signature-256": signature };
  const receive = (/** @type {string} */ target, /** @type {Record<string, string>} */ headers) =>
    ingress.receive({
      method: "POST",
      target,
      headers: () => headers,
      remoteAddress: () => "192.0.2.1",
      readBody: async () => ({ kind: "bytes", bytes }),
      isGone: () => false,
    });
  const byHand = async () => JSON.parse(bytes.toString("utf8"));
  const signedByHand = async () => {
    if (!timingSafeEqual(Buffer.from(sign(bytes)), Buffer.from(signature))) throw new Error("?");
    return JSON.parse(bytes.toString("utf8"));
  };
  const kilobytes = (bytes.length / 1000).toFixed(0);
  return {
    [`a push of GitHub (${kilobytes} kB) with a token, beside JSON.parse`]: await compare(
      byHand,
      () => receive("/hooks/token", unsigned),
      rounds,
    ),
    [`the same with GitHub's signature, beside HMAC and JSON.parse`]: await compare(
      signedByHand,
      () => receive("/hooks/signed", signed),
      rounds,
    ),
  };
}

export async function run() {
  const rows = Object.entries(await measureGauge()).map(([name, { ratio, low, high }]) => [
    name,
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]);
  printTable("Processor time of a request", ["what", "ratio", "spread"], rows);
}

/**
 * @param {() => Promise<unknown>} byHand
 * @param {() => Promise<any>} ours
 * @param {number} rounds
 * @returns {Promise<Gauge>}
 */
async function compare(byHand, ours, rounds) {
  const { status } = await ours();
  if (status !== 202 && status !== 200) throw new Error(`The request was answered with ${status}.`);
  const turns = await turnsFor(ours);
  const calls = new Map([
    ["by hand", byHand],
    ["ours", ours],
  ]);
  const results = await interleave(
    [...calls.keys()],
    (name) => cpuPerCall(/** @type {() => Promise<unknown>} */ (calls.get(name)), turns),
    { rounds, warmUp: 5 },
  );
  const { ratio, low, high } = /** @type {Gauge} */ (results.get("ours"));
  return { ratio, low, high };
}

/** @param {() => Promise<unknown>} call */
async function turnsFor(call) {
  const turns = 200;
  await cpuPerCall(call, turns);
  return Math.ceil((ROUND_MS * 1000) / (await cpuPerCall(call, turns)));
}

/** In microseconds. Others on the machine do not count. @param {() => Promise<unknown>} call @param {number} turns */
async function cpuPerCall(call, turns) {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) use(await call());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / turns;
}

/** @param {Buffer} bytes */
function sign(bytes) {
  return `sha256=${createHmac("sha256", SECRET).update(bytes).digest("hex")}`;
}

const mapping = {
  name: "GitHub",
  sessionKey: "hook:github:{{sender.login}}",
  messageTemplate: "{{sender.login}} pushed to {{repository.full_name}}: {{head_commit.message}}",
};
const mappings = [
  { ...mapping, id: "token", match: { path: "token" } },
  {
    ...mapping,
    id: "signed",
    match: { path: "signed" },
    auth: { provider: "github", secret: SECRET },
  },
];
