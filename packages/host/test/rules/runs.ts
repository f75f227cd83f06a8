// RUN-1 to RUN-6, SES-1 to SES-7, SUM-1 and SUM-4: order, places, tries, conversations, summaries.
import { expect, test } from "vitest";
import { agentAction } from "../support/actions.ts";
import { createScriptedRunner, failure } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

const key = (sessionKey: string) => agentAction({ sessionKey, message: sessionKey });

export function runRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);
  const createWaiting = (options = {}) =>
    create({ runner: createScriptedRunner({ otherwise: "wait" }), ...options });

  test("RUN-1 each change of a run is one record: queued, running, failed, running, done", async () => {
    const host = await create();
    host.runner.script(failure());
    await host.accept(agentAction());
    await host.time.advance(10_000);
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

  test("RUN-2 one key has one turn at a time, in the order of acceptance; others run beside it", async () => {
    const host = await createWaiting();
    await host.accept(agentAction({ message: "first" }));
    await host.accept(agentAction({ message: "second" }));
    await host.accept(key("hook:other"));
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual([
      "hook:ci",
      "hook:other",
    ]);
    host.runner.turns[0]?.answer("Done.");
    await host.time.settle();
    expect(host.runner.turns[2]?.turn.message).toContain("second");
  });

  test("RUN-3 so many turns run in parallel, the oldest run first, and one more for main sessions", async () => {
    const host = await createWaiting({ settings: { maxConcurrent: 2 } });
    for (const name of ["a", "b", "c", "d"]) await host.accept(key(name));
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual(["a", "b"]);
    await host.engine.heartbeat.now();
    await host.time.advance(1_000);
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual(["a", "b", "main"]);
    host.runner.turns[1]?.answer("Done.");
    await host.time.settle();
    expect(host.runner.running.map(({ turn }) => turn.sessionKey)).toEqual(["a", "main", "c"]);
  });

  test("RUN-4 a run that waits for its next try keeps its place: the next of its key waits", async () => {
    const host = await create();
    host.runner.script(failure());
    const { runId: first } = await host.accept(agentAction());
    const { runId: second } = await host.accept(agentAction());
    await host.time.advance(3_000);
    expect(host.runner.turns.map(({ turn }) => turn.id)).toEqual([first]);
    await host.time.advance(7_000);
    expect(host.runner.turns.map(({ turn }) => turn.id)).toEqual([first, first, second]);
  });

  test("RUN-5 a try that did nothing is repeated after 5 s and 30 s, then the run is dead", async () => {
    const host = await create();
    host.runner.script(failure(), failure(), failure());
    await host.accept(agentAction());
    await host.time.advance(4_999);
    expect(host.runner.turns).toHaveLength(1);
    await host.time.advance(1);
    expect(host.runner.turns).toHaveLength(2);
    await host.time.advance(30_000);
    expect(host.runner.turns).toHaveLength(3);
    expect(host.engine.runs.list()).toMatchObject([{ state: "dead", code: "unavailable" }]);
    await host.time.advance(3_600_000);
    expect(host.runner.turns).toHaveLength(3);
  });

  test("RUN-5 what may have used tools is dead at once, and a runner that throws is no exception", async () => {
    const host = await create();
    host.runner.script(failure({ retryable: false }), () => {
      throw new TypeError("a defect");
    });
    await host.accept(agentAction());
    await host.accept(agentAction());
    await host.time.advance(60_000);
    expect(host.engine.runs.list().map(({ state, code }) => [state, code])).toEqual([
      ["dead", "runner_failed"],
      ["dead", "unavailable"],
    ]);
    expect(host.runner.turns).toHaveLength(2);
  });

  test("RUN-6 the runner gets the run's id on each try, and which try it is", async () => {
    const host = await create();
    host.runner.script(failure());
    const { runId } = await host.accept(agentAction());
    await host.time.advance(5_000);
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

  test("SES-1 a key is one conversation, which the next run of the key gets", async () => {
    const host = await create();
    host.runner.script("First answer.");
    await host.accept(agentAction({ message: "First." }));
    await host.accept(agentAction({ message: "Second." }));
    expect(host.runner.turns[0]?.turn.history).toEqual([]);
    expect(host.runner.turns[1]?.turn.history).toMatchObject([
      { message: expect.stringContaining("First."), answer: "First answer." },
    ]);
  });

  test("SES-2 an isolated run, if the operator wrote it, gets no history", async () => {
    const host = await create();
    await host.accept(agentAction());
    await host.accept(agentAction({ sessionMode: "isolated" }));
    expect(host.runner.turns[1]?.turn.history).toEqual([]);
  });

  test("SES-3 a turn without an answer stands in the history with the reason", async () => {
    const host = await create();
    host.runner.script(failure({ retryable: false }));
    await host.accept(agentAction());
    await host.accept(agentAction());
    expect(host.runner.turns[1]?.turn.history).toMatchObject([
      { answer: expect.stringMatching(/^\[no answer: .+\]$/) },
    ]);
  });

  test("SES-5 a runner's own state comes back to it; one with a history of its own gets none", async () => {
    const runner = createScriptedRunner({ keepsHistory: true });
    const host = await create({ runner });
    runner.script({ ok: true, text: "One.", runnerState: "session-7" });
    await host.accept(agentAction());
    await host.accept(agentAction());
    expect(runner.turns[0]?.turn.runnerState).toBeUndefined();
    expect(runner.turns[1]?.turn).toMatchObject({ runnerState: "session-7", history: [] });
  });

  test("SES-6 what ended 30 days ago, and a session without a turn since, are forgotten", async () => {
    const host = await create();
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.time.advance(29 * 86_400_000);
    expect(host.engine.runs.list()).toHaveLength(1);
    await host.time.advance(2 * 86_400_000);
    expect(host.engine.runs.list()).toEqual([]);
    expect(host.engine.deliveries.list()).toEqual([]);
    expect(host.engine.sessions.list()).toEqual([]);
  });

  test("SES-6 a main session begins anew where `session.reset` says so", async () => {
    const mainReset = { idleMs: 3_600_000 };
    const host = await create({ settings: { mainReset } });
    const say = async (text: string) => {
      const answer = host.engine.prompt({ text });
      await host.time.settle();
      return answer;
    };
    host.runner.script({ ok: true, text: "One.", runnerState: "s1" });
    await say("One?");
    await host.time.advance(3_599_000);
    host.runner.script({ ok: true, text: "Two.", runnerState: "s2" });
    await say("Two?");
    await host.time.advance(3_601_000);
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

  test("SES-7 one key of two agents is two conversations, which run beside each other", async () => {
    const host = await createWaiting();
    await host.accept(agentAction({ agentId: "a" }));
    await host.accept(agentAction({ agentId: "b" }));
    expect(host.runner.running.map(({ turn }) => turn.agentId)).toEqual(["a", "b"]);
  });

  test("SUM-1 every run that ends adds one event to the main session of its agent", async () => {
    const host = await create();
    host.runner.script("Done.", failure({ retryable: false }), "HEARTBEAT_OK");
    for (const name of ["a", "b", "c"]) await host.accept(key(name));
    const events = host.engine.events.list({ waiting: true });
    expect(events.map(({ origin }) => origin)).toEqual(["run", "run", "run"]);
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(3);
  });

  test("SUM-4 a summary with wake mode `now` asks for a heartbeat, one with `next-heartbeat` does not", async () => {
    const host = await create();
    await host.accept(agentAction({ wakeMode: "next-heartbeat" }));
    await host.time.advance(60_000);
    expect(host.runner.turns).toHaveLength(1);
    await host.accept(agentAction({ wakeMode: "now" }));
    await host.time.advance(1_000);
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(
      ["run", "run", "wake"].map((reason, index) =>
        index === 2 ? expect.stringMatching(/^(wake|run)$/) : reason,
      ),
    );
    await host.time.advance(60_000);
    expect(host.runner.turns).toHaveLength(3);
  });
}
