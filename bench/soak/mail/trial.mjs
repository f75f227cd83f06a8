// A mode and a number of mails → the mail flow through kills and faults, and what of its promises was broken.

import { createRandom } from "../shared/random.mjs";
import { failNow, planFaults } from "./faults.mjs";
import { lookAtProcesses } from "./find-secrets.mjs";
import { judge } from "./judge.mjs";
import { createLife, runCommand } from "./life.mjs";
import { pause, sendMails } from "./mailing.mjs";
import { STEPS, startProxy } from "./proxy.mjs";
import { createWorld, keyOf } from "./world.mjs";

/**
 * @typedef {object} TrialOptions
 * @property {import("./world.mjs").Way} way
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
      lives[planned.who].kill();
      planned = undefined;
    },
  });
  const world = await createWorld({ way, hookUrl: `${proxy.url}/hooks/gmail`, seed });
  const { google, state, config, env } = world;
  world.logIn();

  /** Is called when the run asks for a login. */
  let onLoginNeeded = () => undefined;
  let logins = 0;
  const lives = {
    run: createLife({
      args: ["gmail", "run", "--config", config, "--state", state, "--json"],
      env,
      beforeRestart: async (code) => {
        if (code !== 3) return;
        logins += 1;
        onLoginNeeded();
        await pause(500 + random() * 1_500);
        world.logIn();
      },
    }),
    serve: createLife({
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
  lives.serve.start();
  await until(() => lives.serve.log().includes("/hooks"), 60_000);
  lives.run.start();
  await until(() => lives.run.log().includes("first_look"), 60_000);

  const over = new AbortController();
  const watcher = watchProcesses(lives, { seen, world, signal: over.signal });
  const killer = killAtRandom(lives, {
    random,
    kills,
    signal: over.signal,
    plan: (who) => {
      planned = { who, step: STEPS[Math.floor(random() * STEPS.length)] };
    },
  });
  const faults = options.hasFaults ? planFaults({ google, proxy, lives, setOnLogin }) : [];
  const mailing = await sendMails(google.gmail, {
    mails,
    random,
    maxBurst,
    maxPauseMs,
    onBurst: async (share) => {
      await world.forger?.sendAll();
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
  await until(() => google.pubsub.status()[world.subscription].waiting === 0, 120_000);
  await pause(1_000);
  const runs = await untilRunsEnd(world, mailing.wanted.size);
  const codes = { run: await lives.run.stop(), serve: await lives.serve.stop() };

  const verdict = judge({ world, mailing, proxy, lives, runs, codes, seen, logins, options });
  const rows = {
    way,
    seed,
    "seconds in all, after the last mail": `${seconds(postedAt - startedAt)}, ${seconds(postedAt - lastAt)}`,
    ...verdict.rows,
  };
  const logs = { run: lives.run.log(), serve: lives.serve.log() };
  proxy.close();
  await world.close();
  return { rows, broken: verdict.broken, logs };

  function setOnLogin(call) {
    onLoginNeeded = call;
  }
}

/** Half of the kills come at a step of a post, and half at any time. */
async function killAtRandom(lives, { random, kills, plan, signal }) {
  while (!signal.aborted && kills.run + kills.serve > 0) {
    await pause(1_500 + random() * 6_000);
    const who = random() * (kills.run + kills.serve) < kills.run ? "run" : "serve";
    kills[who] -= 1;
    if (random() < 0.5) plan(who);
    else lives[who].kill();
  }
}

async function watchProcesses(lives, { seen, world, signal }) {
  const names = new Set(Object.keys(world.env));
  while (!signal.aborted) {
    const secrets = world.secrets();
    const pids = [lives.run.pid(), lives.serve.pid()];
    for (const what of lookAtProcesses(pids, { secrets, names })) seen.add(what);
    // The path of the config is in the arguments: a search that does not find it is blind.
    if (lookAtProcesses(pids, { secrets: [world.config], names }).length > 0) world.markSeen();
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
