// Limits of turns, cancelling, and the end of the host.
import { expect, test } from "vitest";
import { agentAction, contextOf, wakeAction } from "../support/actions.ts";
import { createScriptedRunner, never, untilStopped } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

export function timeRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);
  const waiting = () => createScriptedRunner({ otherwise: "wait" });

  test("the limit is that of the action, else of the agent, and counts from the start of the turn", {
    tags: "TIM-1",
  }, async () => {
    const settings = { agent: { timeoutSeconds: 20 } };
    const host = await create({ runner: waiting(), settings });
    await host.accept(agentAction({ timeoutSeconds: 10 }));
    await host.accept(agentAction());
    const [first] = host.runner.turns;
    await host.time.after(10_000, () => first?.signal.aborted === true);
    first?.answer("Too late.");
    await host.time.idle();
    const second = host.runner.turns[1];
    await host.time.after(20_000, () => second?.signal.aborted === true);
  });

  test("no turn may take longer than a day", { tags: "TIM-1" }, async () => {
    const host = await create({ runner: waiting() });
    await host.accept(agentAction({ timeoutSeconds: 1_000_000 }));
    const [{ turn } = expect.fail("no turn")] = host.runner.turns;
    expect(host.time.isAbout(turn.deadline, host.time.clock() + 86_400_000)).toBe(true);
  });

  test("at the limit the signal says `timeout`; 10 s later the host goes on without the runner", {
    tags: "TIM-2",
  }, async () => {
    const host = await create();
    host.runner.script(never);
    const { runId } = await host.accept(agentAction({ timeoutSeconds: 1 }));
    await host.accept(agentAction());
    await host.time.within(1_000, () => host.runner.turns[0]?.signal.reason === "timeout");
    const state = async () => (await host.engine.runs.show(runId ?? ""))?.state;
    await host.time.after(10_000, async () => (await state()) !== "running");
    await host.time.idle();
    expect(await host.engine.runs.show(runId ?? "")).toMatchObject({
      state: "dead",
      code: "timeout",
    });
    expect(host.runner.turns).toHaveLength(2);
    host.runner.turns[0]?.answer({ ok: true, text: "Much too late." });
    await host.time.idle();
    expect(await host.engine.runs.show(runId ?? "")).toMatchObject({
      state: "dead",
      code: "timeout",
    });
  });

  test("a run that timed out is not retried; its partial text is kept and not delivered", {
    tags: "TIM-3",
  }, async () => {
    const host = await create();
    host.runner.script(async (turn, signal) => {
      const result = await untilStopped(turn, signal);
      return result.ok ? result : { ...result, retryable: true, partial: "Half of" };
    });
    const { runId } = await host.accept(
      agentAction({ timeoutSeconds: 1, deliver: true, channel: "telegram", to: "42" }),
    );
    await host.time.wait(3_600_000);
    expect(host.runner.turns).toHaveLength(1);
    expect(await host.engine.runs.show(runId ?? "")).toMatchObject({ partial: "Half of" });
    expect(host.channel.calls).toEqual([]);
  });

  test("a queued run is cancelled at once, a running one by its signal", {
    tags: "TIM-4",
  }, async () => {
    const runner = createScriptedRunner({ otherwise: untilStopped });
    const host = await create({ runner });
    const first = (await host.accept(agentAction())).runId ?? "";
    const second = (await host.accept(agentAction())).runId ?? "";
    expect(await host.engine.runs.cancel(second)).toEqual({ ok: true });
    expect((await host.engine.runs.show(second))?.state).toBe("cancelled");
    expect(await host.engine.runs.cancel(first)).toEqual({ ok: true });
    await host.time.idle();
    expect(runner.turns[0]?.signal.reason).toBe("cancelled");
    expect((await host.engine.runs.show(first))?.state).toBe("cancelled");
    expect(runner.turns).toHaveLength(1);
    const [summary] = (await host.engine.events.list()).items;
    expect(summary?.count).toBe(2);
    expect((await host.engine.events.show(summary?.id ?? ""))?.title).toBe("Hook CI (cancelled)");
    expect(await host.engine.runs.cancel(first)).toMatchObject({ ok: false, code: "ended" });
    expect(await host.engine.runs.cancel("unknown")).toMatchObject({
      ok: false,
      code: "not_found",
    });
  });

  test("a host that stops takes no action, and starts no turn", { tags: "STOP-1" }, async () => {
    const host = await create({ runner: waiting() });
    await host.accept(agentAction());
    await host.accept(agentAction({ message: "second" }));
    const stopped = host.engine.stop();
    const refused = host.engine.dispatch(agentAction(), contextOf());
    await expect(refused).rejects.toMatchObject({ code: "stopping" });
    expect(await host.engine.prompt({ text: "Hello?" })).toMatchObject({ code: "stopping" });
    host.runner.turns[0]?.answer("Done.");
    await host.time.idle();
    await stopped;
    expect(host.runner.turns).toHaveLength(1);
    const next = await host.kill();
    expect(next.runner.turns[1]?.turn.message ?? next.runner.turns[0]?.turn.message).toContain(
      "second",
    );
  });

  test("after its grace a turn is stopped, and its run is queued again without a try", {
    tags: "STOP-1",
  }, async () => {
    const runner = createScriptedRunner({ otherwise: untilStopped });
    const host = await create({ runner, pace: 10 });
    const { runId = "" } = await host.accept(agentAction());
    const stopped = host.engine.stop();
    await host.time.after(30_000, () => host.runner.turns[0]?.signal.aborted === true);
    expect(host.runner.turns[0]?.signal.reason).toBe("stopping");
    await stopped;
    const next = await host.kill({ runner: waiting() });
    expect(next.runner.turns[0]?.turn).toMatchObject({ id: runId, attempt: 1, interrupted: false });
  });

  test("the events of a heartbeat that is stopped wait for the next life, which asks at once", {
    tags: "STOP-1",
  }, async () => {
    const runner = createScriptedRunner({ otherwise: untilStopped });
    const host = await create({ runner, pace: 20 });
    await host.accept(wakeAction());
    await host.time.within(1_000, () => host.runner.turns.length === 1);
    const stopped = host.engine.stop();
    await host.time.within(30_000, () => host.runner.running.length === 0);
    await stopped;
    const next = await host.kill({ runner: waiting() });
    await next.time.within(60_000, () => next.runner.turns.length > 0);
    expect(next.runner.turns[0]?.turn.message).toContain("The build is red.");
  });

  test("a part that is being sent is finished, and the next part waits for the next life", {
    tags: "STOP-1",
  }, async () => {
    const host = await create();
    let finish: (() => void) | undefined;
    host.channel.script(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ kind: "sent", id: "m1" });
        }),
    );
    host.runner.script("word ".repeat(1_500));
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    const stopped = host.engine.stop();
    await host.time.idle();
    finish?.();
    await host.time.idle();
    await stopped;
    expect(host.channel.calls).toHaveLength(1);
    const next = await host.kill();
    await next.time.idle();
    expect(next.channel.calls.map(({ key }) => key.split("/")[1])).toEqual(["1", "2"]);
    expect((await next.engine.deliveries.list()).items).toMatchObject([{ state: "sent", sent: 2 }]);
  });

  test("stop() before start(), and a second stop(), only close the store", {
    tags: "STOP-1",
  }, async () => {
    const host = await create({ isStarted: false });
    const stopped = host.engine.stop();
    expect(host.engine.stop()).toBe(stopped);
    await stopped;
  });
}
