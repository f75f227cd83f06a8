// A mode and a number of mails → the mail flow through kills and faults, and what of its promises was broken.

import { createRandom } from "../shared/random.mjs";
import { checkPromises } from "./check-promises.mjs";
import { createSetup, keyOf } from "./create-setup.mjs";
import { failNow, planFaults } from "./faults.mjs";
import { lookAtProcesses } from "./find-secrets.mjs";
import { pause, sendMails } from "./mailing.mjs";
import { STEPS, startProxy } from "./proxy.mjs";
import { createRestartedCommand, runCommand } from "./restarted-command.mjs";

/**
 * @typedef {object} TrialOptions
 * @property {import("./create-setup.mjs").Way} way
 * @property {number} mails that must be carried out
 * @property {number} seed
 * @property {number} killsOfRun
 * @property {number} killsOfServe
 * @property {boolean} hasFaults whether the watch, the history, the login and the host fail in turn
 * @property {number} [maxBurst]
 * @property {number} [maxPauseMs]
 * @property {number} [timeoutMs] after the last mail
 */

/** @param {TrialOptions} options */
export async function runTrial(options) {
  const { way, mails, seed, maxBurst = 30, maxPauseMs = 8_000, timeoutMs = 900_000 } = options;
  const startedAt = Date.now();
  const random = createRandom(seed);
  /** What the processes showed of secrets. @type {Set<string>} */
  const seen = new Set();
  const kills = { run: options.killsOfRun, serve: options.killsOfServe };
  /** The step of a coming post at which a process dies. @type {{ step: string, who: "run" | "serve" } | undefined} */
  let planned;
  const proxy = await startProxy({
    onStep: (step) => {
      if (planned?.step !== step) return;
      commands[planned.who].kill();
      planned = undefined;
    },
  });
  const setup = await createSetup({ way, hookUrl: `${proxy.url}/hooks/gmail`, seed });
  const { google, state, config, env } = setup;
  setup.logIn();

  /** Is called when the run asks for a login. */
  let onLoginNeeded = () => undefined;
  let logins = 0;
  const commands = {
    run: createRestartedCommand({
      args: ["gmail", "run", "--config", config, "--state", state, "--json"],
      env,
      beforeRestart: async (code) => {
        if (code !== 3) return;
        logins += 1;
        onLoginNeeded();
        await pause(500 + random() * 1_500);
        setup.logIn();
      },
    }),
    serve: createRestartedCommand({
      args: [
        "serve",
        "--port",
        "0",
        "--config",
        config,
        "--dispatch",
        "host",
        "--state-folder",
        state,
      ],
      env,
      onLine: (line) => {
        const url = /http:\/\/127\.0\.0\.1:\d+\/hooks/.exec(line)?.[0];
        if (url !== undefined) proxy.setTarget(url);
      },
      beforeRestart: async () => undefined,
    }),
  };
  commands.serve.start();
  await until(() => commands.serve.log().includes("/hooks"), 60_000);
  commands.run.start();
  await until(() => commands.run.log().includes("first_look"), 60_000);

  const over = new AbortController();
  const watcher = watchProcesses(commands, { seen, setup, signal: over.signal });
  const killer = killAtRandom(commands, {
    random,
    kills,
    signal: over.signal,
    plan: (who) => {
      planned = { who, step: STEPS[Math.floor(random() * STEPS.length)] };
    },
  });
  const faults = options.hasFaults ? planFaults({ google, proxy, commands, setOnLogin }) : [];
  const mailing = await sendMails(google.gmail, {
    mails,
    random,
    maxBurst,
    maxPauseMs,
    onBurst: async (share) => {
      await setup.forger?.sendAll();
      if (options.hasFaults) failNow(google, random);
      while (faults[0] !== undefined && faults[0].at <= share) await faults.shift().fault();
    },
  });
  const lastAt = Date.now();
  const isDone = () => [...mailing.wanted].every((id) => proxy.taken.has(keyOf(google, id)));
  await until(isDone, timeoutMs);
  const postedAt = Date.now();
  over.abort();
  await Promise.all([watcher, killer]);
  planned = undefined;
  // Messages that a killed process had pulled come again after their deadline of 60 s.
  await until(() => google.pubsub.status()[setup.subscription].waiting === 0, 120_000);
  await pause(1_000);
  const runs = await untilRunsEnd(setup, mailing.wanted.size);
  const codes = { run: await commands.run.stop(), serve: await commands.serve.stop() };

  const result = checkPromises({
    setup,
    mailing,
    proxy,
    commands,
    runs,
    codes,
    seen,
    logins,
    options,
  });
  const rows = {
    way,
    seed,
    "seconds in all, after the last mail": `${seconds(postedAt - startedAt)}, ${seconds(postedAt - lastAt)}`,
    ...result.rows,
  };
  const logs = { run: commands.run.log(), serve: commands.serve.log() };
  proxy.close();
  await setup.close();
  return { rows, broken: result.broken, logs };

  function setOnLogin(call) {
    onLoginNeeded = call;
  }
}

/** Half of the kills come at a step of a post, and half at any time. */
async function killAtRandom(commands, { random, kills, plan, signal }) {
  while (!signal.aborted && kills.run + kills.serve > 0) {
    await pause(1_500 + random() * 6_000);
    const who = random() * (kills.run + kills.serve) < kills.run ? "run" : "serve";
    kills[who] -= 1;
    if (random() < 0.5) plan(who);
    else commands[who].kill();
  }
}

async function watchProcesses(commands, { seen, setup, signal }) {
  const names = new Set(Object.keys(setup.env));
  while (!signal.aborted) {
    const secrets = setup.secrets();
    const pids = [commands.run.pid(), commands.serve.pid()];
    for (const what of lookAtProcesses(pids, { secrets, names })) seen.add(what);
    // The path of the config is in the arguments: a search that does not find it is blind.
    if (lookAtProcesses(pids, { secrets: [setup.config], names }).length > 0) setup.markSeen();
    await pause(200);
  }
}

/** @returns {Promise<readonly { id: string, state: string, sessionKey: string, attempt: number }[]>} */
async function untilRunsEnd({ state, env }, count) {
  const giveUpAt = Date.now() + 180_000;
  for (;;) {
    const args = ["runs", "--json", "--limit", "9999", "--state-folder", state];
    const { text, code } = await runCommand(args, env);
    const { runs } = code === 0 ? JSON.parse(text) : { runs: [] };
    const ended = runs.filter((run) => run.state === "done");
    if (ended.length >= count || Date.now() > giveUpAt) return runs;
    await pause(1_000);
  }
}

async function until(check, timeoutMs) {
  const giveUpAt = Date.now() + timeoutMs;
  while (!check() && Date.now() < giveUpAt) await pause(100);
}

function seconds(milliseconds) {
  return (milliseconds / 1_000).toFixed(0);
}
