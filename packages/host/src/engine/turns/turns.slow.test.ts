import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contextOf, wakeAction } from "../../../test/support/actions.ts";
import { embeddedOn, openTestLedger } from "../../../test/support/embedded.ts";
import { createScriptedRunner } from "../../../test/support/scripted-runner.ts";
import { createTestHost, type TestHostOptions } from "../../../test/support/test-host.ts";
import { readTextFile } from "./heartbeat-file.ts";
import { createPlaces } from "./places.ts";
import { createPromptQueue } from "./prompt-queue.ts";

test("createPlaces() keeps one place for main sessions", { tags: "RUN-3" }, () => {
  const places = createPlaces(() => 2);
  places.take("run");
  const giveBack = places.take("run");
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([0, 1]);
  places.take("main");
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([0, 0]);
  giveBack();
  giveBack();
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([1, 1]);
});

test("createPlaces() gives out no place after a reload lowered their number", {
  tags: "RUN-3",
}, () => {
  let max = 4;
  const places = createPlaces(() => max);
  for (let count = 0; count < 4; count++) places.take("run");
  max = 1;
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([0, 0]);
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hookwright-heartbeat-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test("readTextFile() reads the beginning of a file, and cuts no character in two", {
  tags: "HB-8",
}, async () => {
  const path = join(folder(), "HEARTBEAT.md");
  writeFileSync(path, "Größe");
  expect(await readTextFile(path, 100)).toBe("Größe");
  expect(await readTextFile(path, 3)).toBe("Gr");
});

test("readTextFile() returns undefined if there is no file, and fails if it cannot be read", {
  tags: "HB-8",
}, async () => {
  const made = folder();
  expect(await readTextFile(join(made, "HEARTBEAT.md"), 100)).toBeUndefined();
  writeFileSync(join(made, "file"), "");
  expect(await readTextFile(join(made, "file", "HEARTBEAT.md"), 100)).toBeUndefined();
  mkdirSync(join(made, "HEARTBEAT.md"));
  await expect(readTextFile(join(made, "HEARTBEAT.md"), 100)).rejects.toThrow();
});

const prompt = { text: "Hello?" };
const open = (): AbortSignal => new AbortController().signal;

test("createPromptQueue() answers at once a message whose sender has left", async () => {
  const queue = createPromptQueue();
  expect(await queue.add("main", prompt, AbortSignal.abort())).toMatchObject({ code: "cancelled" });
  expect(queue.has("main")).toBe(false);
});

test("createPromptQueue() forgets a waiting message that its sender takes back", async () => {
  const queue = createPromptQueue();
  const controller = new AbortController();
  const answer = queue.add("main", prompt, controller.signal);
  void queue.add("main", { text: "Second." }, open());
  controller.abort();
  expect(await answer).toMatchObject({ code: "cancelled" });
  expect(queue.take("main")?.prompt.text).toBe("Second.");
  expect(queue.agents()).toEqual([]);
});

test("createPromptQueue() leaves the signal of a message that was taken to who took it", async () => {
  const queue = createPromptQueue();
  const controller = new AbortController();
  const answer = queue.add("main", prompt, controller.signal);
  const taken = queue.take("main");
  controller.abort();
  taken?.resolve({ ok: true, text: "Here." });
  expect(await answer).toEqual({ ok: true, text: "Here." });
});

test("createPromptQueue() refuses more than 100 messages for one session, as one to try again", async () => {
  const queue = createPromptQueue();
  for (let count = 0; count < 100; count++) void queue.add("main", prompt, open());
  const refused = await queue.add("main", prompt, open());
  expect(refused).toMatchObject({ code: "queue_full", retryable: true });
  expect(queue.take("other")).toBeUndefined();
});

test("createPromptQueue() answers all waiting messages when it refuses", async () => {
  const queue = createPromptQueue();
  const answer = queue.add("main", prompt, open());
  queue.refuse({ ok: false, code: "stopping", message: "Stopping.", retryable: true });
  expect(await answer).toMatchObject({ code: "stopping" });
});

/** While the scheduler reads the states of main sessions, so much time passes and this is stored. */
async function createInterrupted(options: TestHostOptions = {}) {
  let duringRead: (() => Promise<unknown>) | undefined;
  const target = embeddedOn(async (options) => {
    const ledger = await openTestLedger(options);
    const heartbeats = async () => {
      const happens = duringRead;
      duringRead = undefined;
      await happens?.();
      return ledger.heartbeats();
    };
    return { ...ledger, heartbeats };
  });
  const host = await createTestHost(target, options);
  const look = async (milliseconds: number, happens: () => Promise<unknown>): Promise<void> => {
    duringRead = () => {
      host.time.set(host.time.clock() + milliseconds);
      return happens();
    };
    await host.engine.reload({});
    await host.time.idle();
  };
  return { host, look };
}

test("a wake that is stored while the scheduler reads the states still waits for others", {
  tags: "HB-3",
}, async () => {
  const { host, look } = await createInterrupted();
  await look(20, async () => host.engine.dispatch(wakeAction(), contextOf()));
  await host.time.after(250, () => host.runner.turns.length > 0);
});

test("a heartbeat that ends while the scheduler reads the states is followed by its gap", {
  tags: "HB-4",
}, async () => {
  const { host, look } = await createInterrupted({
    runner: createScriptedRunner({ otherwise: "wait" }),
    settings: { heartbeat: { minGapMs: 5_000 } },
  });
  await host.accept(wakeAction({ text: "first" }));
  await host.time.within(1_000, () => host.runner.turns.length === 1);
  await host.accept(wakeAction({ text: "second" }));
  await host.time.wait(1_000);
  await look(20, async () => {
    host.runner.turns[0]?.answer("Told.");
    await host.time.idle();
  });
  await host.time.after(5_000, () => host.runner.turns.length > 1);
});
