// Callers that wait for the end of their run, and questions about runs, also after a kill.
import type { RunFacts } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { agentAction } from "../support/actions.ts";
import { createScriptedChannel } from "../support/scripted-channel.ts";
import { createScriptedRunner, failure, never } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget, type TestHost } from "../support/test-host.ts";

const DAY_MS = 24 * 3_600_000;

const ANSWERED = { deliver: true, channel: "telegram", to: "42" } as const;

interface Caller {
  /** Undefined while it waits. */
  answer?: { readonly facts: RunFacts | undefined };
  readonly leave: () => void;
}

/** Begins to wait for a run; the answer is there once the wait has ended. */
function wait({ engine }: TestHost, runId: string | undefined): Caller {
  const controller = new AbortController();
  const caller: Caller = { leave: () => controller.abort() };
  void Promise.resolve(engine.completion.wait(`${runId}`, controller.signal)).then((facts) => {
    caller.answer = { facts };
  });
  return caller;
}

const answeredBy =
  (...callers: readonly Caller[]) =>
  () =>
    callers.every(({ answer }) => answer !== undefined);

const SENT_ON = { answer: { facts: undefined } };

export function completionRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);

  const createBusy = (settings = {}) =>
    create({ runner: createScriptedRunner({ otherwise: "wait" }), settings });

  test("every caller of a run gets its state and the deliveries of its answer when it ends, and not before", async () => {
    const host = await createBusy();
    const { runId } = await host.accept(agentAction(ANSWERED));
    const callers = [wait(host, runId), wait(host, runId)];
    await host.time.wait(1_000);
    expect(callers.map(({ answer }) => answer)).toEqual([undefined, undefined]);
    host.runner.turns[0]?.answer("All green.");
    await host.time.within(1_000, answeredBy(...callers));
    const deliveries = [{ channel: "telegram", state: expect.stringMatching(/queued|sen/) }];
    for (const { answer } of callers) expect(answer?.facts).toEqual({ state: "done", deliveries });
    const late = wait(host, runId);
    await host.time.within(1_000, answeredBy(late));
    expect(late.answer?.facts).toMatchObject({ state: "done" });
  });

  test("the text of an answer is told only if host.completion.text says so", async () => {
    const host = await create({ settings: { callers: { maxWaiting: 200, text: true } } });
    const { runId } = await host.accept(agentAction());
    const caller = wait(host, runId);
    await host.time.within(1_000, answeredBy(caller));
    expect(caller.answer?.facts).toEqual({ state: "done", text: "Done.", deliveries: [] });
  });

  test("a caller waits through the tries of its run, and gets the code of one that dies or is cancelled", async () => {
    const host = await create();
    host.runner.script(failure(), never, failure({ code: "bad_request", retryable: false }), never);
    const tried = wait(host, (await host.accept(agentAction())).runId);
    await host.time.within(60_000, () => host.runner.turns.length === 2);
    expect(tried.answer).toBeUndefined();
    host.runner.turns[1]?.answer("At last.");
    await host.time.within(1_000, answeredBy(tried));
    expect(tried.answer?.facts).toMatchObject({ state: "done" });
    const dead = wait(host, (await host.accept(agentAction())).runId);
    await host.time.within(1_000, answeredBy(dead));
    expect(dead.answer?.facts).toEqual({ state: "dead", code: "bad_request", deliveries: [] });
    await host.accept(agentAction({ sessionKey: "hook:a" }));
    const { runId } = await host.accept(agentAction({ sessionKey: "hook:a" }));
    const cancelled = wait(host, runId);
    await host.engine.runs.cancel(`${runId}`);
    await host.time.within(1_000, answeredBy(cancelled));
    expect(cancelled.answer?.facts).toMatchObject({ state: "cancelled" });
  });

  test("no more callers wait than maxWaiting says: one more goes on at once, until another has left", async () => {
    const host = await createBusy({ callers: { maxWaiting: 2, text: false } });
    const { runId } = await host.accept(agentAction());
    const [first, second, third] = [1, 2, 3].map(() => wait(host, runId)) as [
      Caller,
      Caller,
      Caller,
    ];
    await host.time.within(1_000, answeredBy(third));
    expect(third).toMatchObject(SENT_ON);
    first.leave();
    await host.time.within(1_000, answeredBy(first));
    const fourth = wait(host, runId);
    await host.time.idle();
    expect([second.answer, fourth.answer]).toEqual([undefined, undefined]);
    host.runner.turns[0]?.answer("Done.");
    await host.time.within(1_000, answeredBy(second, fourth));
    expect(fourth.answer?.facts).toMatchObject({ state: "done" });
    expect(host.runner.turns).toHaveLength(1);
  });

  test("nobody waits for a paused runner: who waits goes on at once, but for those whose run is at work", async () => {
    const host = await createBusy();
    const atWork = wait(host, (await host.accept(agentAction({ sessionKey: "hook:a" }))).runId);
    const { runId } = await host.accept(agentAction({ sessionKey: "hook:a" }));
    const behind = wait(host, runId);
    await host.time.idle();
    expect(behind.answer).toBeUndefined();
    await host.engine.pauses.pause({ kind: "runner", id: "scripted" });
    const late = wait(host, runId);
    await host.time.within(1_000, answeredBy(behind, late));
    expect([behind, late]).toMatchObject([SENT_ON, SENT_ON]);
    expect(atWork.answer).toBeUndefined();
    host.runner.turns[0]?.answer("Done.");
    await host.time.within(1_000, answeredBy(atWork));
    expect(atWork.answer?.facts).toMatchObject({ state: "done" });
  });

  test("a caller goes on at once when the credential of the runner is refused, and its run waits", async () => {
    const host = await create();
    host.runner.script(failure({ code: "unauthorized", scope: "runner" }));
    const { runId } = await host.accept(agentAction());
    const caller = wait(host, runId);
    await host.time.within(1_000, answeredBy(caller));
    expect(caller).toMatchObject(SENT_ON);
    expect((await host.engine.runs.show(`${runId}`))?.state).toBe("queued");
  });

  test("all callers go on at once when the host stops, and later ones do not wait", async () => {
    const host = await createBusy({ stopGraceMs: 1_000 });
    const { runId } = await host.accept(agentAction());
    const caller = wait(host, runId);
    await host.time.idle();
    const stopped = host.engine.stop();
    await host.time.idle();
    expect(caller).toMatchObject(SENT_ON);
    const late = wait(host, runId);
    await host.time.idle();
    expect(late).toMatchObject(SENT_ON);
    host.runner.turns[0]?.answer("Done.");
    await stopped;
  });

  test("what became of a run is found by the credentials that it came with, also after a kill, and by no others", async () => {
    let host = await create();
    const { runId } = await host.accept(agentAction(), { proof: "token" });
    const other = await host.accept(agentAction(), { proof: "auth of github" });
    const none = await host.accept(agentAction());
    const find = (id: string | undefined) => host.engine.completion.find(`${id}`, "token");
    await host.time.within(1_000, async () => (await find(runId))?.state === "done");
    host = await host.kill();
    expect(await find(runId)).toEqual({ state: "done", deliveries: [] });
    expect(await find(other.runId)).toBeUndefined();
    expect(await find(none.runId)).toBeUndefined();
    expect(await find("unknown")).toBeUndefined();
    const retried = await host.engine.runs.retry(`${runId}`);
    const repeat = retried.ok ? retried.runId : "";
    await host.time.within(1_000, async () => (await find(repeat))?.state === "done");
    expect((await host.engine.runs.show(repeat))?.retryOf).toBe(runId);
  });

  test("a run that waits for its turn is found as queued, and a forgotten one is not found", async () => {
    const host = await create({ settings: { retainMs: DAY_MS } });
    host.runner.script("Done.", never);
    const find = (id: string | undefined) => host.engine.completion.find(`${id}`, "token");
    const ended = await host.accept(agentAction(), { proof: "token" });
    await host.time.within(1_000, async () => (await find(ended.runId))?.state === "done");
    const first = await host.accept(agentAction({ sessionKey: "hook:a" }), { proof: "token" });
    const second = await host.accept(agentAction({ sessionKey: "hook:a" }), { proof: "token" });
    await host.time.within(1_000, async () => (await find(first.runId))?.state === "running");
    expect(await find(second.runId)).toEqual({ state: "queued", deliveries: [] });
    await host.time.within(3 * DAY_MS, async () => (await find(ended.runId)) === undefined);
  });

  test("what became of a run has no lifecycle events among its deliveries", async () => {
    const url = "https://ci.example/";
    const types = new Set(["run.completed", "delivery.sent"] as const);
    const notify = [{ name: "ci", url, secret: "", types, allowPrivate: false }];
    const host = await create({
      notify: createScriptedChannel({ id: "host.notify" }),
      settings: { notify },
    });
    const { runId } = await host.accept(agentAction(ANSWERED), { proof: "token" });
    const find = () => host.engine.completion.find(`${runId}`, "token");
    await host.time.within(5_000, async () => (await find())?.deliveries[0]?.state === "sent");
    expect((await host.engine.deliveries.list()).items).toHaveLength(3);
    expect(await find()).toEqual({
      state: "done",
      deliveries: [{ channel: "telegram", state: "sent" }],
    });
  });
}
