// What an operator pauses accepts work and lets it wait, also after a kill; a mapping may have a limit of its own.
import { expect, test } from "vitest";
import type { TurnResult } from "../../src/model/turn.ts";
import { healthOf } from "../../src/operate/health.ts";
import { agentAction, deliverAction, wakeAction } from "../support/actions.ts";
import { createScriptedRunner, failure } from "../support/scripted-runner.ts";
import { settingsOf } from "../support/settings.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

const DAY_MS = 24 * 3_600_000;

export function pauseRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);

  test("a paused mapping accepts runs and wakes, and carries none out until it is resumed, also after a kill", async () => {
    let host = await create();
    const pause = { kind: "mapping", id: "ci" } as const;
    expect(await host.engine.pauses.pause(pause)).toEqual({ ok: true });
    const { runId } = await host.accept(agentAction({ sessionKey: "hook:a" }));
    await host.accept(agentAction({ sessionKey: "hook:b" }));
    await host.accept(wakeAction());
    await host.accept(agentAction({ sessionKey: "hook:c" }), { mappingId: "other" });
    await host.time.wait(2 * DAY_MS);
    const messages = () => host.runner.turns.map(({ turn }) => turn.sessionKey);
    expect(messages()).toEqual(["hook:c"]);
    host = await host.kill();
    await host.accept(agentAction({ sessionKey: "hook:a" }));
    await host.time.wait(DAY_MS);
    const waits = { kind: "mapping", id: "ci", since: expect.any(Number), waiting: 4 };
    expect(await host.engine.pauses.list()).toEqual([waits]);
    expect((await host.engine.overview.show()).pauses).toEqual([waits]);
    expect((await healthOf(host.engine, host.time.clock())).reasons).toContainEqual(
      expect.stringContaining("4 items wait. `hookwright resume mapping ci` resumes it."),
    );
    const shown = await host.engine.timeline.show(`${runId}`);
    expect(shown?.steps).toContainEqual(
      expect.objectContaining({ title: expect.stringContaining("mapping ci is paused") }),
    );
    expect(messages()).toEqual([]);
    expect(await host.engine.pauses.resume(pause)).toEqual({ ok: true });
    await host.time.wait(1_000);
    expect(messages().sort()).toEqual(["hook:a", "hook:a", "hook:b", "main"]);
    expect(await host.engine.pauses.list()).toEqual([]);
    expect((await host.engine.status()).runs).toMatchObject({ queued: 0, done: 4 });
    expect(await host.engine.pauses.resume(pause)).toMatchObject({ code: "not_paused" });
  });

  test("a paused mapping holds back its texts, and what follows them to the same recipient, also after a kill", async () => {
    let host = await create();
    const pause = { kind: "mapping", id: "ci" } as const;
    await host.engine.pauses.pause(pause);
    await host.accept(deliverAction(), { runId: "held" });
    await host.accept(deliverAction({ text: "Behind it." }), {
      mappingId: "other",
      runId: "behind",
    });
    const elsewhere = deliverAction({ to: "43", text: "Elsewhere." });
    await host.accept(elsewhere, { mappingId: "other", runId: "elsewhere" });
    await host.time.wait(DAY_MS);
    const texts = () => host.channel.shown.map(({ text }) => text);
    expect(texts()).toEqual(["Elsewhere."]);
    host = await host.kill();
    await host.time.wait(1_000);
    expect(await host.engine.pauses.list()).toMatchObject([{ id: "ci", waiting: 1 }]);
    await host.engine.pauses.resume(pause);
    await host.time.wait(1_000);
    expect(texts()).toEqual(["Elsewhere.", "The deploy is done.", "Behind it."]);
  });

  test("the deliveries of a paused channel wait longer than a day without a try, and a reload does not resume it", async () => {
    let host = await create();
    const { pauses } = host.engine;
    await pauses.pause({ kind: "channel", id: "TG" });
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.time.wait(3 * DAY_MS);
    await host.engine.reload({});
    host = await host.kill();
    await host.time.wait(1_000);
    expect(host.channel.calls).toEqual([]);
    expect((await host.engine.status()).channels.get("telegram")).toMatchObject({ waiting: 1 });
    expect(await host.engine.channels.list()).toMatchObject([{ paused: { code: "operator" } }]);
    await host.engine.pauses.resume({ kind: "channel", id: "telegram" });
    await host.time.wait(1_000);
    expect(host.channel.shown).toHaveLength(1);
    expect(host.records).toContainEqual(
      expect.objectContaining({ kind: "channel", state: "resumed" }),
    );
  });

  test("a paused runner takes no turn of any kind, and refuses a user's message", async () => {
    let host = await create({ settings: { heartbeat: { everyMs: 1_800_000 } } });
    await host.time.wait(1_000);
    const before = host.runner.turns.length;
    await host.engine.pauses.pause({ kind: "runner", id: "scripted" });
    await host.accept(agentAction());
    await host.accept(wakeAction());
    await host.time.wait(DAY_MS);
    expect(await host.engine.prompt({ text: "Hello" })).toMatchObject({ code: "runner_paused" });
    host = await host.kill();
    await host.time.wait(DAY_MS + 3_600_000);
    expect(host.runner.turns.length).toBe(before);
    expect(await host.engine.pauses.list()).toMatchObject([{ kind: "runner", waiting: 2 }]);
    expect((await healthOf(host.engine, host.time.clock())).reasons).toEqual([
      expect.stringMatching(/^paused: An operator paused the runner scripted/),
    ]);
    await host.engine.pauses.resume({ kind: "runner", id: "scripted" });
    await host.time.wait(1_000);
    expect(host.runner.turns.length).toBe(before + 2);
  });

  test("no run of a paused mapping tries whether a failing runner works again", async () => {
    let answer: TurnResult = failure({ code: "unauthorized", scope: "runner" });
    const runner = createScriptedRunner({ otherwise: () => answer });
    const host = await create({ pace: 60, runner });
    await host.accept(agentAction());
    await host.engine.pauses.pause({ kind: "mapping", id: "ci" });
    await host.time.idle();
    // On a real clock, a minute may have passed before the pause.
    const before = runner.turns.length;
    expect(before).toBeGreaterThan(0);
    await host.time.wait(10 * 60_000);
    expect(runner.turns).toHaveLength(before);
    answer = { ok: true, text: "Done." };
    await host.engine.pauses.resume({ kind: "runner", id: "scripted" });
    await host.engine.pauses.resume({ kind: "mapping", id: "ci" });
    await host.time.wait(1_000);
    expect((await host.engine.status()).runs).toMatchObject({ done: 1, queued: 0 });
  });

  test("a pause of what the running host does not have is refused", async () => {
    const host = await create({ settings: { mappingIds: new Set(["ci"]) } });
    for (const kind of ["mapping", "channel", "runner"] as const) {
      const refused = await host.engine.pauses.pause({ kind, id: "none" });
      expect(refused).toMatchObject({ ok: false, code: "not_found" });
    }
    const wrong = { kind: "agent" as "runner", id: "main" };
    expect(await host.engine.pauses.pause(wrong)).toMatchObject({ code: "input_invalid" });
    expect(await host.engine.pauses.resume(wrong)).toMatchObject({ code: "not_paused" });
  });

  test("maxConcurrent of a mapping limits its runs, oldest first, and those of others run beside them", async () => {
    const runner = createScriptedRunner({ otherwise: "wait" });
    const settings = { mappingLimits: new Map([["ci", 2]]) };
    let host = await create({ runner, settings, pace: 10 });
    for (const key of ["a", "b", "c", "d", "e"]) {
      await host.accept(agentAction({ sessionKey: `hook:${key}` }));
    }
    await host.accept(agentAction({ sessionKey: "hook:o" }), { mappingId: "other" });
    await host.time.wait(1_000);
    const atWork = () => host.runner.running.map(({ turn }) => turn.sessionKey);
    expect(atWork()).toEqual(["hook:a", "hook:b", "hook:o"]);
    expect((await host.engine.overview.show()).limits).toEqual([
      { mappingId: "ci", maxConcurrent: 2, running: 2, waiting: 3 },
    ]);
    host.runner.running[0]?.answer("Done.");
    await host.time.wait(1_000);
    expect(atWork()).toEqual(["hook:b", "hook:o", "hook:c"]);
    host = await host.kill({ runner: createScriptedRunner({ otherwise: "wait" }), settings });
    await host.time.wait(120_000);
    // Those that were interrupted begin one after another.
    expect(atWork()).toEqual(["hook:b", "hook:d"]);
    await host.engine.reload({ settings: settingsOf({ maxConcurrent: 10 }) });
    await host.time.wait(1_000);
    expect(atWork().sort()).toEqual(["hook:b", "hook:d", "hook:e"]);
  });
}
