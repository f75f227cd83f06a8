// CPU per request and requests per second of each server, as ratios to a bare node:http server.
import { execFile, fork } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { githubHeaders } from "./shared/github-headers.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";

/**
 * `express` takes several times as long as the others; `adapter` is the node adapter without the
 * core. A name with a slash is the folder of another built checkout, whose `hookwright` is measured.
 */
const SERVERS = (process.env["BENCH_SERVERS"] ?? "bare,hookwright,fastify").split(",");
export const TOKEN = "bench-token-of-more-than-24-characters";
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 2);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);

const execute = promisify(execFile);

export async function run() {
  await checkWrk();
  const servers = new Map();
  try {
    for (const name of SERVERS) servers.set(name, await startServer(name));
    for (const body of await bodies()) await compare(body, servers);
  } finally {
    for (const { child } of servers.values()) child.kill();
  }
}

export async function checkWrk() {
  await execute("wrk", ["-v"]).catch((error) => {
    if (error.code === "ENOENT") throw new Error("The HTTP part needs wrk: apt-get install wrk.");
  });
}

/** Real bodies of several sizes, and one that consists of many. */
async function bodies() {
  const require = createRequire(import.meta.url);
  /** @type {{ examples: unknown[] }[]} */
  const definitions = require("@octokit/webhooks-examples/api.github.com/index.json");
  const compact = definitions
    .flatMap(({ examples }) => examples.map((example) => JSON.stringify(example)))
    .filter((text) => text.includes('"sender"') && text.includes('"repository"'));
  /** @param {number} size */
  const nearest = (size) =>
    compact.reduce((best, text) =>
      Math.abs(text.length - size) < Math.abs(best.length - size) ? text : best,
    );
  const many = [];
  for (let length = 0; length < 200_000; length += nearest(7_600).length)
    many.push(JSON.parse(nearest(7_600)));
  return [
    {
      label: "60 B wake",
      path: "/hooks/wake",
      body: '{"text":"The backup of tonight is done, all is well."}',
    },
    ...[2_400, 7_600, 26_000].map((size) => ({
      label: `${(nearest(size).length / 1000).toFixed(1)} KB`,
      path: "/hooks/github",
      body: nearest(size),
    })),
    {
      label: "200 KB",
      path: "/hooks/github",
      body: JSON.stringify({ ...JSON.parse(nearest(7_600)), events: many }),
    },
  ];
}

/** @param {string} name */
export async function startServer(name) {
  const url = name.includes("/")
    ? pathToFileURL(resolve(name, "bench/servers/hookwright.mjs"))
    : new URL(`./servers/${name}.mjs`, import.meta.url);
  const child = fork(url, { env: { ...process.env, BENCH_TOKEN: TOKEN } });
  const port = await new Promise((resolve) => child.once("message", resolve));
  // Server on one core, load on the other.
  await execute("taskset", ["-a", "-p", "-c", "1", String(child.pid)]).catch(() => undefined);
  return { child, port };
}

/** @param {{ label: string, path: string, body: string }} sample @param {Map<string, any>} servers */
async function compare({ label, path, body }, servers) {
  const script = join(tmpdir(), `hookwright-bench-${process.pid}.lua`);
  const pairs = Object.entries(githubHeaders(TOKEN)).map(
    ([name, value]) => `["${name}"]="${value}"`,
  );
  const headers = `{${pairs.join(",")}}`;
  const file = join(tmpdir(), `hookwright-bench-${process.pid}.json`);
  await writeFile(file, body);
  await writeFile(
    script,
    `local f=io.open("${file}","rb")\nwrk.method="POST"\nwrk.body=f:read("*a")\nwrk.headers=${headers}\n`,
  );
  /** @type {Map<string, number[]>} */
  const cpu = new Map(SERVERS.map((name) => [name, []]));
  const results = await interleave(
    SERVERS,
    async (name) => {
      const { child, port } = servers.get(name);
      const before = await cpuOf(child);
      const url = `http://127.0.0.1:${port}${path}`;
      const args = ["-c", "0", "wrk", "-t1", "-c16", `-d${SECONDS}s`, "-s", script, url];
      const { stdout } = await execute("taskset", args);
      const after = await cpuOf(child);
      if (/Non-2xx/.test(stdout)) throw new Error(`${name} refused requests: ${stdout}`);
      const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
      cpu.get(name)?.push((after - before) / requests);
      return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
    },
    { rounds: ROUNDS },
  );
  const base = cpu.get("bare")?.slice(1) ?? [];
  const rows = [...results].map(([name, { value, ratio, low, high }]) => {
    const ratios = (cpu.get(name)?.slice(1) ?? [])
      .map((own, round) => own / (base[round] ?? 1))
      .sort((a, b) => a - b);
    return [
      name,
      value.toFixed(0),
      ratio.toFixed(2),
      `${low.toFixed(2)} to ${high.toFixed(2)}`,
      (ratios[Math.floor(ratios.length / 2)] ?? Number.NaN).toFixed(2),
      `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
    ];
  });
  printTable(
    `${label}: ${path}`,
    ["server", "requests/s", "ratio", "spread", "CPU per request", "spread of CPU"],
    rows,
  );
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} microseconds */
export function cpuOf(child) {
  child.send("cpu");
  return new Promise((resolve) => child.once("message", (value) => resolve(Number(value))));
}
