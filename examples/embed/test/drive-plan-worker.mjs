// @ts-check
// The Worker that serves a plan, in a copy of its folder → the plan, the bundle, requests to it, and its refusals.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runExample, send, waitFor } from "./drive-example.mjs";

const cli = fileURLToPath(new URL("../../../packages/cli/bin/hookwright.js", import.meta.url));
const ENV = {
  HOOK_TOKEN: "a-long-random-text-of-your-own",
  GITHUB_SECRET: "another-long-random-text",
};

/**
 * Rejects where the Worker does not serve its plan, or serves one that it must refuse.
 *
 * @param {string} folder that has a copy of `worker-plan`
 * @param {Pick<import("./drive-example.mjs").Example, "command" | "args">} serve serves `bundle.js`
 */
export async function drivePlanWorker(folder, serve) {
  const plan = join(folder, "plan.json");
  await promisify(execFile)(process.execPath, [cli, "build", "hooks.yaml", "--out", plan], {
    cwd: folder,
  });
  const text = readFileSync(plan, "utf8");
  const example = { ...serve, cwd: folder };
  await bundleWorker(folder);
  await runExample(example, ENV, checkAnswers);

  const { HOOK_TOKEN } = ENV;
  await runExample(example, { HOOK_TOKEN }, (url, output) =>
    checkRefusal(
      url,
      output,
      "hooks.mappings[0].auth.secret refers to the environment variable GITHUB_SECRET",
    ),
  );
  for (const [damaged, reason] of /** @type {const} */ ([
    [text.replace("refs/heads/main", "refs/heads/next"), "The plan was changed after it was made"],
    [text.replace('"format": 1', '"format": 2'), "has another format than 1"],
    ['{ "hooks": {} }', "This is not a plan."],
  ])) {
    assert.notEqual(damaged, text);
    writeFileSync(plan, damaged);
    await bundleWorker(folder);
    await runExample(example, ENV, (url, output) => checkRefusal(url, output, reason));
  }
  writeFileSync(plan, withVersion(text, "0.0.1"));
  await bundleWorker(folder);
  await runExample(example, ENV, async (url, output) => {
    await checkAnswers(url, output);
    assert.match(output(), /was made by @hookwright\/core 0\.0\.1/);
  });
}

/** @param {string} text @param {string} madeBy */
function withVersion(text, madeBy) {
  const { digest: _, ...plan } = { ...JSON.parse(text), madeBy };
  const digest = createHash("sha256").update(JSON.stringify(plan)).digest("hex");
  return JSON.stringify({ ...plan, digest: `sha256:${digest}` });
}

/** What no bundle that serves a plan has: the grammar, the vendors' table, the schema, the advice, code from texts. */
const AUTHORING = [
  "Parse error on line",
  "x-shopify-hmac-sha256",
  "hookwright.dev/hooks.schema.json",
  "takes every event that no earlier mapping takes",
];
const FROM_TEXT = /\beval\(|\bFunction\(/;

/** Imported late: this file is read before anything is installed. */
function esbuild() {
  return import("esbuild");
}

/** @param {string} folder */
async function bundleWorker(folder) {
  const { build } = await esbuild();
  const options = /** @type {const} */ ({
    bundle: true,
    format: "esm",
    logLevel: "error",
    absWorkingDir: folder,
  });
  await build({ ...options, entryPoints: ["worker.mjs"], outfile: "bundle.js" });
  const bundled = readFileSync(join(folder, "bundle.js"), "utf8");
  assert.deepEqual(
    AUTHORING.filter((text) => bundled.includes(text)),
    [],
  );
  assert.doesNotMatch(bundled, FROM_TEXT);
}

/**
 * Rejects where a bundle of what reads configs lacks a text by which it is known: then its absence proves nothing.
 *
 * @param {string} folder
 */
export async function checkMarkers(folder) {
  const { build } = await esbuild();
  const contents = 'export { compileHooks } from "@hookwright/core";';
  const { outputFiles } = await build({
    ...{ bundle: true, format: "esm", write: false, logLevel: "error" },
    stdin: { contents, resolveDir: folder },
  });
  const text = String(outputFiles[0]?.text);
  assert.deepEqual(
    AUTHORING.filter((marker) => !text.includes(marker)),
    [],
  );
}

/** @param {string} url @param {() => string} output */
async function checkAnswers(url, output) {
  const post = (
    /** @type {string} */ path,
    /** @type {object} */ payload,
    /** @type {object} */ more = {},
  ) => {
    const body = JSON.stringify(payload);
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${ENV.HOOK_TOKEN}`,
    };
    return send(`${url}/hooks/${path}`, { headers: { ...headers, ...more }, body });
  };
  const says = (/** @type {string} */ text) => waitFor(async () => output().includes(text), 5_000);

  const plain = await post("deploy", { version: "1.2.3", environment: "live" });
  assert.equal(plain.status, 202);
  await says("Deployed 1.2.3 to live.");

  // A condition, a helper and a block.
  assert.equal((await post("ci", { job: "tests", state: "red", failed: 2 })).status, 202);
  await says("TESTS: 2 failed");
  assert.equal((await post("ci", { job: "tests", state: "blue" })).body.code, "not_found");
  assert.equal((await post("wake", { text: "Hello" })).body.mode, "now");

  const push = {
    ref: "refs/heads/main",
    commits: [{}, {}],
    sender: { login: "ann" },
    repository: { name: "site", full_name: "acme/site" },
  };
  const sign = (/** @type {string} */ secret) => ({
    authorization: "",
    "x-github-event": "push",
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(JSON.stringify(push)).digest("hex")}`,
  });
  assert.equal((await post("github", push, sign("not the secret"))).status, 401);
  assert.equal((await post("github", push, sign(ENV.GITHUB_SECRET))).status, 202);
  await says("ann pushed 2 commits to SITE");
  assert.equal((await post("ci", {}, { authorization: "Bearer wrong" })).status, 401);
  assert.equal(await (await fetch(`${url}/health`)).text(), "ok");
}

/** @param {string} url @param {() => string} output @param {string} reason */
async function checkRefusal(url, output, reason) {
  const { status } = await fetch(`${url}/hooks/deploy`, { method: "POST", body: "{}" });
  assert.equal(status, 500);
  await waitFor(async () => output().includes(reason), 5_000);
  assert.equal(await (await fetch(`${url}/health`)).text(), "ok");
}
