// @ts-check
// The command of an example → the same requests to each over HTTP, and assertions on what comes back.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * @typedef {object} Example
 * @property {string} command
 * @property {readonly string[]} args `PORT` in them stands for the port
 * @property {string} [cwd]
 * @property {string} [hooksPath] where the hooks are
 */

const TOKEN = "a-long-random-text-of-your-own";
const DELIVERY = "72d3162e-cc78-11e3-81ab-4c9367dc0958";

/** Frameworks that build themselves at their start take long on a busy machine. */
const START_MS = 60_000;

/** Rejects where the example does not do what the others do. @param {Example} example */
export async function driveExample(example) {
  const { hooksPath = "/hooks" } = example;
  await runExample(example, { HOOK_TOKEN: TOKEN }, (url, output) =>
    checkAnswers(url, hooksPath, output),
  );
}

/**
 * Rejects where an example that is started without its token ends, answers its own pages otherwise, serves hooks, or
 * does not say what is missing.
 *
 * @param {Example} example
 */
export async function driveWithoutToken(example) {
  await runExample(example, {}, async (url, output) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    await expectCode(`${url}/hooks/github`, { headers, body: "{}" }, "500 internal_error");
    await waitFor(async () => output().includes("hooks.token"), 5_000);
    assert.match(
      output(),
      /hooks\(\) failed, so requests for the hooks get a 500\. .*hooks\.token/,
    );
    assert.equal(await (await fetch(`${url}/health`)).text(), "ok");
  });
}

/**
 * @param {Example} example
 * @param {Readonly<Record<string, string>>} secrets
 * @param {(url: string, output: () => string) => Promise<void>} check
 */
export async function runExample({ command, args, cwd }, secrets, check) {
  const port = await findFreePort();
  const child = spawn(
    command,
    args.map((arg) => arg.replace("PORT", String(port))),
    {
      cwd,
      env: { ...withoutToken(), ...secrets, PORT: String(port), HOST: "127.0.0.1", NO_COLOR: "1" },
      detached: true,
    },
  );
  let output = "";
  const add = (/** @type {string} */ text) => {
    output += text;
  };
  child.stdout.setEncoding("utf8").on("data", add);
  child.stderr.setEncoding("utf8").on("data", add);
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitFor(() => isHealthy(url), START_MS);
    await check(url, () => output);
  } catch (error) {
    throw new Error(`${args.join(" ")} failed; its output:\n${output}`, { cause: error });
  } finally {
    const ended = once(child, "exit");
    // The group, because some tools start the server as a child of theirs.
    if (child.exitCode === null) process.kill(-Number(child.pid), "SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await ended;
  }
}

/** What a build has: the machine of a developer may have the variable. */
export function withoutToken() {
  const { HOOK_TOKEN: _token, ...env } = process.env;
  return env;
}

/**
 * @param {string} url
 * @param {string} hooksPath
 * @param {() => string} output
 */
async function checkAnswers(url, hooksPath, output) {
  const hook = `${url}${hooksPath}/github`;
  const push = JSON.stringify({ pusher: "ann", ref: "main" });
  const headers = { authorization: `Bearer ${TOKEN}`, "x-github-delivery": DELIVERY };
  const json = { ...headers, "content-type": "application/json" };

  const taken = await send(hook, { headers: json, body: push });
  assert.equal(taken.status, 202);
  assert.match(taken.body.runId, /^[0-9a-f-]{36}$/);
  await waitFor(async () => output().includes("ann pushed to main"), 5_000);
  const line = output()
    .split("\n")
    .find((text) => text.includes("ann pushed to main"));
  const dispatched = JSON.parse(String(line).slice(String(line).indexOf("{")));
  assert.equal(dispatched.runId, taken.body.runId);
  assert.equal(dispatched.deliveryId, DELIVERY);

  // Refusals are ours, and no parser of the framework was faster.
  await expectCode(hook, { headers: json, body: "{" }, "400 invalid_json");
  // With a type, because SvelteKit takes text for a form of another site and refuses it itself.
  const stranger = { "content-type": "application/json" };
  await expectCode(hook, { headers: stranger, body: push }, "401 unauthorized");
  await expectCode(hook, { method: "GET", headers }, "405 method_not_allowed");
  await expectCode(`${hook}s`, { headers: json, body: push }, "404 not_found");
  const large = JSON.stringify({ pusher: "a".repeat(300_000) });
  await expectCode(hook, { headers: json, body: large }, "413 payload_too_large");

  // What is not for the hooks is the framework's.
  assert.equal(await (await fetch(`${url}/health`)).text(), "ok");
  assert.equal((await fetch(`${url}/nowhere`)).status, 404);
}

/**
 * @param {string} url
 * @param {RequestInit} init
 * @param {string} expected
 */
async function expectCode(url, init, expected) {
  const { status, body } = await send(url, init);
  assert.equal(`${status} ${body.code}`, expected);
}

/**
 * @param {string} url
 * @param {RequestInit} init
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function send(url, init) {
  const response = await fetch(url, { method: "POST", ...init });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** @param {string} url */
async function isHealthy(url) {
  try {
    return (await fetch(`${url}/health`)).status === 200;
  } catch {
    return false;
  }
}

/** @param {() => Promise<boolean>} condition @param {number} timeoutMs */
export async function waitFor(condition, timeoutMs) {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    assert.ok(Date.now() < end, "nothing within its time");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @returns {Promise<number>} */
async function findFreePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}
