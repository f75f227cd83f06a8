// Order, places, tries, conversations, summaries.
import { expect, test } from "vitest";
import { agentAction, contextOf, wakeAction } from "../support/actions.ts";
import { createScriptedRunner, failure } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

/** For rules about hours: a turn has time enough, however fast the clock is. */
const hours = { pace: 600, settings: { agent: { timeoutSeconds: 86_400 } } };

const key = (sessionKey: string) => agentAction({ sessionKey, message: sessionKey });

export function runRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);
  const createWaiting = (options = {}) =>
    create({ runner: createScriptedRunner({ otherwise: "wait" }), ...options });

  test("each change of a run is one record: queued, running, failed, running, done", {
    tags: "RUN-1",
  }, async () => {
    const host = await create();
    host.runner.script(failure());
    await host.accept(agentAction());
    await host.time.within(10_000, () => host.runner.turns.length === 2);
    const changes = host.records.flatMap((record) =>
      record.kind === "run" ? [[record.state, record.attempt]] : [],
    );
    expect(changes).toEqual([
      ["queued", 0],
      ["running", 1],
      ["failed", 1],
      ["running", 2],
      ["done", 2],
    ]);
  });

  test("one key has one turn at a time, in the order of acceptance; others run beside it", {
    tags: "RUN-2",
  }, async () => {
    const host = await createWaiting();
    await host.accept(agentAction({ message: "first" }));
    await host.accept(agentAction({ message: "second" }));
    await host.accept(key("hook:other"));
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual([
      "hook:ci",
      "hook:other",
    ]);
    host.runner.turns[0]?.answer("Done.");
    await host.time.idle();
    expect(host.runner.turns[2]?.turn.message).toContain("second");
  });

  test("so many turns run in parallel, the oldest run first, and one more for main sessions", {
    tags: "RUN-3",
  }, async () => {
    const host = await createWaiting({ settings: { maxConcurrent: 2 } });
    for (const name of ["a", "b", "c", "d"]) await host.accept(key(name));
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual(["a", "b"]);
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual(["a", "b", "main"]);
    host.runner.turns[1]?.answer("Done.");
    await host.time.idle();
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual(["a", "main", "c"]);
  });

  test("a run that waits for its next try keeps its place: the next of its key waits", {
    tags: "RUN-4",
  }, async () => {
    const host = await create();
    host.runner.script(failure());
    const { runId: first } = await host.accept(agentAction());
    const { runId: second } = await host.accept(agentAction());
    await host.time.still(3_000, () => host.runner.turns.length === 1);
    await host.time.within(7_000, () => host.runner.turns.length === 3);
    expect(host.runner.turns.map(({ turn }) => turn.id)).toEqual([first, first, second]);
  });

  test("a try that did nothing is repeated after 5 s, 30 s, 2, 10, 30, 60 minutes, then the run is dead", {
    tags: "RUN-5",
  }, async () => {
    const host = await create({
      runner: createScriptedRunner({ otherwise: async () => failure() }),
    });
    await host.accept(agentAction());
    const seconds = [5, 30, 120, 600, 1_800, 3_600];
    for (const [index, wait] of seconds.entries()) {
      await host.time.after(wait * 1_000, () => host.runner.turns.length > index + 1);
      expect(host.runner.turns).toHaveLength(index + 2);
    }
    expect((await host.engine.runs.list()).items).toMatchObject([
      { state: "dead", code: "unavailable" },
    ]);
    await host.time.wait(3_600_000);
    expect(host.runner.turns).toHaveLength(7);
  });

  test("Retry-After is kept, however long a retry would wait", { tags: "RUN-5" }, async () => {
    const host = await create(hours);
    host.runner.script(failure({ code: "rate_limited", retryAfterMs: 3_000_000 }));
    await host.accept(agentAction());
    await host.time.after(3_000_000, () => host.runner.turns.length > 1);
    await host.time.idle();
    expect((await host.engine.status()).runs.done).toBe(1);
  });

  const refused = (change = {}) =>
    failure({ code: "unauthorized", scope: "runner", message: "No.", ...change });
  const isRefused = () => createScriptedRunner({ otherwise: async () => refused() });
  const MINUTE = 60_000;

  test("a refused key kills no run: all wait in their order and use no try until it works", {
    tags: "RUN-5",
  }, async () => {
    const host = await create({ runner: isRefused() });
    const ids: (string | undefined)[] = [];
    for (const name of ["a", "a", "b", "c"]) ids.push((await host.accept(key(name))).runId);
    await host.time.still(30_000, () => host.runner.turns.length === 1);
    expect(host.runner.turns.map(({ turn }) => turn.id)).toEqual([ids[0]]);
    expect((await host.engine.status()).runs).toMatchObject({ queued: 4, dead: 0, failed: 0 });
    expect(await host.engine.runs.show(ids[0] ?? "")).toMatchObject({
      attempt: 0,
      code: "unauthorized",
    });
    expect((await host.engine.status()).pausedRunners).toMatchObject([
      { runner: "scripted", code: "unauthorized" },
    ]);
    expect(host.warnings).toEqual([expect.stringContaining('"scripted" is paused: unauthorized')]);
    // One try a minute.
    await host.time.within(10 * MINUTE - 30_000, () => host.runner.turns.length === 11);
    host.runner.script("Works.");
    await host.time.within(MINUTE, () => host.runner.turns.length === 15);
    expect(host.runner.turns.slice(11).map(({ turn }) => turn.id)).toEqual([
      ids[0],
      ...[ids[1], ids[2], ids[3]],
    ]);
  });

  test("once a try works, what waited runs at once", { tags: "RUN-5" }, async () => {
    const runner = isRefused();
    const host = await create({ runner });
    for (const name of ["a", "a", "b"]) await host.accept(key(name));
    runner.script("One.", "Two.", "Three.");
    await host.time.within(MINUTE, () => runner.turns.length === 4);
    expect(await host.engine.status()).toMatchObject({ runs: { done: 3 }, pausedRunners: [] });
    const changes = host.records.flatMap((one) => (one.kind === "runner" ? [one.state] : []));
    expect(changes).toEqual(["paused", "resumed"]);
  });

  test("a reload resumes at once, and what was paused may be paused anew", {
    tags: "RUN-5",
  }, async () => {
    const runner = isRefused();
    const host = await create({ runner });
    await host.accept(key("a"));
    await host.accept(key("b"));
    await host.engine.reload({});
    await host.time.idle();
    expect(host.runner.turns).toHaveLength(3);
    const works = createScriptedRunner();
    await host.engine.reload({ runner: works });
    await host.time.idle();
    expect(works.turns).toHaveLength(2);
    expect(await host.engine.status()).toMatchObject({ runs: { done: 2 }, pausedRunners: [] });
  });

  test("one provider that is paused holds up no other, and tries go round among agents and models", {
    tags: "RUN-5",
  }, async () => {
    const isOpenAi = ({ model = "" }: { model?: string }) => model.startsWith("openai/");
    const runner = createScriptedRunner({
      otherwise: async (turn) => (isOpenAi(turn) ? refused() : "Done."),
    });
    const settings = { modelAliases: new Map([["a", "openai/a"]]) };
    const host = await create({ runner, settings });
    const send = (agentId: string, model: string, sessionKey: string) =>
      host.accept(agentAction({ agentId, model, sessionKey }));
    await send("main", "A", "1");
    await send("main", "openai/a", "2");
    await send("other", "openai/a", "3");
    await send("main", "openai/b", "4");
    await send("main", "acme/a", "5");
    expect((await host.engine.status()).runs.done).toBe(1);
    expect((await host.engine.status()).pausedRunners).toMatchObject([{ provider: "openai" }]);
    const before = runner.turns.length;
    await host.time.within(3 * MINUTE, () => runner.turns.length === before + 3);
    const tried = runner.turns.slice(before).map(({ turn }) => `${turn.agentId} ${turn.model}`);
    expect(tried).toEqual(["main openai/a", "main openai/b", "other openai/a"]);
  });

  test("a run that waited 24 h for its runner is dead, and the next of its key follows it", {
    tags: "RUN-5",
  }, async () => {
    const host = await create({ runner: isRefused() });
    const { runId = "" } = await host.accept(key("a"));
    await host.accept(key("a"));
    const start = host.time.clock();
    // Each minute between is a try.
    host.time.set(start + 12 * 60 * MINUTE);
    const { runId: later = "" } = await host.accept(key("b"));
    host.time.set(start + 24 * 60 * MINUTE);
    await host.time.wait(MINUTE - 1_000);
    expect((await host.engine.status()).runs.dead).toBe(0);
    await host.time.wait(4_000);
    expect((await host.engine.status()).runs).toMatchObject({ dead: 2, queued: 1 });
    expect(await host.engine.runs.show(runId)).toMatchObject({ code: "runner_paused", attempt: 0 });
    expect((await host.engine.runs.show(later))?.state).toBe("queued");
  });

  test("what one run alone is refused for pauses nothing, and is final", {
    tags: "RUN-5",
  }, async () => {
    const host = await create();
    host.runner.script(failure({ code: "model_not_found", scope: "run", retryable: false }));
    await host.accept(agentAction({ model: "openai/of-one-sender" }));
    await host.accept(agentAction({ model: "openai/good" }));
    expect(await host.engine.status()).toMatchObject({
      runs: { dead: 1, done: 1 },
      pausedRunners: [],
    });
  });

  test("a turn that may have used tools before its key was refused is dead, and the runner is paused", {
    tags: "RUN-5",
  }, async () => {
    const host = await create();
    host.runner.script(refused({ retryable: false }));
    await host.accept(key("a"));
    await host.accept(key("b"));
    expect((await host.engine.status()).runs).toMatchObject({ dead: 1, queued: 1 });
    expect((await host.engine.status()).pausedRunners).toHaveLength(1);
  });

  test("a service that fails 20 times in a row is paused, and its runs use no try any more", {
    tags: "RUN-5",
  }, async () => {
    const down = () => failure({ code: "server_error" });
    const host = await create({ runner: createScriptedRunner({ otherwise: async () => down() }) });
    for (let index = 0; index < 19; index++) await host.accept(key(`k${index}`));
    host.runner.script(failure({ code: "rate_limited" }));
    await host.accept(key("limited"));
    expect(await host.engine.status()).toMatchObject({ runs: { failed: 20 }, pausedRunners: [] });
    // Their second tries are in a row: 20 of them fail.
    await host.time.wait(5_000);
    await host.accept(key("last"));
    expect((await host.engine.status()).pausedRunners).toMatchObject([{ code: "server_error" }]);
    await host.time.wait(3 * MINUTE);
    const { runs } = await host.engine.status();
    expect(runs.failed + runs.queued).toBe(21);
    expect((await host.engine.runs.list()).items.every(({ attempt }) => attempt <= 2)).toBe(true);
    const turns = host.runner.turns.length;
    await host.time.wait(10 * MINUTE);
    expect(host.runner.turns).toHaveLength(turns + 10);
  });

  test.each([
    ["not_connected", { scope: "runner" }],
    ["server_error", {}],
  ] as const)(
    "a model that fails for an hour with %s kills no run, and a minute after its return all are done in order",
    {
      tags: "RUN-5",
    },
    async (code, change) => {
      let isDown = true;
      const runner = createScriptedRunner({
        otherwise: async () => (isDown ? failure({ code, ...change }) : "Done."),
      });
      const host = await create({ runner });
      const sent = Array.from({ length: 300 }, (_, index) => ({
        runId: `run-${index}`,
        sessionKey: `hook:${index % 30}`,
      }));
      await Promise.all(
        sent.map(({ runId, sessionKey }) =>
          host.engine.dispatch(agentAction({ sessionKey }), contextOf({ runId })),
        ),
      );
      for (let minute = 0; minute < 60; minute++) await host.time.wait(MINUTE);
      const { runs, pausedRunners } = await host.engine.status();
      expect([runs.queued + runs.failed, runs.dead]).toEqual([300, 0]);
      expect(pausedRunners).toMatchObject([{ code }]);
      // At most two tries of each key before the pause, then one a minute.
      expect(runner.turns.length).toBeLessThanOrEqual(60 + 60);

      isDown = false;
      const before = runner.turns.length;
      await host.time.wait(MINUTE);
      // Nothing of it waits for a time any more.
      for (let turn = 0; turn < 300; turn++) await host.time.idle();
      expect(await host.engine.status()).toMatchObject({ runs: { done: 300 }, pausedRunners: [] });
      const after = runner.turns.slice(before).map(({ turn }) => turn);
      for (let key = 0; key < 30; key++) {
        const isOfKey = ({ sessionKey }: { sessionKey: string }) => sessionKey === `hook:${key}`;
        expect(after.filter(isOfKey).map(({ id }) => id)).toEqual(
          sent.filter(isOfKey).map(({ runId }) => runId),
        );
      }
    },
  );

  test("a heartbeat whose key is refused pauses runs, and one that works resumes them", {
    tags: "RUN-5",
  }, async () => {
    const host = await create();
    host.runner.script(refused());
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    await host.accept(key("a"));
    expect(host.runner.turns).toHaveLength(1);
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(
      ["run", "manual", "run"].map((reason, index) => (index === 0 ? "manual" : reason)),
    );
  });

  test("runs that the previous process held are tried by the next one", {
    tags: "RUN-5",
  }, async () => {
    const host = await create({ runner: isRefused() });
    await host.accept(key("a"));
    await host.accept(key("b"));
    const next = await host.kill({ runner: createScriptedRunner() });
    expect(await next.engine.status()).toMatchObject({ runs: { done: 2 }, pausedRunners: [] });
  });

  test("a held run can be cancelled", { tags: "RUN-5" }, async () => {
    const host = await create({ runner: isRefused() });
    const { runId = "" } = await host.accept(key("a"));
    expect(await host.engine.runs.cancel(runId)).toEqual({ ok: true });
    expect((await host.engine.status()).runs).toMatchObject({ cancelled: 1, queued: 0 });
  });

  test("a turn that may have used tools is dead at once, also if the runner throws", {
    tags: "RUN-5",
  }, async () => {
    const host = await create({ pace: 20 });
    host.runner.script(failure({ retryable: false }), () => {
      throw new TypeError("a defect");
    });
    await host.accept(agentAction());
    await host.accept(agentAction());
    await host.time.wait(60_000);
    expect((await host.engine.runs.list()).items.map(({ state, code }) => [state, code])).toEqual([
      ["dead", "runner_failed"],
      ["dead", "unavailable"],
    ]);
    expect(host.runner.turns).toHaveLength(2);
  });

  test("the runner gets the run's id on each try, and which try it is", {
    tags: "RUN-6",
  }, async () => {
    const host = await create();
    host.runner.script(failure());
    const { runId } = await host.accept(agentAction());
    await host.time.within(5_000, () => host.runner.turns.length === 2);
    const tries = host.runner.turns.map(({ turn: { id, attempt, interrupted } }) => ({
      id,
      attempt,
      interrupted,
    }));
    expect(tries).toEqual([
      { id: runId, attempt: 1, interrupted: false },
      { id: runId, attempt: 2, interrupted: false },
    ]);
  });

  test("a key is one conversation, which the next run of the key gets", {
    tags: "SES-1",
  }, async () => {
    const host = await create();
    host.runner.script("First answer.");
    await host.accept(agentAction({ message: "First." }));
    await host.accept(agentAction({ message: "Second." }));
    expect(host.runner.turns[0]?.turn.history).toEqual([]);
    expect(host.runner.turns[1]?.turn.history).toMatchObject([
      { message: expect.stringContaining("First."), answer: "First answer." },
    ]);
  });

  test("an isolated run, if the operator wrote it, gets no history", {
    tags: "SES-2",
  }, async () => {
    const host = await create();
    await host.accept(agentAction());
    await host.accept(agentAction({ sessionMode: "isolated" }));
    expect(host.runner.turns[1]?.turn.history).toEqual([]);
  });

  test("a turn without an answer is in the history with the reason", {
    tags: "SES-3",
  }, async () => {
    const host = await create();
    host.runner.script(failure({ retryable: false }));
    await host.accept(agentAction());
    await host.accept(agentAction());
    expect(host.runner.turns[1]?.turn.history).toMatchObject([
      { answer: expect.stringMatching(/^\[no answer: .+\]$/) },
    ]);
  });

  test("a runner's own state comes back to it; one with a history of its own gets none", {
    tags: "SES-5",
  }, async () => {
    const runner = createScriptedRunner({ keepsHistory: true });
    const host = await create({ runner });
    runner.script({ ok: true, text: "One.", runnerState: "session-7" });
    await host.accept(agentAction());
    await host.accept(agentAction());
    expect(runner.turns[0]?.turn.runnerState).toBeUndefined();
    expect(runner.turns[1]?.turn).toMatchObject({ runnerState: "session-7", history: [] });
  });

  test("what ended 30 days ago, and a session without a turn since, are forgotten", {
    tags: "SES-6",
  }, async () => {
    const host = await create();
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.time.wait(29 * 86_400_000);
    expect((await host.engine.runs.list()).items).toHaveLength(1);
    await host.time.wait(2 * 86_400_000);
    expect((await host.engine.runs.list()).items).toEqual([]);
    expect((await host.engine.deliveries.list()).items).toEqual([]);
    expect((await host.engine.sessions.list()).items).toEqual([]);
  });

  test("a main session begins anew where `session.reset` says so", { tags: "SES-6" }, async () => {
    const mainReset = { idleMs: 3_600_000 };
    const host = await create({ settings: { mainReset } });
    const say = async (text: string) => {
      const answer = host.engine.prompt({ text });
      await host.time.idle();
      return answer;
    };
    host.runner.script({ ok: true, text: "One.", runnerState: "s1" });
    await say("One?");
    await host.time.wait(3_599_000);
    host.runner.script({ ok: true, text: "Two.", runnerState: "s2" });
    await say("Two?");
    await host.time.wait(3_601_000);
    host.runner.script({ ok: true, text: "Three.", runnerState: "s3" });
    await say("Three?");
    await say("Four?");
    const turns = host.runner.turns.map(({ turn }) => [turn.history.length, turn.runnerState]);
    expect(turns).toEqual([
      [0, undefined],
      [1, "s1"],
      [0, undefined],
      [1, "s3"],
    ]);
  });

  test("one key of two agents is two conversations, which run beside each other", {
    tags: "SES-7",
  }, async () => {
    const host = await createWaiting();
    await host.accept(agentAction({ agentId: "a" }));
    await host.accept(agentAction({ agentId: "b" }));
    expect(host.runner.running.map(({ turn }) => turn.agentId)).toEqual(["a", "b"]);
  });

  test("every run that ends adds one event to the main session of its agent", {
    tags: "SUM-1",
  }, async () => {
    const host = await create();
    host.runner.script("Done.", failure({ retryable: false }), "HEARTBEAT_OK");
    for (const name of ["a", "b", "c"]) await host.accept(key(name));
    const events = (await host.engine.events.list({ waiting: true })).items;
    expect(events.map(({ origin }) => origin)).toEqual(["run", "run", "run"]);
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(3);
  });

  test("a wake with a session key is one turn of that session, with a summary and without a delivery", async () => {
    const host = await create({ pace: 0.05 });
    host.runner.script("Looked at it.");
    await host.accept(wakeAction({ sessionKey: "hook:door" }));
    const [first] = host.runner.turns;
    expect(first?.turn).toMatchObject({ reason: "run", sessionKey: "hook:door" });
    const [summary] = (await host.engine.events.list()).items;
    expect(summary).toMatchObject({ origin: "run" });
    expect((await host.engine.events.list()).items).toHaveLength(1);
    expect((await host.engine.deliveries.list()).items).toEqual([]);
  });

  test("a summary with wake mode `now` asks for a heartbeat, one with `next-heartbeat` does not", {
    tags: "SUM-4",
  }, async () => {
    const host = await create({ pace: 20 });
    await host.accept(agentAction({ wakeMode: "next-heartbeat" }));
    await host.time.wait(60_000);
    expect(host.runner.turns).toHaveLength(1);
    await host.accept(agentAction({ wakeMode: "now" }));
    await host.time.wait(1_000);
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(
      ["run", "run", "wake"].map((reason, index) =>
        index === 2 ? expect.stringMatching(/^(wake|run)$/) : reason,
      ),
    );
    await host.time.wait(60_000);
    expect(host.runner.turns).toHaveLength(3);
  });
}
