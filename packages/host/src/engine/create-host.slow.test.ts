import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { agentAction, contextOf } from "../../test/support/actions.ts";
import { openTestLedger } from "../../test/support/embedded.ts";
import { until } from "../../test/support/fake-clock.ts";
import { createScriptedChannel } from "../../test/support/scripted-channel.ts";
import { createScriptedRunner } from "../../test/support/scripted-runner.ts";
import { settingsOf } from "../../test/support/settings.ts";
import { STORE_FILE } from "../ledger/open/state-folder.ts";
import { createEngine, type EngineWork } from "./create-engine.ts";
import { createHost, DEFAULT_LIMITS, type Host, type HostOptions } from "./create-host.ts";
import { createHostParts } from "./create-host-parts.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hookwright-host-"));
  onTestFinished(() => {
    chmodSync(made, 0o700);
    rmSync(made, { recursive: true });
  });
  return made;
}

function optionsOf(stateFolder: string): HostOptions & {
  readonly runner: ReturnType<typeof createScriptedRunner>;
} {
  return {
    settings: settingsOf(),
    runner: createScriptedRunner(),
    channels: new Map([["telegram", createScriptedChannel()]]),
    stateFolder,
    limits: { minFreeBytes: 0 },
    warn: () => undefined,
  };
}

async function open(options: HostOptions): Promise<Host> {
  const created = await createHost(options);
  if (!created.ok) throw new Error(created.problem.message);
  onTestFinished(() => created.host.stop());
  return created.host;
}

test("createHost() makes a host with the clock, timers and ids of the runtime", async () => {
  const options = optionsOf(folder());
  const host = await open(options);
  await host.start();
  await host.dispatch(agentAction(), contextOf());
  await until(async () => (await host.status()).runs.done === 1, "the end of the run");
  expect(options.runner.turns).toHaveLength(1);
  await expect(host.start()).rejects.toThrow("A host is started once.");
});

test("createHost() and reload() take settings that say nothing of mappings, channels and endpoints", async () => {
  const { defaultAgent, agents, agentDefaults, maxConcurrent, timeZone, mainKey, ...rest } =
    settingsOf();
  const { onInterrupted, unknownDelivery, stopGraceMs, retryMaxMs, retainMs } = rest;
  const settings = {
    ...{ defaultAgent, agents, agentDefaults, maxConcurrent, timeZone, mainKey },
    ...{ onInterrupted, unknownDelivery, stopGraceMs, retryMaxMs, retainMs },
  };
  const host = await open({ ...optionsOf(folder()), settings });
  await host.start();
  for (const runId of ["first", "second"]) {
    await host.dispatch(agentAction(), contextOf({ runId }));
    await until(async () => (await host.status()).runs.queued === 0, "the end of the run");
    await host.reload({ settings });
  }
  await until(async () => (await host.status()).runs.done === 2, "the end of both runs");
  expect(await host.pauses.pause({ kind: "mapping", id: "ci" })).toEqual({ ok: true });
});

test("createHost() gives another engine its parts and ports, and opens no store", {
  tags: "PRT-3",
}, async () => {
  const state = join(folder(), "state");
  const options = optionsOf(state);
  const works: EngineWork[] = [];
  const host = await open({
    ...options,
    engine: async (work) => {
      works.push(work);
      const limits = { ...DEFAULT_LIMITS, minFreeBytes: 0 };
      const ledger = await openTestLedger({ folder: folder(), clock: work.clock, limits });
      return createEngine({ ...work, ledger });
    },
  });
  await host.start();
  await host.dispatch(agentAction(), contextOf());
  await until(async () => (await host.status()).runs.done === 1, "the end of the run");
  expect(works).toMatchObject([{ settings: options.settings, runner: options.runner }]);
  expect(existsSync(state)).toBe(false);
});

test("createHost() keeps its state for its owner alone", { tags: "SEC-6" }, async () => {
  const state = join(folder(), "state");
  await open(optionsOf(state));
  expect(statSync(state).mode & 0o777).toBe(0o700);
});

test("createHost() refuses a store that another host has, and names its process", {
  tags: "REC-2",
}, async () => {
  const state = folder();
  await open(optionsOf(state));
  const second = await createHost(optionsOf(state));
  expect(second).toMatchObject({ ok: false, problem: { hint: expect.any(String) } });
  expect(second.ok || second.problem.message).toContain(`${process.pid}`);
});

test("createHost() refuses a damaged store and leaves it as it is", { tags: "REC-2" }, async () => {
  const state = folder();
  const host = await open(optionsOf(state));
  await host.stop();
  const path = join(state, STORE_FILE);
  writeFileSync(path, "This is not a database. ".repeat(1_000));
  const again = await createHost(optionsOf(state));
  expect(again.ok).toBe(false);
  expect(statSync(path).size).toBe(24_000);
});

test("dispatch() refuses with `storage_full` where the disk has less than is to be left free", {
  tags: "LIM-4",
}, async () => {
  const host = await open({ ...optionsOf(folder()), limits: { minFreeBytes: Number.MAX_VALUE } });
  const refused = host.dispatch(agentAction(), contextOf());
  await expect(refused).rejects.toMatchObject({ code: "storage_full", retryAfterSeconds: 30 });
});

const http = { http: { baseUrl: "http://127.0.0.1:1/v1", model: "local/small" } };
const stateFolder = "state";

test("createHostParts() makes settings, runner and channels of a config", async () => {
  const read = await createHostParts(
    { host: { runner: http }, channels: { webhook: { url: "http://127.0.0.1:1/", token: "t" } } },
    { stateFolder, clock: Date.now, secrets: () => undefined },
  );
  expect(read.ok ? read.problems : read).toEqual([]);
  expect(read.ok && [...read.parts.channels.keys()]).toEqual(["webhook"]);
  expect(read.ok && read.parts.runner.id).toContain("http");
});

test("createHostParts() takes a runner and channels of one's own instead", async () => {
  const runner = createScriptedRunner();
  const own = createScriptedChannel({ id: "pager" });
  const channels = [own];
  const config = { channels: { pager: { anything: 1 } } };
  const read = await createHostParts(config, { stateFolder, runner, channels });
  expect(read).toMatchObject({ ok: true, problems: [], parts: { runner } });
  expect(read.ok && read.parts.channels.get("pager")).toBe(own);
});

test("createHostParts() says what is missing where no runner is set, and what is wrong elsewhere", async () => {
  const none = await createHostParts({}, { stateFolder });
  expect(none).toMatchObject({ ok: false, problems: [{ severity: "error" }] });
  const wrong = await createHostParts({ host: { stopGraceSeconds: "x" } }, { stateFolder });
  expect(wrong.ok).toBe(false);
  const broken = await createHostParts(
    { host: { runner: http }, channels: { telegram: {} } },
    { stateFolder },
  );
  expect(broken).toMatchObject({ ok: false });
});

test("createHostParts() warns of each mapping whose channel is not configured", {
  tags: "ACC-5",
}, async () => {
  const mappings = [
    { id: "ci", channel: "slack" },
    { channel: "telegram" },
    { channel: "pager" },
    { channel: "last" },
    { channel: "slack", deliver: false },
    { channel: "slack", action: "wake" },
  ];
  const read = await createHostParts(
    { hooks: { mappings } },
    {
      stateFolder,
      runner: createScriptedRunner(),
      channels: [createScriptedChannel({ id: "Pager" })],
    },
  );
  expect(read.ok && read.problems.map(({ path, severity }) => [path.join("."), severity])).toEqual([
    ["hooks.mappings.0.channel", "warning"],
    ["hooks.mappings.1.channel", "warning"],
  ]);
});
