// CPU per request of a signed route, as ratios to a bare node:http server that makes the same HMAC.
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkWrk, cpuOf, startServer, TOKEN } from "./http.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";
import { createPush } from "./shared/push.mjs";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 2);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);

/** Bytes of the body, and the ratio that the signed route aims at. */
const SIZES = /** @type {const} */ ([
  [1_000, 1.15],
  [25_000, 1.1],
  [200_000, 1.06],
]);

const WAYS = /** @type {const} */ ([
  ["bare", "signed-bare", true],
  ["right signature", "signed-hookwright", true],
  ["wrong signature", "signed-hookwright", false],
]);

const execute = promisify(execFile);

export async function run() {
  await checkWrk();
  const servers = new Map();
  try {
    for (const [, name] of WAYS) {
      if (!servers.has(name)) servers.set(name, await startServer(name));
    }
    for (const [size, aim] of SIZES) await compare(bodyOf(size), aim, servers);
  } finally {
    for (const { child } of servers.values()) child.kill();
  }
}

/** @param {number} size */
function bodyOf(size) {
  const push = createPush(0);
  const small = {
    action: "opened",
    repository: { full_name: "acme/site" },
    sender: { login: "a" },
  };
  if (size < 5_000) return JSON.stringify({ ...small, note: "x".repeat(size - 110) });
  let commits = 1;
  while (JSON.stringify(createPush(commits)).length < size) commits += 5;
  return JSON.stringify({ ...push, ...createPush(commits) });
}

/** @param {string} body @param {number} aim @param {Map<string, any>} servers */
async function compare(body, aim, servers) {
  const folder = join(tmpdir(), `hookwright-bench-${process.pid}`);
  const names = WAYS.map(([label]) => label);
  await writeFile(`${folder}.json`, body);
  const hmac = createHmac("sha256", TOKEN).update(body).digest("hex");
  const results = await interleave(
    names,
    async (label) => {
      const [, name, isRight] = WAYS.find(([own]) => own === label) ?? WAYS[0];
      const { child, port } = servers.get(name);
      const signature = `sha256=${isRight ? hmac : hmac.replace(/^../, "00")}`;
      await writeFile(
        `${folder}.lua`,
        `local f=io.open("${folder}.json","rb")\nwrk.method="POST"\nwrk.body=f:read("*a")\n` +
          `wrk.headers={["content-type"]="application/json",["x-hub-signature-256"]="${signature}"}\n`,
      );
      const before = await cpuOf(child);
      const url = `http://127.0.0.1:${port}/hooks/github`;
      const args = ["-c", "0", "wrk", "-t1", "-c16", `-d${SECONDS}s`, "-s", `${folder}.lua`, url];
      const { stdout } = await execute("taskset", args);
      const after = await cpuOf(child);
      if (/Non-2xx/.test(stdout) === isRight) throw new Error(`${label}: ${stdout}`);
      return (after - before) / Number(/(\d+) requests in/.exec(stdout)?.[1]);
    },
    { rounds: ROUNDS },
  );
  await Promise.all([rm(`${folder}.json`), rm(`${folder}.lua`)]);
  const rows = [...results].map(([name, { value, ratio, low, high }]) => [
    name,
    value.toFixed(0),
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]);
  const title = `A signed body of ${(body.length / 1000).toFixed(1)} KB (aim: ${aim})`;
  printTable(title, ["what", "µs of CPU", "ratio", "spread"], rows);
}
