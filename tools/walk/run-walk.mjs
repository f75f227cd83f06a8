// @ts-check
// node run-walk.mjs <root of a built workspace> <walk> → JSON: the files that run, in order, and how often
// the walk comes back to a folder that it has left.
//
// The modules that the compiler wrote are loaded, with a note at the start of each function (instrument.mjs).
import { createHmac } from "node:crypto";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const [root = "", name = ""] = process.argv.slice(2);
register("./instrument.mjs", import.meta.url, { data: { root } });

const load = (/** @type {string} */ path) => import(pathToFileURL(`${root}/packages/${path}`).href);
const { compileHooks } = await load("core/build/index.js");
const { createIngress } = await load("core/build/serving/ingress/index.js");
const { createFetchHandler } = await load("adapter-fetch/build/index.js");

const token = "a-long-random-text-of-your-own";
const secret = "another-long-random-text";
const plain = {
  match: {
    path: "ci",
    headers: { "x-event": "push" },
    when: { ">": [{ var: "payload.size" }, 1] },
  },
  messageTemplate: "{{#each commits}}{{upper id}} {{/each}}",
};
const signed = { match: { path: "github" }, messageTemplate: "{{action}}" };
const configOf = (/** @type {object} */ mapping) => ({
  hooks: { enabled: true, token, mappings: [mapping] },
});

const dispatch = () => undefined;
const handlerOf = (/** @type {object} */ mapping) =>
  createFetchHandler(createIngress({ hooks: compileHooks(configOf(mapping)), dispatch }));
const post = (
  /** @type {string} */ path,
  /** @type {object} */ body,
  /** @type {object} */ headers,
) =>
  new Request(`http://localhost/hooks/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** @type {Readonly<Record<string, () => () => unknown>>} each prepares a walk, and returns what is followed */
const WALKS = {
  request: () => {
    const handler = handlerOf(plain);
    const headers = { authorization: `Bearer ${token}`, "x-event": "push" };
    return () => handler(post("ci", { size: 2, commits: [{ id: "a" }, { id: "b" }] }, headers));
  },
  mapping: () => () => compileHooks(configOf(plain)),
  signed: () => {
    const handler = handlerOf({ ...signed, auth: { provider: "github", secret } });
    const body = { action: "opened" };
    const mac = createHmac("sha256", secret).update(JSON.stringify(body)).digest("hex");
    return () => handler(post("github", body, { "x-hub-signature-256": `sha256=${mac}` }));
  },
};

const prepare = WALKS[name];
if (prepare === undefined) throw new Error(`There is no walk "${name}".`);
const run = prepare();
/** @type {string[]} */
const entered = [];
/** The instrumented modules call it. */
const notes = /** @type {{ noteEntered?: ((where: string) => void) | undefined }} */ (globalThis);
notes.noteEntered = (/** @type {string} */ where) => void entered.push(where);
const answer = await run();
notes.noteEntered = undefined;
if (answer instanceof Response && answer.status !== 200 && answer.status !== 202) {
  throw new Error(`The walk "${name}" was answered ${answer.status}: ${await answer.text()}`);
}

const fileOf = (/** @type {string} */ where) => where.slice(0, where.indexOf("#"));
const roomOf = (/** @type {string} */ file) => file.slice(0, file.lastIndexOf("/"));
const files = [...new Set(entered.map(fileOf))];
process.stdout.write(
  JSON.stringify({ files, functions: new Set(entered).size, returns: countReturns(entered) }),
);

/** @param {readonly string[]} steps */
function countReturns(steps) {
  const left = new Set();
  let [room, returns] = ["", 0];
  for (const step of steps) {
    const next = roomOf(fileOf(step));
    if (next === room) continue;
    if (left.has(next)) returns += 1;
    left.add(room);
    room = next;
  }
  return returns;
}
