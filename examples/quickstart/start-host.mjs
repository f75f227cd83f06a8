// @ts-check
// A loaded config → a host in a temporary folder, with a model that gives canned answers and a channel into the terminal.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createHost, createHostParts } from "@hookwright/host";
import { createLocalModel } from "../local-model/local-model.mjs";

/**
 * @typedef {object} Hosted
 * @property {import("@hookwright/host").Host} host takes actions, and carries them out after `start`
 * @property {() => Promise<void>} untilQuiet resolves when nothing is left to do
 * @property {() => Promise<void>} stop
 */

/** Canned turns take milliseconds, also on a busy machine. */
const MAX_QUIET_MS = 30_000;

/** By a word of the message. The first that fits is the answer. */
const CANNED = [
  ["HEARTBEAT_OK", "backup", "The nightly backup was slow. Nothing else needs you."],
  ["HEARTBEAT_OK", "", "HEARTBEAT_OK"],
  ["greenhouse", "", "Two commits change when the vents open and how often the sensor is read."],
  ["certificate", "", "No certificate expires within the next 14 days."],
  ["", "", "Somebody wrote you a mail. It asks for things that I do not do for strangers."],
];

/**
 * @param {unknown} config
 * @param {import("./show/create-screen.mjs").Screen} screen
 * @returns {Promise<Hosted | undefined>}
 */
export async function startHost(config, screen) {
  const model = createLocalModel({
    answer: ({ text }) =>
      CANNED.find(
        ([first = "", second = ""]) => text.includes(first) && text.includes(second),
      )?.[2] ?? "",
    onRequest: ({ text }) => screen.turn(text),
  });
  const stateFolder = mkdtempSync(join(tmpdir(), "hookwright-quickstart-"));
  const baseUrl = await listen(model);
  const release = () => {
    model.close();
    model.closeAllConnections();
    rmSync(stateFolder, { recursive: true, force: true });
  };
  const read = await createHostParts(withModel(config, baseUrl), {
    stateFolder,
    channels: [createTerminalChannel(screen)],
  });
  const created = read.ok
    ? await createHost({ ...read.parts, stateFolder, observer: screen.change })
    : read;
  if (!created.ok) {
    const problems = "problems" in created ? created.problems : [created.problem];
    for (const { message, hint } of problems) console.error(`${message} ${hint ?? ""}`);
    release();
    return undefined;
  }
  const { host } = created;
  return {
    host,
    untilQuiet: () => untilQuiet(host),
    stop: async () => {
      await host.stop();
      release();
    },
  };
}

/**
 * What a config of your own has in a file: where the model is, and whom answers go to.
 *
 * @param {unknown} config
 * @param {string} baseUrl
 */
function withModel(config, baseUrl) {
  return {
    .../** @type {object} */ (config),
    agents: { defaults: { model: "canned" } },
    channels: { terminal: { defaultTo: "you" } },
    host: { heartbeat: { minGapSeconds: 0 }, runner: { http: { baseUrl } } },
  };
}

/**
 * @param {import("./show/create-screen.mjs").Screen} screen
 * @returns {import("@hookwright/host").Channel}
 */
function createTerminalChannel(screen) {
  return {
    id: "terminal",
    limit: 4_000,
    keyWindowMs: 0,
    parseRecipient: (to) => ({ ok: true, to }),
    send: async ({ key, to, text }) => {
      screen.message({ to, text });
      return { kind: "sent", id: key };
    },
  };
}

/** @param {import("@hookwright/host").Host} host */
async function untilQuiet(host) {
  const end = Date.now() + MAX_QUIET_MS;
  while (Date.now() < end) {
    const { runs, deliveries, waitingEvents } = await host.status();
    const open = [runs.queued, runs.running, runs.failed, deliveries.queued, deliveries.sending];
    const isQuiet = waitingEvents === 0 && open.every((number = 0) => number === 0);
    const isBeating = (await host.events.list()).items.some(({ state }) => state !== "done");
    if (isQuiet && !isBeating) return;
    await sleep(20);
  }
}

/** @param {import("node:http").Server} server @returns {Promise<string>} */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/v1`;
}
