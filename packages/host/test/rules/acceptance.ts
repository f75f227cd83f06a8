// What is accepted, once, and what is refused.
import { expect, test } from "vitest";
import { agentAction, contextOf, wakeAction } from "../support/actions.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

const DAY_MS = 86_400_000;

export function acceptanceRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);

  test("dispatch() resolves after the commit, so that the end of the process loses nothing", {
    tags: "ACC-1",
  }, async () => {
    const host = await create({ isStarted: false });
    const { runId } = await host.accept(agentAction());
    await host.accept(wakeAction({ mode: "next-heartbeat" }));
    const next = await host.kill({});
    expect((await next.engine.runs.list()).items.map(({ id }) => id)).toEqual([runId]);
    expect((await next.engine.events.list({ waiting: true })).items).toHaveLength(1);
  });

  test("dispatch() rejects where the commit fails, and says when to come again", {
    tags: "ACC-1",
  }, async () => {
    const host = await create({ isStarted: false });
    host.breakStore("full");
    const refused = host.engine.dispatch(agentAction(), contextOf());
    await expect(refused).rejects.toMatchObject({
      code: expect.stringMatching(/^storage_/),
      retryAfterSeconds: 30,
    });
    host.breakStore(undefined);
    expect((await host.engine.runs.list()).items).toEqual([]);
  });

  test("a run is carried out as it was accepted, by the runner of the moment", {
    tags: "ACC-2",
  }, async () => {
    const host = await create({ isStarted: false });
    await host.accept(agentAction({ message: "As accepted.", timeoutSeconds: 7 }));
    await host.engine.reload({ runner: { ...host.runner, id: "other" } });
    await host.engine.start();
    await host.time.idle();
    const [{ turn } = expect.fail("no turn")] = host.runner.turns;
    expect(turn.message).toContain("As accepted.");
    expect(host.time.isAbout(turn.deadline, host.time.clock() + 7_000)).toBe(true);
  });

  test("a second action with the key of the first gets its receipt and has no effect", {
    tags: "ACC-3",
  }, async () => {
    const host = await create();
    const context = { idempotencyKey: "k1", idempotencyTtlSeconds: 60 };
    const first = await host.accept(agentAction(), context);
    const again = await host.accept(agentAction(), context);
    expect(again).toEqual(first);
    expect(host.runner.turns).toHaveLength(1);
  });

  test("a key is known for 72 h, also after a restart, and then it is new", {
    tags: "ACC-3",
  }, async () => {
    const context = { idempotencyKey: "k1", idempotencyTtlSeconds: 60 };
    const first = await create();
    const { runId } = await first.accept(agentAction(), context);
    await first.time.wait(3 * DAY_MS - 1);
    const second = await first.kill();
    expect(await second.accept(agentAction(), context)).toEqual({ runId });
    await second.time.wait(1);
    expect(await second.accept(agentAction(), context)).not.toEqual({ runId });
  });

  test("the elements of a batch have a key each; another route has its own keys", {
    tags: "ACC-3",
  }, async () => {
    const host = await create();
    const key = { idempotencyKey: "k1", idempotencyTtlSeconds: 60 };
    await host.accept(agentAction(), { ...key, index: 0 });
    await host.accept(agentAction(), { ...key, index: 1 });
    await host.accept(agentAction(), { ...key, index: 1 });
    await host.accept(agentAction(), { ...key, name: "other" });
    expect(host.runner.turns).toHaveLength(3);
  });

  test("without a key every action is new", { tags: "ACC-3" }, async () => {
    const host = await create();
    await host.accept(agentAction());
    await host.accept(agentAction());
    expect(host.runner.turns).toHaveLength(2);
  });

  test("the run id of the answer is the id of the run in lists, records and its turn", {
    tags: "ACC-4",
  }, async () => {
    const host = await create();
    const { runId } = await host.accept(agentAction());
    expect(host.runner.turns[0]?.turn.id).toBe(runId);
    expect((await host.engine.runs.list()).items[0]?.id).toBe(runId);
    const records = host.records.filter(({ kind }) => kind === "run");
    expect(records).not.toEqual([]);
    expect(records).toEqual(records.map(() => expect.objectContaining({ runId })));
  });

  test("the receipt of a wake is the id of its event, also where an equal one waits or came before", {
    tags: "ACC-4",
  }, async () => {
    const host = await create({ isStarted: false });
    const key = { idempotencyKey: "k1", idempotencyTtlSeconds: 60 };
    const first = await host.accept(wakeAction(), key);
    expect(await host.engine.events.show(first.runId ?? "")).toMatchObject({
      count: 1,
      origin: "wake",
    });
    const equal = await host.accept(wakeAction());
    expect(equal).toEqual(first);
    expect(await host.accept(wakeAction(), key)).toEqual(first);
    const other = await host.accept(wakeAction({ text: "Another text." }));
    expect((await host.engine.events.list()).items).toMatchObject([
      { id: first.runId, count: 2 },
      { id: other.runId, count: 1 },
    ]);
  });

  test("a run whose channel is not configured is run; its delivery is dead with the reason", {
    tags: "ACC-5",
  }, async () => {
    const host = await create();
    await host.accept(agentAction({ deliver: true, channel: "slack" }));
    expect((await host.engine.runs.list()).items[0]?.state).toBe("done");
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "channel_not_configured" },
    ]);
  });

  test("dispatch() says when to retry if too many runs wait", {
    tags: "LIM-1",
  }, async () => {
    const host = await create({ isStarted: false, limits: { maxRuns: 2 } });
    await host.accept(agentAction());
    await host.accept(agentAction({ sessionKey: "hook:other" }));
    const refused = host.accept(agentAction({ sessionKey: "hook:third" }));
    await expect(refused).rejects.toMatchObject({ code: "queue_full" });
    await expect(refused).rejects.toHaveProperty("retryAfterSeconds", expect.any(Number));
  });

  test("one key, and one main session, cannot fill the store", { tags: "LIM-2" }, async () => {
    const host = await create({
      isStarted: false,
      limits: { maxRunsPerKey: 1, maxWaitingEvents: 1 },
    });
    await host.accept(agentAction());
    await expect(host.accept(agentAction())).rejects.toMatchObject({ code: "queue_full" });
    await host.accept(agentAction({ sessionKey: "hook:other" }));
    await host.accept(wakeAction());
    const other = wakeAction({ text: "Another text." });
    await expect(host.accept(other)).rejects.toMatchObject({ code: "queue_full" });
  });

  test("an action over 1 MiB is refused by name", { tags: "LIM-3" }, async () => {
    const host = await create({ isStarted: false });
    const large = agentAction({ message: "x".repeat(1024 * 1024) });
    await expect(host.accept(large)).rejects.toMatchObject({ code: "action_too_large" });
    expect((await host.engine.runs.list()).items).toEqual([]);
  });
}
