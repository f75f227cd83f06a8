// Nothing that was accepted is lost, nothing happens twice unseen.
import { expect, test } from "vitest";
import { startToText } from "../../src/engine/recover.ts";
import { healthOf } from "../../src/operate/health.ts";
import { agentAction, contextOf, wakeAction } from "../support/actions.ts";
import { createScriptedRunner, failure, never } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

export function recoveryRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);
  const hanging = () => createScriptedRunner({ otherwise: never });

  test("after the end of the process each accepted action is carried out, in the order of its key", {
    tags: "REC-1",
  }, async () => {
    const host = await create({ runner: hanging() });
    const ids: (string | undefined)[] = [];
    for (let count = 0; count < 3; count++) ids.push((await host.accept(agentAction())).runId);
    const next = await host.kill({ runner: createScriptedRunner() });
    await next.time.idle();
    expect(next.runner.turns.map(({ turn }) => turn.id)).toEqual(ids);
    expect((await next.engine.status()).runs).toMatchObject({ done: 3, queued: 0, running: 0 });
  });

  test("an interrupted turn runs again once, and the runner learns of it", {
    tags: "REC-3",
  }, async () => {
    const host = await create({ runner: hanging() });
    const { runId } = await host.accept(agentAction());
    const second = await host.kill({ runner: hanging() });
    expect(second.runner.turns.map(({ turn }) => [turn.id, turn.interrupted])).toEqual([
      [runId, true],
    ]);
    const third = await second.kill({ runner: hanging() });
    expect(third.runner.turns).toEqual([]);
    expect(await third.engine.runs.show(runId ?? "")).toMatchObject({
      state: "dead",
      code: "crashed",
    });
  });

  test("an interruption before the runner was called counts neither as a try nor as one of two", {
    tags: "REC-3",
  }, async () => {
    const host = await create({ isStarted: false });
    const { runId = "" } = await host.accept(agentAction());
    await host.ledger.claimRuns({ now: host.time.clock(), limit: 1 });
    const second = await host.kill({ runner: hanging(), isStarted: true });
    expect(second.runner.turns.map(({ turn }) => [turn.interrupted, turn.attempt])).toEqual([
      [false, 1],
    ]);
    const third = await second.kill({ runner: hanging() });
    expect(third.runner.turns.map(({ turn }) => turn.interrupted)).toEqual([true]);
    expect(await third.engine.runs.show(runId)).toMatchObject({
      interruptions: 1,
      state: "running",
    });
  });

  test("that the runner is called is stored before it is", { tags: "REC-3" }, async () => {
    const host = await create({
      runner: createScriptedRunner({
        otherwise: async ({ id }) => `${(await host.ledger.run(id))?.calledAt}`,
      }),
    });
    const { runId = "" } = await host.accept(agentAction());
    expect((await host.engine.runs.show(runId))?.answer).toBe(`${host.time.clock()}`);
  });

  test("a run whose call cannot be stored is not called while the host stops", {
    tags: "REC-3",
  }, async () => {
    const host = await create({ isStarted: false });
    await host.accept(agentAction());
    const started = host.engine.start();
    await started;
    host.breakStore("full");
    await host.time.idle();
    const stopped = host.engine.stop();
    await host.time.wait(60_000);
    await stopped;
    expect(host.runner.turns).toEqual([]);
  });

  const keys = (next: {
    readonly runner: {
      readonly running: readonly { readonly turn: { readonly sessionKey: string } }[];
    };
  }) => next.runner.running.map(({ turn }) => turn.sessionKey);

  async function createCrashed() {
    const host = await create({ runner: hanging(), settings: { maxConcurrent: 3 } });
    for (const sessionKey of ["a", "b", "c", "d", "e"]) {
      await host.accept(agentAction({ sessionKey }));
    }
    expect(keys(host)).toEqual(["a", "b", "c"]);
    return host.kill({ runner: createScriptedRunner({ otherwise: "wait" }) });
  }

  test("of the interrupted runs one runs at a time, others start when it has run for 60 s", {
    tags: "REC-3",
  }, async () => {
    const next = await createCrashed();
    expect(keys(next)).toEqual(["a"]);
    await next.time.after(60_000, () => keys(next).length > 1);
    await next.time.idle();
    expect(keys(next)).toEqual(["a", "d", "e"]);
    next.runner.turns[1]?.answer("Done.");
    await next.time.idle();
    expect(keys(next)).toEqual(["a", "e"]);
    next.runner.turns[0]?.answer("Done.");
    await next.time.idle();
    expect(keys(next)).toEqual(["e", "b"]);
  });

  test("others start when all interrupted runs have ended, and main sessions do not wait", {
    tags: "REC-3",
  }, async () => {
    const next = await createCrashed();
    await next.engine.heartbeat.now();
    await next.time.wait(1_000);
    expect(keys(next)).toEqual(["a", "main"]);
    for (const turn of [0, 2]) {
      next.runner.turns[turn]?.answer("Done.");
      await next.time.idle();
    }
    expect(keys(next)).toEqual(["main", "c"]);
    next.runner.turns[3]?.answer(failure());
    await next.time.idle();
    // It ended by itself, so it is no longer a suspect, though it will be tried again.
    expect(keys(next)).toEqual(["main", "d", "e"]);
  });

  test("a run that was not reached after one crash is still tried apart after the next", {
    tags: "REC-3",
  }, async () => {
    const second = await createCrashed();
    const third = await second.kill({ runner: createScriptedRunner({ otherwise: "wait" }) });
    expect((await third.engine.runs.list({ state: "dead" })).items).toMatchObject([
      { sessionKey: "a" },
    ]);
    expect(keys(third)).toEqual(["b"]);
  });

  test("an interrupted run whose runner is paused holds up no other", {
    tags: "REC-3",
  }, async () => {
    const refused = failure({ code: "unauthorized", scope: "runner" });
    const host = await create({ runner: hanging(), pace: 20 });
    await host.accept(agentAction({ sessionKey: "a", model: "x/1" }));
    await host.accept(agentAction({ sessionKey: "b", model: "x/1" }));
    const runner = createScriptedRunner({
      otherwise: async ({ model }) => (model === "x/1" ? refused : "Done."),
    });
    const next = await host.kill({ runner });
    await next.accept(agentAction({ sessionKey: "c", model: "y/1" }));
    expect((await next.engine.status()).runs).toMatchObject({ queued: 2, done: 1 });
    await next.time.wait(120_000);
    runner.script("Works.");
    await next.time.wait(60_000);
    runner.script("Works.");
    await next.time.wait(60_000);
    expect((await next.engine.status()).runs.queued).toBe(0);
  });

  test("a kill after an ordered stop is not counted as an interruption, but the next turn learns of it", {
    tags: "REC-3",
  }, async () => {
    let host = await create({ runner: hanging() });
    const { runId = "" } = await host.accept(agentAction());
    for (let kills = 0; kills < 4; kills++) {
      void host.engine.stop();
      await host.time.idle();
      host = await host.kill({ runner: hanging() });
      expect(host.runner.turns.map(({ turn }) => [turn.interrupted, turn.attempt])).toEqual([
        [true, 1],
      ]);
      expect(await host.engine.runs.show(runId)).toMatchObject({
        interruptions: 0,
        state: "running",
      });
    }
    // Earlier orders excuse no crash.
    host = await host.kill({ runner: hanging() });
    expect(await host.engine.runs.show(runId)).toMatchObject({
      interruptions: 1,
      state: "running",
    });
    host = await host.kill({ runner: hanging() });
    expect(await host.engine.runs.show(runId)).toMatchObject({ state: "dead", code: "crashed" });
  });

  test("an ordered stop does not let a turn act twice where `fail` forbids it", {
    tags: "REC-3",
  }, async () => {
    const host = await create({ runner: hanging(), settings: { onInterrupted: "fail" } });
    const { runId = "" } = await host.accept(agentAction());
    void host.engine.stop();
    await host.time.idle();
    const next = await host.kill({ runner: hanging() });
    expect(await next.engine.runs.show(runId)).toMatchObject({
      state: "dead",
      code: "interrupted",
    });
  });

  test("a host starts while its store cannot be written, says why, and takes up its work later", {
    tags: "REC-1",
  }, async () => {
    const host = await create({ runner: hanging() });
    const { runId = "" } = await host.accept(agentAction());
    const next = await host.kill({ runner: createScriptedRunner(), isStarted: false });
    next.breakStore("full");
    expect(await next.engine.start()).toMatchObject({ interrupted: 1 });
    expect(await healthOf(next.engine, next.time.clock())).toMatchObject({
      status: "failing",
      reasons: [
        expect.stringContaining("The unfinished work of the previous process cannot be resumed"),
      ],
    });
    await expect(next.accept(agentAction())).rejects.toMatchObject({ code: "storage_failed" });
    await next.time.wait(300_000);
    expect(next.runner.turns).toEqual([]);
    next.breakStore(undefined);
    await next.time.wait(60_000);
    expect(await next.engine.runs.show(runId)).toMatchObject({ state: "done" });
    expect((await healthOf(next.engine, next.time.clock())).status).toBe("ok");
  });

  test("a host stops whose store cannot be written since its start", {
    tags: "STOP-1",
  }, async () => {
    const host = await create({ runner: hanging() });
    const { runId = "" } = await host.accept(agentAction());
    const next = await host.kill({ runner: hanging(), isStarted: false });
    next.breakStore("full");
    await next.engine.start();
    const stopped = next.engine.stop();
    await next.time.idle();
    await stopped;
    const last = await next.kill({ runner: createScriptedRunner(), isStarted: true });
    expect(await last.engine.runs.show(runId)).toMatchObject({ state: "done" });
  });

  test("with `fail` an interrupted run is dead at once", { tags: "REC-3" }, async () => {
    const host = await create({ runner: hanging(), settings: { onInterrupted: "fail" } });
    const { runId } = await host.accept(agentAction());
    const next = await host.kill({ runner: createScriptedRunner() });
    expect(next.runner.turns).toEqual([]);
    expect(await next.engine.runs.show(runId ?? "")).toMatchObject({
      state: "dead",
      code: "interrupted",
    });
  });

  test("a turn, and those after it, begin when the program of the interrupted one is gone", {
    tags: "REC-3",
  }, async () => {
    const host = await create({ runner: hanging(), pace: 10 });
    const { runId: first = "" } = await host.accept(agentAction());
    const { runId: second } = await host.accept(agentAction());
    await host.accept(wakeAction());
    await host.time.wait(1_000);
    const heartbeat = host.runner.turns.at(-1)?.turn.id ?? "";
    const ends: (() => void)[] = [];
    const left = (label: string) => ({
      label,
      gone: new Promise<void>((resolve) => ends.push(resolve)),
    });
    // A program of a turn that is over, two of the run, and one of the heartbeat.
    const leftPrograms = ["elsewhere", first, first, heartbeat].map(left);
    const next = await host.kill({
      runner: createScriptedRunner(),
      isStarted: false,
      leftPrograms,
    });
    const started = next.engine.start();
    await next.time.after(5_000, () => next.records.length > 0);
    await started;
    const { runId: other } = await next.accept(agentAction({ sessionKey: "hook:other" }));
    await next.time.wait(60_000);
    const ids = () => next.runner.turns.map(({ turn }) => turn.id);
    expect(ids()).toEqual([other]);
    expect(next.warnings).toEqual([first, heartbeat].map((id) => expect.stringContaining(id)));
    ends[1]?.();
    await next.time.idle();
    expect(ids()).toEqual([other]);
    ends[2]?.();
    await next.time.idle();
    expect(ids()).toEqual([other, first, second]);
    ends[3]?.();
    await next.time.idle();
    await next.time.wait(60_000);
    expect(next.runner.turns.at(-1)?.turn.reason).toBe("retry");
  });

  test("programs that end at once hold up nothing, and a host that stops does not wait for others", {
    tags: "REC-3",
  }, async () => {
    const host = await create({ runner: hanging() });
    const { runId: label = "" } = await host.accept(agentAction());
    let end = (): void => undefined;
    const gone = new Promise<void>((resolve) => {
      end = resolve;
    });
    const next = await host.kill({
      runner: createScriptedRunner(),
      leftPrograms: [{ label, gone: Promise.resolve() }],
    });
    expect(next.runner.turns.map(({ turn }) => turn.id)).toEqual([label]);
    const again = await create({ runner: hanging() });
    const { runId = "" } = await again.accept(agentAction());
    const last = await again.kill({
      runner: createScriptedRunner(),
      isStarted: false,
      leftPrograms: [{ label: runId, gone }],
    });
    const started = last.engine.start();
    await last.time.wait(5_000);
    await started;
    const stopped = last.engine.stop();
    end();
    await stopped;
    expect(last.runner.turns).toEqual([]);
  });

  test("an interrupted heartbeat gives its events back and is tried again", {
    tags: "REC-3",
  }, async () => {
    const host = await create({ runner: hanging() });
    await host.accept(wakeAction());
    await host.time.wait(1_000);
    const next = await host.kill({ runner: createScriptedRunner() });
    expect((await next.engine.heartbeat.last())?.outcome).toBe("failed: interrupted");
    await next.time.wait(60_000);
    expect(next.runner.turns[0]?.turn).toMatchObject({
      reason: "retry",
      message: expect.stringContaining("The build is red."),
    });
  });

  test("the wait of an interrupted heartbeat counts from the first crash, and only its retry waits longer", {
    tags: ["HB-12", "REC-3"],
  }, async () => {
    let host = await create({ runner: hanging() });
    await host.accept(wakeAction({ text: "first" }));
    await host.time.wait(1_000);
    for (const text of ["second", "third"]) {
      host = await host.kill({ runner: hanging() });
      await host.time.wait(10_000);
      await host.accept(wakeAction({ text }));
      await host.time.wait(1_000);
      expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(["wake"]);
    }
    host = await host.kill({ runner: hanging() });
    await host.time.wait(38_000);
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(["retry"]);
    expect(host.runner.turns[0]?.turn.message).toMatch(/first.*second.*third/s);
    host = await host.kill({ runner: createScriptedRunner() });
    await host.time.wait(299_000);
    expect(host.runner.turns).toEqual([]);
    await host.time.wait(1_000);
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(["retry"]);
  });

  test("the start says what it found, and each session concerned gets one event", {
    tags: "REC-4",
  }, async () => {
    const host = await create({ runner: hanging() });
    await host.accept(agentAction());
    await host.accept(agentAction());
    await host.accept(agentAction({ sessionKey: "hook:other" }));
    void host.engine.prompt({ text: "Hello?" });
    await host.time.idle();
    const next = await host.kill({ runner: hanging() });
    const [start] = next.records.flatMap((record) => (record.kind === "start" ? [record] : []));
    expect(start).toMatchObject({ queued: 1, interrupted: 3, unknownOutcomes: 0 });
    expect(start && startToText(start)).toContain("1 queued runs, 3 interrupted turns");
    const events = (await next.engine.events.list({ waiting: true })).items;
    expect(events.map(({ origin }) => origin)).toEqual(["host"]);
    expect((await next.engine.events.show(events[0]?.id ?? ""))?.parts[0]?.text).toMatch(
      /run-\S+ of ci, run \S+ of ci, a message of the user/,
    );
  });

  test("a start that found no interrupted turn adds no event", { tags: "REC-4" }, async () => {
    const host = await create();
    await host.accept(agentAction());
    const next = await host.kill();
    expect(
      (await next.engine.events.list({ waiting: true })).items.map(({ origin }) => origin),
    ).toEqual(["run"]);
  });

  test("a full disk loses no result: it is stored when there is space again", {
    tags: "REC-1",
  }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: "wait" }) });
    const { runId = "" } = await host.accept(
      agentAction({ deliver: true, channel: "telegram", to: "1" }),
    );
    host.breakStore("full");
    host.runner.turns[0]?.answer("Done.");
    await host.time.wait(5_000);
    expect((await host.engine.runs.show(runId))?.state).toBe("running");
    expect(host.warnings).toEqual([expect.stringContaining("cannot be stored yet")]);
    host.breakStore(undefined);
    await host.time.wait(60_000);
    expect(await host.engine.runs.show(runId)).toMatchObject({ state: "done", answer: "Done." });
    expect(host.channel.shown).toHaveLength(1);
    expect(host.runner.turns).toHaveLength(1);
  });

  test("a store that fails while the host stops leaves the turn interrupted", {
    tags: "REC-1",
  }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: "wait" }) });
    await host.accept(agentAction());
    host.breakStore("full");
    host.runner.turns[0]?.answer("Done.");
    await host.time.idle();
    const stopped = host.engine.stop();
    await host.time.wait(60_000);
    await stopped;
    const next = await host.kill({ runner: createScriptedRunner() });
    expect(next.runner.turns[0]?.turn.interrupted).toBe(true);
  });

  test("the result of a run that has ended meanwhile is dropped, and the host goes on", {
    tags: "REC-1",
  }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: "wait" }) });
    const { runId = "" } = await host.accept(agentAction());
    const at = host.time.clock();
    await host.ledger.commit([{ kind: "run", runId, state: "dead", at, code: "elsewhere" }]);
    host.runner.turns[0]?.answer("Done.");
    await host.time.idle();
    expect(host.warnings).toEqual([expect.stringContaining("A result is discarded")]);
    expect((await host.engine.runs.show(runId))?.code).toBe("elsewhere");
    await host.accept(agentAction());
    expect(host.runner.turns).toHaveLength(2);
  });

  test("an interrupted run of no mapping is named by its id; twelve are named as ten and two", {
    tags: "REC-4",
  }, async () => {
    const host = await create({ runner: hanging(), settings: { maxConcurrent: 20 } });
    for (let key = 0; key < 12; key++) {
      const { mappingId: _, ...context } = contextOf();
      const action = agentAction({ sessionKey: `hook:${key}` });
      await host.engine.dispatch(action, { ...context, mappingId: undefined, runId: `r${key}` });
    }
    await host.time.idle();
    const next = await host.kill({ runner: hanging() });
    const [event] = (await next.engine.events.list({ waiting: true })).items;
    const text = (await next.engine.events.show(event?.id ?? ""))?.parts[0]?.text;
    expect(text).toMatch(/: run r0, run r1, .*run r9, and 2 more\.$/);
  });

  test("an interrupted message of a user leaves the failures of heartbeats as they were", {
    tags: "REC-3",
  }, async () => {
    const host = await create();
    host.runner.script(failure({ retryable: false }), never);
    await host.accept(wakeAction());
    await host.time.wait(1_000);
    void host.engine.prompt({ text: "Hello?" });
    await host.time.idle();
    const next = await host.kill();
    expect(await next.ledger.heartbeats()).toMatchObject([
      { failures: 1, retryAt: expect.any(Number) },
    ]);
    await next.time.wait(60_000);
    expect(next.runner.turns.at(-1)?.turn.reason).toBe("retry");
  });

  test("claims that fail are tried again each second", { tags: "REC-1" }, async () => {
    const host = await create();
    host.breakStore("full");
    await host.engine.reload({});
    await host.time.wait(3_000);
    expect(host.warnings.length).toBeGreaterThan(1);
    host.breakStore(undefined);
    await host.accept(agentAction());
    expect(host.runner.turns).toHaveLength(1);
  });

  test("a clock that is set back delays nothing that was due", { tags: "REC-1" }, async () => {
    const host = await create();
    await host.accept(agentAction());
    host.time.set(host.time.clock() - 86_400_000);
    await host.accept(agentAction());
    await host.accept(wakeAction());
    await host.time.wait(1_000);
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(["run", "run", "wake"]);
    expect((await host.engine.status()).runs.done).toBe(2);
  });
}
