import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { agentAction, contextOf } from "../../test/support/actions.ts";
import { until } from "../../test/support/fake-clock.ts";
import { createScriptedChannel } from "../../test/support/scripted-channel.ts";
import { createScriptedRunner } from "../../test/support/scripted-runner.ts";
import { settingsOf } from "../../test/support/settings.ts";
import { STORE_FILE } from "../ledger/open/state-folder.ts";
import { createHost, type Host, type HostOptions } from "./create-host.ts";

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
  await until(() => host.status().runs.done === 1, "the end of the run");
  expect(options.runner.turns).toHaveLength(1);
  await expect(host.start()).rejects.toThrow("A host is started once.");
});

test("SEC-6 createHost() keeps its state for its owner alone", async () => {
  const state = join(folder(), "state");
  await open(optionsOf(state));
  expect(statSync(state).mode & 0o777).toBe(0o700);
});

test("REC-2 createHost() refuses a store that another host has, and names its process", async () => {
  const state = folder();
  await open(optionsOf(state));
  const second = await createHost(optionsOf(state));
  expect(second).toMatchObject({ ok: false, problem: { hint: expect.any(String) } });
  expect(second.ok || second.problem.message).toContain(`${process.pid}`);
});

test("REC-2 createHost() refuses a damaged store and leaves it as it is", async () => {
  const state = folder();
  const host = await open(optionsOf(state));
  await host.stop();
  const path = join(state, STORE_FILE);
  writeFileSync(path, "This is no database. ".repeat(1_000));
  const again = await createHost(optionsOf(state));
  expect(again.ok).toBe(false);
  expect(statSync(path).size).toBe(21_000);
});

test("LIM-4 dispatch() refuses with `storage_full` where the disk has less than is to be left free", async () => {
  const host = await open({ ...optionsOf(folder()), limits: { minFreeBytes: Number.MAX_VALUE } });
  const refused = host.dispatch(agentAction(), contextOf());
  await expect(refused).rejects.toMatchObject({ code: "storage_full", retryAfterSeconds: 30 });
});
