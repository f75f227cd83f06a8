// node measure-build.mjs <folder of a built checkout> <task> → microseconds of CPU for one time.
import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadEntry } from "../../tools/checks/load-entry.mjs";

const [root = "", task = ""] = process.argv.slice(2);
const load = (/** @type {string} */ path) => import(pathToFileURL(`${root}/packages/${path}`).href);
const started = process.cpuUsage();
const { compileHooks } = await load(`core/dist/${entryOf(task)}.js`);
const { createIngress } = await loadEntry(root, "core", "./ingress");
const imported = process.cpuUsage(started);
const { createFetchHandler } = await load("adapter-fetch/dist/index.js");

const token = "a-long-random-text-of-your-own";
const secret = "another-long-random-text";
const commits = Array.from({ length: 8 }, (_, index) => ({
  id: `${index}`.repeat(12),
  message: "Fix the cache",
}));
const push = { size: 2, pusher: { name: "ann" }, repository: { full_name: "acme/site" }, commits };
const mapping = {
  match: {
    path: "ci",
    headers: { "x-event": "push" },
    when: { ">": [{ var: "payload.size" }, 1] },
  },
  messageTemplate: "{{pusher.name}} pushed {{#each commits}}{{upper id}} {{message}}\n{{/each}}",
};
const configOf = (/** @type {readonly object[]} */ mappings) => ({
  hooks: { enabled: true, token, mappings },
});
const dispatch = () => undefined;
const handlerOf = (/** @type {object} */ one) =>
  createFetchHandler(
    createIngress({ hooks: compileHooks(configOf([one])), dispatch, idempotency: false }),
  );
const body = JSON.stringify(push);
const WAKE = '{"text":"The backup is done."}';
const post = (/** @type {string} */ path, /** @type {Record<string, string>} */ headers) =>
  new Request(`http://localhost/hooks/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

/** @type {Readonly<Record<string, () => { times: number, once: (index: number) => unknown }>>} */
const TASKS = {
  resolve: () => {
    const hooks = compileHooks(configOf([mapping]));
    const event = { path: "ci", headers: { "x-event": "push" }, payload: push };
    return { times: 30_000, once: () => hooks.resolve(event) };
  },
  receive: () => {
    const handler = handlerOf(mapping);
    const headers = { authorization: `Bearer ${token}`, "x-event": "push" };
    return { times: 4_000, once: () => handler(post("ci", headers)) };
  },
  wake: () => {
    const handler = handlerOf(mapping);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const wake = () =>
      new Request("http://localhost/hooks/wake", { method: "POST", headers, body: WAKE });
    return { times: 4_000, once: () => handler(wake()) };
  },
  signed: () => {
    const handler = handlerOf({
      match: { path: "github" },
      messageTemplate: "{{size}}",
      auth: { provider: "github", secret },
    });
    const mac = createHmac("sha256", secret).update(body).digest("hex");
    return {
      times: 3_000,
      once: () => handler(post("github", { "x-hub-signature-256": `sha256=${mac}` })),
    };
  },
  template: () => {
    const lines = Array.from(
      { length: 40 },
      (_, index) => `{{pusher.name}} ${index} {{truncate repository.full_name 5}}`,
    );
    const hooks = compileHooks(
      configOf([{ match: { path: "ci" }, messageTemplate: lines.join("\n") }]),
    );
    return { times: 10_000, once: () => hooks.resolve({ path: "ci", payload: push }) };
  },
  compile: () => {
    const mappings = Array.from({ length: 10_000 }, (_, index) => ({
      ...mapping,
      match: { ...mapping.match, path: `ci-${index}` },
    }));
    return { times: 1, once: () => compileHooks(configOf(mappings)) };
  },
};

/** What serves a plan; a build that had no plans served with its whole core. @param {string} name */
function entryOf(name) {
  const hasRuntime = existsSync(`${root}/packages/core/dist/runtime.js`);
  return name === "import to serve" && hasRuntime ? "runtime" : "index";
}

if (task.startsWith("import")) {
  console.log(imported.user + imported.system);
} else {
  const { times, once } = TASKS[task]?.() ?? { times: 0, once: () => undefined };
  if (task !== "compile") for (let index = 0; index < times; index++) await once(index);
  const before = process.cpuUsage();
  for (let index = 0; index < times; index++) await once(index);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / times);
}
