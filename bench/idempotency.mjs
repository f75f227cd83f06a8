// What it costs to recognize repeats: CPU per request in memory, on against off, and latency with Redis.
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { compileHooks } from "@hookwright/core";
import { createIngress, createMemoryStore } from "@hookwright/core/ingress";
import { createRedisStore } from "@hookwright/store-redis";
import { createClient } from "@redis/client";
import { hasRedisServer, startRedisServer } from "../tools/test-support/redis-server.mjs";
import { checkWrk, cpuOf, startServer, TOKEN } from "./http.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 2);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
/** Longer than the store of the server, so that no event is a repeat. */
const EVENTS = 5_000;
const BODY_CHARACTERS = 1_000;

const execute = promisify(execFile);

export async function run() {
  await compareMemory();
  if (hasRedisServer()) await compareRedis();
  else console.log("\nThe rows with Redis need redis-server: apt-get install redis-server.");
}

async function compareMemory() {
  await checkWrk();
  const names = ["once-off", "once-on"];
  const servers = new Map();
  const script = join(tmpdir(), `hookwright-bench-${process.pid}.lua`);
  try {
    for (const name of names) servers.set(name, await startServer(name));
    for (const route of ["keyed", "signed"]) {
      await writeFile(script, scriptOf(route));
      const results = await interleave(
        names,
        async (name) => {
          const { child, port } = servers.get(name);
          const before = await cpuOf(child);
          const url = `http://127.0.0.1:${port}/hooks/${route}`;
          const args = ["-c", "0", "wrk", "-t1", "-c16", `-d${SECONDS}s`, "-s", script, url];
          const { stdout } = await execute("taskset", args);
          const after = await cpuOf(child);
          if (/Non-2xx/.test(stdout)) throw new Error(`${name} refused requests: ${stdout}`);
          return (after - before) / Number(/(\d+) requests in/.exec(stdout)?.[1]);
        },
        { rounds: ROUNDS },
      );
      const title = `A ${route} event of 1 KB, remembered in memory (aim: 1.05)`;
      printTable(title, ["what", "µs of CPU", "ratio", "spread"], rowsOf(results, 0));
    }
  } finally {
    for (const { child } of servers.values()) child.kill();
    await rm(script, { force: true });
  }
}

/** One event after the other, in a circle. @param {string} route */
function scriptOf(route) {
  const events = Array.from({ length: EVENTS }, (_, n) => {
    const body = bodyOf(n);
    const hmac = createHmac("sha256", TOKEN).update(body).digest("hex");
    const headers =
      route === "keyed"
        ? { authorization: `Bearer ${TOKEN}-of-the-hooks`, "idempotency-key": `key-${n}` }
        : { "x-hub-signature-256": `sha256=${hmac}`, "x-github-delivery": `d-${n}` };
    const pairs = Object.entries(headers).map(([name, value]) => `["${name}"]="${value}"`);
    return `{h={${pairs.join(",")}},b=[[${body}]]}`;
  });
  return `local events={${events.join(",\n")}}
local at=0
request=function()
  at=at%${EVENTS}+1
  return wrk.format("POST",nil,events[at].h,events[at].b)
end
`;
}

/** @param {number} n */
function bodyOf(n) {
  const fields = { action: "opened", repository: { full_name: "acme/site" }, sender: { login: n } };
  return JSON.stringify({ ...fields, note: "x".repeat(BODY_CHARACTERS - 110) });
}

async function compareRedis() {
  const redis = await startRedisServer();
  const client = createClient({ url: redis.url });
  await client.connect();
  const stores = { memory: createMemoryStore(), redis: createRedisStore({ client }) };
  const ingresses = new Map(
    Object.entries(stores).map(([name, idempotency]) => [
      name,
      createIngress({
        hooks: compileHooks({ hooks: { enabled: true, token: TOKEN } }),
        dispatch: () => undefined,
        idempotency,
      }),
    ]),
  );
  let key = 0;
  for (const atOnce of [1, 100]) {
    const results = await interleave(
      [...ingresses.keys()],
      async (name) => {
        const ingress = /** @type {any} */ (ingresses.get(name));
        const times = [];
        for (let turn = 0; turn < 2_000 / atOnce; turn++) {
          const start = performance.now();
          await Promise.all(
            Array.from({ length: atOnce }, () => ingress.receive(requestOf(`k-${++key}`))),
          );
          times.push(performance.now() - start);
        }
        times.sort((a, b) => a - b);
        return times[Math.floor(times.length / 2)] ?? Number.NaN;
      },
      { rounds: ROUNDS },
    );
    const title = `A wake with a key, without sockets, ${atOnce} at once: milliseconds until all are answered (median)`;
    printTable(title, ["store", "ms", "ratio", "spread"], rowsOf(results, 3));
  }
  client.destroy();
  await redis.stop();
}

const WAKE = Buffer.from('{"text":"The backup of tonight is done."}');

/** @param {string} key */
function requestOf(key) {
  return {
    method: "POST",
    target: "/hooks/wake",
    headers: () => ({ authorization: `Bearer ${TOKEN}`, "idempotency-key": key }),
    remoteAddress: () => undefined,
    readBody: async () => ({ kind: "bytes", bytes: WAKE }),
    isGone: () => false,
  };
}

/** @param {Map<string, { value: number, ratio: number, low: number, high: number }>} results @param {number} digits */
function rowsOf(results, digits) {
  return [...results].map(([name, { value, ratio, low, high }]) => [
    name,
    value.toFixed(digits),
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]);
}
