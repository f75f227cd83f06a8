// @ts-check
// The config of this folder → a server on the loopback interface, the actions of four events, and what a host makes of them.
//
// `--once` ends after the events: with 0 if every answer was as expected, else with 1.
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createHooksServer } from "@hookwright/adapter-node";
import { createNodeSecrets, formatProblems, loadHooks } from "@hookwright/config";
import { createIngress } from "@hookwright/core/ingress";
import { sendEvents } from "./send-events.mjs";
import { createScreen } from "./show/create-screen.mjs";
import { startHost } from "./start-host.mjs";

/** This port is free on most machines; if not, any other port is used. */
const PORT = 18790;
const TOKEN_NAME = "HOOKWRIGHT_QUICKSTART_TOKEN";

/** @typedef {{ readonly url: string, readonly carryOut: () => Promise<void>, readonly stop: () => Promise<void> }} Running */

process.exitCode = await quickstart();

/** @returns {Promise<number>} the exit code */
async function quickstart() {
  const { values } = parseArgs({ options: { once: { type: "boolean" } }, strict: false });
  const screen = createScreen(process.stdout, process.env);
  const token = process.env[TOKEN_NAME] || randomBytes(24).toString("hex");
  const running = await start(screen, token);
  if (running === undefined) return 1;

  const endpoint = { url: running.url, token };
  const isAsExpected = await sendEvents(endpoint, screen);
  // The host has taken all of them already; it begins here, so that the screen shows one thing at a time.
  screen.carryingOut(5);
  await running.carryOut();
  screen.next();
  if (values["once"] !== true) {
    screen.invite(endpoint);
    await untilSignal();
  }
  await running.stop();
  return isAsExpected ? 0 : 1;
}

/**
 * @param {import("./show/create-screen.mjs").Screen} screen
 * @param {string} token
 * @returns {Promise<Running | undefined>}
 */
async function start(screen, token) {
  const file = fileURLToPath(new URL("hooks.json5", import.meta.url));
  const secrets = createNodeSecrets({ env: { ...process.env, [TOKEN_NAME]: token } });
  const loaded = await loadHooks(file, { secrets });
  if (!loaded.ok) {
    console.error(formatProblems(loaded.problems, loaded));
    return undefined;
  }
  const { hooks } = loaded;
  const hosted = await startHost(loaded.config, screen);
  if (hosted === undefined) return undefined;
  const ingress = createIngress({
    hooks,
    dispatch: (action, context) => {
      screen.action(action, context);
      return hosted.host.dispatch(action, context);
    },
    observer: screen.record,
  });
  const server = await listen(ingress);
  return {
    url: `${server.url}${hooks.settings.path}`,
    carryOut: async () => {
      await hosted.host.start();
      await hosted.untilQuiet();
    },
    stop: async () => {
      await server.close({ timeoutMs: 2_000 });
      await hosted.stop();
    },
  };
}

/** @param {import("@hookwright/core/ingress").Ingress} ingress */
async function listen(ingress) {
  const preferred = createHooksServer({ ingress, port: PORT });
  try {
    const { url } = await preferred.listen();
    return { url, close: preferred.close };
  } catch {
    const other = createHooksServer({ ingress });
    const { url } = await other.listen();
    return { url, close: other.close };
  }
}

/** The terminal and npm both send the signal of a Ctrl-C, so a second signal does not mean a second Ctrl-C. */
function untilSignal() {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"]) process.on(name, resolve);
  });
}
