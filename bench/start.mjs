// The costs of a process before its first answer: an import, the first event, the first request.
//
// Every figure is measured in its own process, because a second time is faster. `BENCH_NODE`
// names another Node binary; a second run with it compares two versions.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { interleave, printTable } from "./shared/interleave.mjs";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const NODE = process.env["BENCH_NODE"] ?? process.execPath;

const ENTRIES = [
  "@hookwright/core",
  "@hookwright/template",
  "@hookwright/core/runtime",
  "@hookwright/core/ingress",
  "@hookwright/core/transform",
  "@hookwright/core/fence",
  "@hookwright/core/problems",
  "@hookwright/signatures",
  "@hookwright/core/schema",
  "@hookwright/adapter-node",
  "@hookwright/adapter-fetch",
  "@hookwright/config",
  "@hookwright/transforms",
];

export async function run() {
  const version = execFileSync(NODE, ["--version"], { encoding: "utf8" }).trim();
  console.log(`\nProcesses run on Node ${version}.`);
  await measureImports();
  await measureFirstEvent();
  await measureFirstRequest();
}

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Runs a module whose last line prints a number, from this folder, so that it finds the packages.
 *
 * @param {string} source
 */
function printedBy(source) {
  const args = ["--input-type=module", "--eval", source];
  return Number(execFileSync(NODE, args, { cwd: here, encoding: "utf8" }).trim());
}

/** @param {string} task what is timed, in milliseconds @param {string} [before] */
const timed = (task, before = "") =>
  `${before}; const start = performance.now(); ${task}; console.log(performance.now() - start);`;

async function measureImports() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-bench-"));
  const empty = join(folder, "empty.mjs");
  writeFileSync(empty, "export {};\n");
  const names = [empty, ...ENTRIES.filter(isPublished)];
  const times = await interleave(
    names,
    (name) => printedBy(timed(`await import(${JSON.stringify(name)})`)),
    { rounds: ROUNDS },
  );
  rmSync(folder, { recursive: true });
  const base = times.get(empty)?.value ?? Number.NaN;
  const rows = [...times].map(([name, { value }]) => [
    name === empty ? "an empty module" : name,
    value.toFixed(1),
    (value - base).toFixed(1),
  ]);
  printTable("Importing an entry, in milliseconds", ["entry", "time", "above empty"], rows);
}

/** Skips entries that the measured version does not have. @param {string} name */
function isPublished(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

const IMPORT = 'const { compileHooks } = await import("@hookwright/core")';

/** @param {string} template @param {object} payload */
const firstEvent = (template, payload) => {
  const mappings = [{ match: { path: "a" }, messageTemplate: template }];
  const event = { path: "a", payload };
  return {
    compile: `const hooks = compileHooks(${JSON.stringify({ hooks: { mappings } })})`,
    resolve: `await hooks.resolve(${JSON.stringify(event)})`,
  };
};

async function measureFirstEvent() {
  const plain = firstEvent("A fixed text.", {});
  const latin = firstEvent("{{a}}", { a: "A text of the sender's, with <tags> and a name." });
  const wide = firstEvent("{{a}}", { a: "Ein Text mit „Anführung“, 日本語 und <tags>." });
  const each = firstEvent("{{#each a}}{{this}}{{/each}}", { a: ["x"] });
  const tasks = new Map([
    ["first event, no fence", timed(plain.resolve, `${IMPORT}; ${plain.compile}`)],
    ["first event, fenced", timed(latin.resolve, `${IMPORT}; ${latin.compile}`)],
    [
      "first event, fenced, text outside of Latin-1",
      timed(wide.resolve, `${IMPORT}; ${wide.compile}`),
    ],
    ["compile, plain fields", timed(latin.compile, IMPORT)],
    ["compile, a block (loads the grammar)", timed(each.compile, IMPORT)],
    ["import, compile, first event", timed(`${IMPORT}; ${latin.compile}; ${latin.resolve}`)],
  ]);
  const times = await interleave([...tasks.keys()], (name) => printedBy(tasks.get(name) ?? ""), {
    rounds: ROUNDS,
  });
  const rows = [...times].map(([name, { value }]) => [name, value.toFixed(2)]);
  printTable("First time in a process, in milliseconds", ["task", "time"], rows);
}

async function measureFirstRequest() {
  const servers = ["bare", "hookwright", "fastify"];
  /** @type {Map<string, number[]>} */
  const memory = new Map(servers.map((name) => [name, []]));
  const times = await interleave(
    servers,
    async (name) => {
      const { milliseconds, megabytes } = await startAndAsk(name);
      memory.get(name)?.push(megabytes);
      return milliseconds;
    },
    { rounds: ROUNDS },
  );
  /** @param {string} name */
  const memoryOf = (name) => {
    const sorted = [...(memory.get(name) ?? [])].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  const base = times.get("bare")?.value ?? Number.NaN;
  const rows = [...times].map(([name, { value }]) => [
    name,
    value.toFixed(0),
    (value - base).toFixed(0),
    memoryOf(name).toFixed(1),
    (memoryOf(name) - memoryOf("bare")).toFixed(1),
  ]);
  const head = ["server", "first answer, ms", "above bare", "resident, MB", "above bare"];
  printTable("A server with one mapping, from its start to its first answer", head, rows);
}

/** @param {string} name @returns {Promise<{ milliseconds: number, megabytes: number }>} */
async function startAndAsk(name) {
  const token = "bench-token-of-more-than-24-characters";
  const start = performance.now();
  const child = spawn(NODE, [join(here, `servers/${name}.mjs`)], {
    env: { ...process.env, BENCH_TOKEN: token },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise((resolve) => child.once("message", resolve));
  await ask(Number(port), token);
  const milliseconds = performance.now() - start;
  const status = execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
  child.kill();
  return { milliseconds, megabytes: Number(status) / 1024 };
}

/** @param {number} port @param {string} token */
function ask(port, token) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = '{"action":"opened","repository":{"full_name":"a/b"},"sender":{"login":"ann"}}';
    request({ port, method: "POST", path: "/hooks/github", headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    })
      .on("error", reject)
      .end(body);
  });
}
