// node bench/soak/model-outage.mjs [seconds] [runs]: a model that cannot be reached, and one that answers 500, while runs
// are queued. Prints how soon the runs are carried out after its return, and exits with 1 if a run died, was
// carried out twice, or was out of order.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost, createHostParts } from "@hookwright/host";
import { createLocalModel } from "../../examples/local-model/local-model.mjs";
import { findFreePort } from "../shared/free-port.mjs";

const OUTAGE_MS = Number(process.argv[2] ?? 180) * 1_000;
const RUNS = Number(process.argv[3] ?? 1_000);
const KEYS = 25;
/** A probe is made each minute, and the next try of a run that failed once may be as late. */
const MAX_RETURN_MS = 90_000;

const results = await Promise.all([suffer("not_connected"), suffer("server_error")]);
const broken = results.flatMap(({ code, broken }) => broken.map((what) => `${code}: ${what}`));
console.log(broken.length === 0 ? "every rule is kept" : `BROKEN: ${broken.join("; ")}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** @param {"not_connected" | "server_error"} code */
async function suffer(code) {
  const port = await findFreePort();
  const stateFolder = mkdtempSync(join(tmpdir(), "hookwright-model-outage-"));
  const model = createModel(port, code);
  const host = await openHost(stateFolder, port);
  await model.goDown();
  const downAt = Date.now();
  for (let number = 0; number < RUNS; number += 50) {
    const some = Array.from({ length: Math.min(50, RUNS - number) }, (_, index) => number + index);
    await Promise.all(some.map((one) => accept(host, one)));
  }
  const acceptedMs = Date.now() - downAt;
  let pausedAfterMs;
  while (Date.now() - downAt < OUTAGE_MS) {
    if (pausedAfterMs === undefined && (await host.status()).pausedRunners.length > 0) {
      pausedAfterMs = Date.now() - downAt;
    }
    await pause(250);
  }
  const before = (await host.status()).runs;
  const failedTries = model.failed();

  await model.comeBack();
  const backAt = Date.now();
  const status = await untilDone(host);
  const doneAt = Date.now();
  await host.stop();
  model.close();
  rmSync(stateFolder, { recursive: true });

  const { order } = model;
  const firstMs = (order[0]?.at ?? Number.NaN) - backAt;
  const rows = {
    "runs queued, seconds to accept them": `${RUNS}, ${(acceptedMs / 1_000).toFixed(1)}`,
    "seconds of the outage": OUTAGE_MS / 1_000,
    "runner paused after, seconds": ((pausedAfterMs ?? Number.NaN) / 1_000).toFixed(1),
    "tries that failed during the outage": failedTries,
    "dead, failed, queued at its end": `${before.dead}, ${before.failed}, ${before.queued}`,
    "first answer after the return, seconds": (firstMs / 1_000).toFixed(1),
    "all done after the return, seconds": ((doneAt - backAt) / 1_000).toFixed(1),
    "done, dead": `${status.runs.done}, ${status.runs.dead}`,
  };
  console.log(`\n${code}`);
  for (const [name, value] of Object.entries(rows)) console.log(`  ${name}: ${value}`);
  const numbers = order.map(({ number }) => number);
  return {
    code,
    broken: [
      ...(status.runs.dead > 0 ? [`${status.runs.dead} runs died`] : []),
      ...(status.runs.done < RUNS ? [`${RUNS - status.runs.done} runs were not carried out`] : []),
      ...(new Set(numbers).size < numbers.length ? ["a run was carried out twice"] : []),
      ...(isInOrder(numbers) ? [] : ["runs of a key were out of order"]),
      ...(pausedAfterMs === undefined ? ["the runner was not paused"] : []),
      ...(firstMs <= MAX_RETURN_MS ? [] : ["the first run came late"]),
    ],
  };
}

/** Gives up when the runs take far longer than the next probe. @param {Awaited<ReturnType<typeof openHost>>} host */
async function untilDone(host) {
  const giveUpAt = Date.now() + MAX_RETURN_MS + 120_000;
  for (;;) {
    const status = await host.status();
    if (status.runs.done === RUNS || Date.now() > giveUpAt) return status;
    await pause(100);
  }
}

/** Whether the runs of each key came in the order of their acceptance. @param {readonly number[]} numbers */
function isInOrder(numbers) {
  /** @type {Map<number, number>} */
  const last = new Map();
  return numbers.every((number) => {
    const before = last.get(number % KEYS) ?? -1;
    last.set(number % KEYS, number);
    return number > before;
  });
}

/** A server that is either up, or down in the way of `code`. */
function createModel(/** @type {number} */ port, /** @type {string} */ code) {
  /** The runs that were answered. @type {{ number: number, at: number }[]} */
  const order = [];
  let isDown = false;
  let failed = 0;
  const refused = { kind: /** @type {const} */ ("refuse"), status: 500 };
  const server = createLocalModel({
    fault: () => (isDown ? refused : undefined),
    onRequest: ({ text }) => {
      const number = Number(/Action (\d+)\./.exec(text)?.[1]);
      if (isDown) failed += 1;
      else if (!Number.isNaN(number)) order.push({ number, at: Date.now() });
    },
  });
  // A refused connection is a try as well, which this counts.
  const closes = code === "not_connected";
  return {
    order,
    failed: () => (closes ? "refused connections are not seen" : failed),
    /** One that cannot be reached does not listen yet. */
    async goDown() {
      isDown = true;
      if (!closes) await once(server.listen(port, "127.0.0.1"), "listening");
    },
    async comeBack() {
      isDown = false;
      if (closes) await once(server.listen(port, "127.0.0.1"), "listening");
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {string} stateFolder @param {number} port */
async function openHost(stateFolder, port) {
  const config = {
    agents: { defaults: { model: "local/local", heartbeat: { every: "0m" } } },
    host: { runner: { http: { baseUrl: `http://127.0.0.1:${port}/v1`, provider: "local" } } },
  };
  const read = await createHostParts(config, { stateFolder });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  const created = await createHost({ ...read.parts, stateFolder, warn: () => undefined });
  if (!created.ok) throw new Error(`${created.problem.message}. ${created.problem.hint}.`);
  await created.host.start();
  return created.host;
}

/** @param {Awaited<ReturnType<typeof openHost>>} host @param {number} number */
async function accept(host, number) {
  const text = `Action ${number}.`;
  const action = {
    ...{ kind: "agent", message: text, parts: [{ kind: "trusted", text }], untrustedText: "" },
    ...{ name: "Soak", sessionKey: `hook:${number % KEYS}`, wakeMode: "next-heartbeat" },
    ...{ deliver: false, channel: "last" },
  };
  const context = { name: "soak", mappingId: "soak", taintedFields: [], headers: {} };
  await host.dispatch(action, { ...context, runId: `run-${number}` });
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
