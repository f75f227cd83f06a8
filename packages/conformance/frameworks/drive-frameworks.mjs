// @ts-check
// The embedding examples whose frameworks take long to install → built, run and driven over HTTP.
//
// They are copied here, because an import is resolved from where its file is: the frameworks from this
// folder, our packages from the workspace around it.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  driveExample,
  driveWithoutToken,
  withoutToken,
} from "../../../examples/embed/test/drive-example.mjs";
import { drivePlanWorker } from "../../../examples/embed/test/drive-plan-worker.mjs";
import { ensureInstalled } from "../../../tools/run/ensure-installed.mjs";
import { ensureRuntimes } from "../runtimes/ensure.mjs";

const execute = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const bin = (/** @type {string} */ name) => join(here, "node_modules", name);
const node = process.execPath;
const BUNDLE = /** @type {const} */ ({ bundle: true, format: "esm", logLevel: "error" });

/**
 * @typedef {import("../../../examples/embed/test/drive-example.mjs").Example} Example
 * @type {Readonly<Record<string, (folder: string) => Promise<Example>>>}
 */
const FRAMEWORKS = {
  nest: async (folder) => {
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
    const entryPoints = [join(folder, "nest.ts")];
    const outfile = join(folder, "nest.mjs");
    await build({ entryPoints, outfile, format: "esm", tsconfigRaw });
    return { command: node, args: ["nest.mjs"], cwd: folder };
  },
  next: async (folder) => {
    const cwd = join(folder, "next");
    const next = bin("next/dist/bin/next");
    await run([next, "build"], cwd);
    return { command: node, args: [next, "start", "--hostname", "127.0.0.1"], cwd };
  },
  sveltekit: async (folder) => {
    const cwd = join(folder, "sveltekit");
    await run([bin("vite/bin/vite.js"), "build"], cwd);
    return { command: node, args: ["build/index.js"], cwd };
  },
  nitro: async (folder) => {
    const cwd = join(folder, "nitro");
    await run([bin("nitropack/dist/cli/index.mjs"), "build"], cwd);
    return { command: node, args: [".output/server/index.mjs"], cwd };
  },
  workers: async (folder) => {
    const cwd = join(folder, "worker");
    const outfile = join(cwd, "bundle.js");
    await build({ entryPoints: [join(cwd, "worker.mjs")], outfile, ...BUNDLE });
    const args = ["serve", "workerd.capnp", "--socket-addr=http=127.0.0.1:PORT"];
    return { command: bin(WORKERD), args, cwd };
  },
  bun: async (folder) => ({
    command: (await ensureRuntimes()).bun,
    args: ["bun.mjs"],
    cwd: folder,
  }),
  deno: async (folder) => ({
    command: (await ensureRuntimes()).deno,
    args: ["run", "-A", "--no-config", "--node-modules-dir=manual", "deno.mjs"],
    cwd: folder,
  }),
};

const WORKERD = "@cloudflare/workerd-linux-64/bin/workerd";

/** The Worker that serves a plan is driven in a way of its own. */
const PLAN_WORKER = "plan-worker";

/** Imported late: this file is read before anything is installed. @param {import("esbuild").BuildOptions} options */
async function build(options) {
  const esbuild = await import("esbuild");
  await esbuild.build(options);
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function run(args, cwd) {
  // No framework may tell its makers of this run.
  const env = { ...withoutToken(), NEXT_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  await execute(node, [...args], { cwd, env, maxBuffer: 1 << 26 });
}

/** Those whose hooks are compiled at the first request: without a token they start, and say what is missing. */
const LAZY = new Set(["next", "workers"]);

export const frameworkNames = [...Object.keys(FRAMEWORKS), PLAN_WORKER];

/**
 * @param {string} name
 * @returns {Promise<string | undefined>} what failed
 */
export async function driveFramework(name) {
  if (!(await ensureInstalled(here))) return "npm ci failed in packages/conformance/frameworks";
  mkdirSync(join(here, "work"), { recursive: true });
  const folder = mkdtempSync(join(here, "work", `${name}-`));
  try {
    const options = { recursive: true, filter: isSource };
    cpSync(fileURLToPath(new URL("../../../examples/embed", import.meta.url)), folder, options);
    if (name === PLAN_WORKER) {
      const args = ["serve", "workerd.capnp", "--socket-addr=http=127.0.0.1:PORT"];
      await drivePlanWorker(join(folder, "worker-plan"), { command: bin(WORKERD), args });
      return undefined;
    }
    const example = await /** @type {any} */ (FRAMEWORKS)[name](folder);
    await driveExample(example);
    if (LAZY.has(name)) await driveWithoutToken(example);
    return undefined;
  } catch (error) {
    const { message, cause = "", stderr = "", stdout = "" } = /** @type {any} */ (error);
    return [message, cause, stdout, stderr].filter((text) => text !== "").join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} path */
function isSource(path) {
  return !/[\\/]embed[\\/](?:test|node_modules)(?:[\\/]|$)/.test(path);
}
