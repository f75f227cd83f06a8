// @ts-check
// node run-task.mjs <folder of compiled modules> <task> → JSON list of the files whose functions ran.
//
// Each task has its own process, because coverage counts all calls since its start.
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder = "", name = ""] = process.argv.slice(2);
const { safeCompileHooks } = await import(pathToFileURL(`${folder}/engine.js`).href);

const PLAIN = "{{pusher.name}} pushed to {{repository.full_name}}";
const EACH = "{{#each commits}}{{message}}, {{/each}}";
const event = {
  path: "github",
  payload: {
    pusher: { name: "ann" },
    repository: { full_name: "acme/site" },
    commits: [{ message: "a" }, { message: "b" }],
  },
};

/** @param {string} messageTemplate @param {object} [more] */
const compile = (messageTemplate, more = {}) =>
  safeCompileHooks({
    hooks: { mappings: [{ match: { path: "github" }, messageTemplate, ...more }] },
  });

/** @type {Readonly<Record<string, () => () => unknown>>} each prepares a task, and returns the function to measure */
const TASKS = {
  resolve: () => {
    const { hooks } = compile(PLAIN);
    return () => hooks.resolve(event);
  },
  "resolve-each": () => {
    const { hooks } = compile(EACH);
    return () => hooks.resolve(event);
  },
  "compile-each": () => () => compile(EACH),
  "unknown-key": () => () => compile(PLAIN, { messageTemplte: "" }),
};

const task = TASKS[name];
if (task === undefined) throw new Error(`There is no task "${name}".`);
const measured = task();
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
await measured();
const { result } = await session.post("Profiler.takePreciseCoverage");
session.disconnect();

const files = result
  .filter(({ url }) => url.startsWith(pathToFileURL(`${folder}/`).href))
  .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
  .map(({ url }) => relative(folder, fileURLToPath(url)).replace(/\.js$/, ".ts"));
process.stdout.write(JSON.stringify(files.sort()));
