// @ts-check
// Nothing → an npm registry on this machine: our own packages live in it alone, all others come from the real one.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "../../checks/npm.mjs";
import { ensureInstalled } from "../../run/ensure-installed.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Of an empty store, until it answers. */
const MAX_START_MS = 60_000;
const LOOK_MS = 200;

/**
 * @typedef {object} Registry
 * @property {string} url
 * @property {Readonly<Record<string, string>>} env with it, npm and its kin install from there, and may publish
 * @property {() => void} stop removes what was published
 */

/** @returns {Promise<Registry>} */
export async function startRegistry() {
  if (!(await ensureInstalled(here))) throw new Error("npm ci failed in tools/release/registry");
  const folder = mkdtempSync(join(tmpdir(), "hookwright-registry-"));
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = join(folder, "verdaccio.json");
  writeFileSync(config, JSON.stringify(configOf(folder, await npm(["config", "get", "registry"]))));
  const verdaccio = join(here, "node_modules/verdaccio/bin/verdaccio");
  const args = [verdaccio, "--config", config, "--listen", url];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
  const stop = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilAnswers(url);
  } catch (error) {
    stop();
    throw error;
  }
  // npm publishes to nobody without a token; anybody may publish here.
  const userConfig = join(folder, "npmrc");
  writeFileSync(userConfig, `registry=${url}\n${url.slice("http:".length)}/:_authToken=anybody\n`);
  const env = {
    npm_config_userconfig: userConfig,
    npm_config_registry: url,
    NPM_CONFIG_REGISTRY: url,
    npm_config_cache: join(folder, "cache"),
  };
  return { url, env, stop };
}

/** @param {string} folder @param {string} upstream */
function configOf(folder, upstream) {
  const own = { access: "$all", publish: "$all", unpublish: "$all" };
  return {
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: -1 } },
    uplinks: { upstream: { url: upstream.trim(), maxage: "1d", timeout: "60s" } },
    packages: {
      hookwright: own,
      "@hookwright/*": own,
      "**": { access: "$all", proxy: "upstream" },
    },
    max_body_size: "50mb",
    log: { type: "stdout", level: "error" },
  };
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @param {string} url */
async function untilAnswers(url) {
  for (const end = Date.now() + MAX_START_MS; Date.now() < end; ) {
    const isThere = await fetch(`${url}/-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error("The registry on this machine does not answer.");
}
