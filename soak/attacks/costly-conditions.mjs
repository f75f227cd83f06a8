// Bodies of 26 to 260 kB that are much work for a condition → how long another request waits meanwhile.
//
// node soak/attacks/costly-conditions.mjs [checkout]
import { fork } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { conditions } from "../../bench/shared/costly/conditions.mjs";
import { loadEntry } from "../../tools/checks/load-entry.mjs";
import { TOKEN } from "../shared/ingress.mjs";

const WAIT_MS = 20_000;
const MAPPINGS = 20;

if (process.send === undefined) await attackAll(process.argv[2] ?? ".");
else await serve(/** @type {string} */ (process.argv[2]), Number(process.argv[3]));

/** @param {string} checkout @param {number} index */
async function serve(checkout, index) {
  const load = (/** @type {string} */ path) => import(pathToFileURL(resolve(checkout, path)).href);
  const { compileHooks } = await load("packages/core/dist/index.js");
  const { createIngress } = await loadEntry(checkout, "core", "./ingress");
  const { createHooksServer } = await load("packages/adapter-node/dist/index.js");
  const { when } = /** @type {any} */ (conditions()[index]);
  const mapping = { match: { path: "x", when: { and: [when, false] } }, messageTemplate: "." };
  const mappings = Array.from({ length: MAPPINGS }, () => mapping);
  const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN, mappings } });
  const server = createHooksServer({
    ingress: createIngress({ hooks, dispatch: () => undefined }),
  });
  const { port } = await server.listen({ port: 0, host: "127.0.0.1" });
  process.send?.(port);
}

/** @param {string} checkout */
async function attackAll(checkout) {
  for (const [index, { name, payload }] of conditions().entries()) {
    const child = fork(process.argv[1] ?? "", [checkout, String(index)]);
    const port = await new Promise((done) => child.once("message", done));
    const body = JSON.stringify(payload);
    await send(port, "wake", '{"text":"warm"}');
    const attack = send(port, "x", body);
    await new Promise((done) => setTimeout(done, 20));
    const other = send(port, "wake", '{"text":"hello"}');
    const [first, second] = await Promise.all([attack, other]);
    console.log(`| ${name} | ${(body.length / 1000).toFixed(0)} kB | ${first} | ${second} |`);
    child.kill("SIGKILL");
  }
}

/** @param {unknown} port @param {string} path @param {string} body */
async function send(port, path, body) {
  const start = performance.now();
  const took = () => `${((performance.now() - start) / 1000).toFixed(2)} s`;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/hooks/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body,
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const { code = "" } = /** @type {any} */ (await response.json());
    return `${response.status} ${code} after ${took()}`;
  } catch {
    return `no answer after ${took()}`;
  }
}
