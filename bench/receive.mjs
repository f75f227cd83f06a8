// A request in one process, without sockets: ingress.receive() by path and by header, and a foreign one by fetch.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { githubHeaders } from "./shared/github-headers.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";
import { use } from "./shared/time-calls.mjs";

const TOKEN = "bench-token-of-more-than-24-characters";
const TURNS = 50_000;
/** Fewer, as each takes a request of its own. */
const FOREIGN_TURNS = 5_000;
const FOREIGN = "adapter-fetch, not for the hooks";

export async function run() {
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN, mappings: mappings() } }),
    dispatch: () => undefined,
  });
  const plain = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const handler = createFetchHandler(ingress);
  /** @type {Request[]} A request keeps what was once read of it: each is handed over once. */
  let foreign = [];
  /** @type {Record<string, (turn: number) => Promise<unknown>>} */
  const calls = {
    "JSON.parse alone": async () => JSON.parse(BODY),
    "receive, by path": () => receive(ingress, "/hooks/path", plain),
    "receive, by header, 13 headers": () => receive(ingress, "/hooks/header", githubHeaders13),
    [FOREIGN]: (turn) => handler(/** @type {Request} */ (foreign[turn])),
  };
  const results = await interleave(
    Object.keys(calls),
    (name) => {
      const call = /** @type {(turn: number) => Promise<unknown>} */ (calls[name]);
      if (name !== FOREIGN) return cpuPerCall(call, TURNS);
      foreign = Array.from({ length: FOREIGN_TURNS }, createForeign);
      return cpuPerCall(call, FOREIGN_TURNS);
    },
    { rounds: Number(process.env["BENCH_ROUNDS"] ?? 21), warmUp: 3 },
  );
  const rows = [...results].map(([name, { value, ratio, low, high }]) => [
    name,
    value.toFixed(1),
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]);
  printTable("One request in one process", ["what", "µs of CPU", "ratio", "spread"], rows);
}

/** CPU time: others on the machine do not count. @param {(turn: number) => Promise<unknown>} call @param {number} turns */
async function cpuPerCall(call, turns) {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) use(await call(turn));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / turns;
}

function createForeign() {
  const headers = githubHeaders(TOKEN);
  return new Request("http://127.0.0.1:8080/health", { method: "POST", headers });
}

const githubHeaders13 = githubHeaders(TOKEN);
const BODY = JSON.stringify({
  action: "opened",
  repository: { full_name: "acme/site" },
  sender: { login: "ann" },
});
const BYTES = Buffer.from(BODY);

/** @param {import("@hookwright/core/ingress").Ingress} ingress @param {string} target @param {any} headers */
function receive(ingress, target, headers) {
  return /** @type {Promise<unknown>} */ (
    ingress.receive({
      method: "POST",
      target,
      headers: () => headers,
      remoteAddress: () => "192.0.2.1",
      readBody: readBytes,
      isGone: isNotGone,
    })
  );
}

const readBytes = async () => /** @type {const} */ ({ kind: "bytes", bytes: BYTES });
const isNotGone = () => false;

function mappings() {
  const mapping = {
    name: "GitHub",
    sessionKey: "hook:github:{{sender.login}}",
    messageTemplate: "{{action}} in {{repository.full_name}} by {{sender.login}}",
    allowUnsafeExternalContent: true,
  };
  return [
    { ...mapping, id: "path", match: { path: "path" } },
    { ...mapping, id: "header", match: { path: "header", headers: { "x-github-event": "push" } } },
  ];
}
