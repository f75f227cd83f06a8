// Turns of main sessions, and the events that they take.
import { expect, test } from "vitest";
import { agentAction, wakeAction } from "../support/actions.ts";
import { createScriptedRunner, failure, untilStopped } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget, type TestHost } from "../support/test-host.ts";

const MINUTE_MS = 60_000;

/** For rules about hours: a turn has time enough, however fast the clock is. */
const hours = { pace: 600, settings: { agent: { timeoutSeconds: 86_400 } } };

export function mainSessionRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);
  const waiting = () => createScriptedRunner({ otherwise: "wait" });

  test("a wake adds one event to the session of its agent, else of the default agent", {
    tags: "EVT-1",
  }, async () => {
    const host = await create({ isStarted: false });
    await host.accept(wakeAction());
    await host.accept(wakeAction({ agentId: "ops" }));
    const events = (await host.engine.events.list({ waiting: true })).items;
    expect(events.map(({ agentId, origin }) => [agentId, origin])).toEqual([
      ["main", "wake"],
      ["ops", "wake"],
    ]);
  });

  test("events keep the order of their commits through a failed turn and a restart", {
    tags: "EVT-3",
  }, async () => {
    const host = await create({ isExact: true });
    host.runner.script(failure());
    await host.accept(wakeAction({ text: "one" }));
    await host.accept(wakeAction({ text: "two" }));
    await host.time.wait(1_000);
    expect(host.runner.turns).toHaveLength(1);
    await host.accept(wakeAction({ text: "three", mode: "next-heartbeat" }));
    const next = await host.kill();
    await next.time.wait(MINUTE_MS);
    expect(next.runner.turns[0]?.turn.message).toMatch(/one.*two.*three/s);
  });

  test("a repeat of the newest waiting event raises its count", { tags: "EVT-4" }, async () => {
    const host = await create({ isStarted: false });
    for (let count = 0; count < 3; count++) await host.accept(wakeAction());
    expect((await host.engine.events.list({ waiting: true })).items).toMatchObject([{ count: 3 }]);
  });

  test("a turn takes 20 events; the rest come with a turn that follows at once", {
    tags: "EVT-5",
  }, async () => {
    const host = await create({ isStarted: false });
    for (let number = 0; number < 45; number++) {
      await host.accept(wakeAction({ text: `event ${number}.` }));
    }
    await host.engine.start();
    await host.time.wait(5_000);
    const events = host.runner.turns.map(
      ({ turn }) => turn.message.match(/event \d+\./g)?.length ?? 0,
    );
    expect(events).toEqual([20, 20, 5]);
  });

  test("events belong to the turn until its answer is stored, and come back when it fails", {
    tags: "EVT-9",
  }, async () => {
    const host = await create({ runner: waiting() });
    await host.accept(wakeAction());
    await host.time.wait(1_000);
    expect((await host.engine.events.list({ waiting: true })).items).toEqual([]);
    host.runner.turns[0]?.answer(failure({ retryable: false }));
    await host.time.idle();
    expect((await host.engine.events.list({ waiting: true })).items).toHaveLength(1);
    await host.time.within(MINUTE_MS, () => host.runner.turns.length === 2);
    expect(host.runner.turns[1]?.turn).toMatchObject({
      reason: "retry",
      message: expect.stringContaining("The build is red."),
    });
    host.runner.turns[1]?.answer("Told.");
    await host.time.idle();
    expect((await host.engine.events.list()).items.map(({ state }) => state)).toEqual(["done"]);
  });

  test("a user's message takes the waiting events with it", { tags: "EVT-10" }, async () => {
    const host = await create();
    await host.accept(wakeAction({ mode: "next-heartbeat" }));
    host.runner.script("Hello.");
    const answer = host.engine.prompt({ text: "Anything new?" });
    await host.time.idle();
    expect(await answer).toEqual({ ok: true, text: "Hello." });
    const [first] = host.runner.turns;
    expect(first?.turn.reason).toBe("prompt");
    expect(first?.turn.message).toMatch(/The build is red\..*Anything new\?/s);
    expect((await host.engine.events.list({ waiting: true })).items).toEqual([]);
  });

  test("a user who takes a message back ends its turn, and its events wait again", {
    tags: "EVT-10",
  }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: untilStopped }) });
    await host.accept(wakeAction({ mode: "next-heartbeat" }));
    const controller = new AbortController();
    const answer = host.engine.prompt({ text: "News?" }, controller.signal);
    await host.time.idle();
    controller.abort();
    await host.time.idle();
    expect(await answer).toMatchObject({ ok: false, code: "cancelled" });
    expect(host.runner.turns[0]?.signal.reason).toBe("cancelled");
    expect((await host.engine.events.list({ waiting: true })).items).toHaveLength(1);
  });

  test("a message names its agent, model and limit; text from outside in it is fenced", {
    tags: "EVT-10",
  }, async () => {
    const host = await create({ settings: { agentIds: ["ops"] } });
    const parts = [{ kind: "untrusted", text: "a mail", source: "mail" }] as const;
    const prompt = { text: "", parts, agentId: "ops", model: "a/b", timeoutSeconds: 9 };
    const answer = host.engine.prompt(prompt);
    await host.time.idle();
    expect(await answer).toMatchObject({ ok: true });
    const [{ turn } = expect.fail("no turn")] = host.runner.turns;
    expect(turn).toMatchObject({ agentId: "ops", model: "a/b", tainted: true });
    expect(turn.message).toContain("> a mail");
    expect(host.time.isAbout(turn.deadline, host.time.clock() + 9_000)).toBe(true);
  });

  test("an agent that a hook names and that is not listed is woken, and not checked", {
    tags: "HB-2",
  }, async () => {
    const host = await create({ settings: { heartbeat: { everyMs: 30 * MINUTE_MS } } });
    await host.accept(wakeAction({ agentId: "guest" }));
    await host.time.wait(MINUTE_MS);
    expect(host.runner.turns.map(({ turn }) => turn.agentId)).toEqual(["guest"]);
    await host.time.wait(60 * MINUTE_MS);
    const guests = host.runner.turns.filter(({ turn }) => turn.agentId === "guest");
    expect(guests).toHaveLength(1);
  });

  test("a HEARTBEAT.md that cannot be read is a warning, and the check goes on", {
    tags: "HB-8",
  }, async () => {
    const host = await create({
      settings: { agent: { workspace: "/w" } },
      files: { "/w/HEARTBEAT.md": new Error("EACCES: permission denied") },
    });
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    expect(host.runner.turns).toHaveLength(1);
    expect(host.warnings[0]).toContain("EACCES");
  });

  test("a main session has one turn at a time, messages of users included", {
    tags: "HB-1",
  }, async () => {
    const host = await create({ runner: waiting() });
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    const first = host.engine.prompt({ text: "One." });
    const second = host.engine.prompt({ text: "Two." });
    await host.time.idle();
    expect(host.runner.running.map(({ turn }) => turn.reason)).toEqual(["manual"]);
    host.runner.turns[0]?.answer("HEARTBEAT_OK");
    await host.time.idle();
    expect(host.runner.running.map(({ turn }) => turn.reason)).toEqual(["prompt"]);
    host.runner.turns[1]?.answer("First.");
    await host.time.idle();
    host.runner.turns[2]?.answer("Second.");
    expect([await first, await second]).toMatchObject([{ text: "First." }, { text: "Second." }]);
  });

  test("a run under the main session's key and a heartbeat never overlap", {
    tags: "HB-1",
  }, async () => {
    const host = await create({ runner: waiting() });
    await host.accept(agentAction({ sessionKey: "main" }));
    await host.engine.heartbeat.now();
    await host.time.wait(5_000);
    expect(host.runner.running.map(({ turn }) => turn.reason)).toEqual(["run"]);
    host.runner.turns[0]?.answer("Done.");
    await host.time.wait(5_000);
    expect(host.runner.running.map(({ turn }) => turn.reason)).toEqual(["manual"]);
  });

  test("checks come each `every`, counted from the start of the last; a long stop makes one", {
    tags: "HB-2",
  }, async () => {
    const options = { settings: { heartbeat: { everyMs: 30 * MINUTE_MS } } };
    const host = await create(options);
    await host.time.wait(30 * MINUTE_MS);
    expect(host.runner.turns).toHaveLength(1);
    await host.time.wait(60 * MINUTE_MS);
    expect(host.runner.turns).toHaveLength(3);
    const next = await host.kill();
    const before = next.runner.turns.length;
    next.time.set(next.time.clock() + 10 * 60 * MINUTE_MS);
    await next.engine.reload({});
    await next.time.wait(0);
    expect(next.runner.turns.length - before).toBe(1);
    await next.time.wait(29 * MINUTE_MS);
    expect(next.runner.turns.length - before).toBe(1);
  });

  test("`every` of 0 makes no periodic check", { tags: "HB-2" }, async () => {
    const host = await create();
    await host.time.wait(86_400_000);
    expect(host.runner.turns).toEqual([]);
  });

  test("a request starts a turn within 1 s, those within 250 ms share it", {
    tags: "HB-3",
  }, async () => {
    const host = await create({ isExact: true });
    await host.accept(wakeAction({ text: "one" }));
    await host.time.wait(200);
    expect(host.runner.turns).toEqual([]);
    await host.accept(wakeAction({ text: "two" }));
    await host.time.wait(800);
    expect(host.runner.turns.map(({ turn }) => turn.message)).toEqual([
      expect.stringMatching(/one.*two/s),
    ]);
  });

  test("all requests while a turn runs become one further turn", { tags: "HB-3" }, async () => {
    const host = await create({ runner: waiting() });
    await host.accept(wakeAction({ text: "one" }));
    await host.time.wait(1_000);
    await host.accept(wakeAction({ text: "two" }));
    await host.time.wait(10_000);
    await host.accept(wakeAction({ text: "three" }));
    expect(host.runner.turns).toHaveLength(1);
    host.runner.turns[0]?.answer("Told.");
    await host.time.wait(1_000);
    host.runner.turns[1]?.answer("Told.");
    await host.time.wait(60_000);
    expect(host.runner.turns.map(({ turn }) => turn.message)).toEqual([
      expect.stringContaining("one"),
      expect.stringMatching(/two.*three/s),
    ]);
  });

  test("the end of the process between the commit and the turn loses no request", {
    tags: "HB-3",
  }, async () => {
    const host = await create({ pace: 0.05 });
    await host.accept(wakeAction());
    const next = await host.kill();
    await next.time.within(1_000, () => next.runner.turns.length === 1);
  });

  test("requested heartbeats keep a gap, and what arrives meanwhile shares the next", {
    tags: "HB-4",
  }, async () => {
    const host = await create({ settings: { heartbeat: { minGapMs: 5_000 } }, pace: 0.5 });
    await host.accept(wakeAction({ text: "one" }));
    await host.time.within(1_000, () => host.runner.turns.length === 1);
    await host.accept(wakeAction({ text: "two" }));
    await host.time.wait(2_000);
    await host.accept(wakeAction({ text: "three" }));
    await host.time.still(2_000, () => host.runner.turns.length === 1);
    await host.time.within(1_000, () => host.runner.turns.length === 2);
    expect(host.runner.turns[1]?.turn.message).toMatch(/two.*three/s);
  });

  test("`next-heartbeat` only adds the event, which the next check takes", {
    tags: "HB-5",
  }, async () => {
    const settings = { ...hours.settings, heartbeat: { everyMs: 30 * MINUTE_MS } };
    const host = await create({ ...hours, settings });
    await host.accept(wakeAction({ mode: "next-heartbeat" }));
    await host.time.still(29 * MINUTE_MS, () => host.runner.turns.length === 0);
    await host.time.within(MINUTE_MS, () => host.runner.turns.length > 0);
    expect(host.runner.turns[0]?.turn.message).toContain("The build is red.");
  });

  test("a requested heartbeat is skipped only where another turn took its events", {
    tags: "HB-6",
  }, async () => {
    const host = await create({
      settings: {
        agent: { workspace: "/w" },
        heartbeat: { activeHours: { start: 0, end: 1, timeZone: "UTC" } },
      },
      files: { "/w/HEARTBEAT.md": "# Nothing\n" },
      isExact: true,
    });
    await host.accept(wakeAction());
    const answer = host.engine.prompt({ text: "News?" });
    await host.time.wait(1_000);
    await answer;
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(["prompt"]);
    expect((await host.engine.heartbeat.last())?.outcome).toBe("skipped: events taken");
    await host.accept(wakeAction());
    await host.time.wait(10_000);
    expect(host.runner.turns.map(({ turn }) => turn.reason)).toEqual(["prompt", "wake"]);
  });

  test("outside of active hours the periodic check waits for their opening", {
    tags: "HB-7",
  }, async () => {
    const activeHours = { start: 22 * 60, end: 23 * 60, timeZone: "UTC" };
    const host = await create({
      settings: { heartbeat: { everyMs: 30 * MINUTE_MS, activeHours } },
    });
    await host.time.still(89 * MINUTE_MS, () => host.runner.turns.length === 0);
    await host.time.within(MINUTE_MS, () => host.runner.turns.length === 1);
  });

  test("HEARTBEAT.md is in the prompt; an empty one skips the periodic check alone", {
    tags: "HB-8",
  }, async () => {
    const agent = { ...hours.settings.agent, workspace: "/w" };
    const settings = { agent, heartbeat: { everyMs: 30 * MINUTE_MS } };
    const files = { "/w/HEARTBEAT.md": "Look at the backups." };
    const full = await create({ ...hours, settings, files });
    await full.time.within(30 * MINUTE_MS, () => full.runner.turns.length > 0);
    expect(full.runner.turns[0]?.turn.message).toContain("Look at the backups.");
    const nothing = { "/w/HEARTBEAT.md": "# Tasks\n\n- \n" };
    const empty = await create({ ...hours, settings, files: nothing });
    const last = async () => (await empty.engine.heartbeat.last()) !== undefined;
    await empty.time.within(30 * MINUTE_MS, last);
    expect(empty.runner.turns).toEqual([]);
    expect((await empty.engine.heartbeat.last())?.outcome).toBe("skipped: HEARTBEAT.md is empty");
    await empty.accept(wakeAction());
    await empty.time.within(1_000, () => empty.runner.turns.length === 1);
  });

  test("an acknowledgment is delivered nowhere, another answer to the target", {
    tags: "HB-10",
  }, async () => {
    const host = await create({ settings: { heartbeat: { target: "telegram", to: "42" } } });
    host.runner.script("HEARTBEAT_OK", "The build is red!");
    for (const text of ["one", "two"]) {
      await host.accept(wakeAction({ text }));
      await host.time.wait(1_000);
    }
    expect(host.channel.shown.map(({ to, text }) => [to, text])).toEqual([
      ["42", "The build is red!"],
    ]);
    expect(await outcomes(host)).toEqual(["sent", "ack"]);
  });

  test("a check's answer that was delivered within 24 h is not said again", {
    tags: "HB-11",
  }, async () => {
    const host = await create({
      runner: createScriptedRunner({ otherwise: "The disk is nearly full." }),
      settings: { heartbeat: { everyMs: 30 * MINUTE_MS, target: "telegram", to: "42" } },
    });
    await host.time.wait(60 * MINUTE_MS);
    expect(await outcomes(host)).toEqual(["duplicate", "sent"]);
    await host.accept(wakeAction({ mode: "next-heartbeat" }));
    await host.time.wait(30 * MINUTE_MS);
    expect(host.channel.shown).toHaveLength(2);
  });

  test("a failed turn is tried again after 1, 5, 15 and 60 minutes; requests do not wait", {
    tags: "HB-12",
  }, async () => {
    const runner = createScriptedRunner({ otherwise: failure() });
    const host = await create({ runner });
    await host.accept(wakeAction());
    await host.time.within(250, () => host.runner.turns.length === 1);
    for (const minutes of [1, 5, 15, 60, 60]) {
      const before = host.runner.turns.length;
      await host.time.after(minutes * MINUTE_MS, () => host.runner.turns.length > before);
      expect(host.runner.turns.length).toBe(before + 1);
    }
    const before = host.runner.turns.length;
    await host.accept(wakeAction({ text: "Another." }));
    await host.time.within(1_000, () => host.runner.turns.length === before + 1);
  });

  test("every heartbeat leaves one record with reason, outcome, events and duration", {
    tags: "HB-13",
  }, async () => {
    const host = await create({ runner: waiting() });
    await host.accept(wakeAction());
    await host.time.wait(1_000);
    await host.time.wait(2_000);
    host.runner.turns[0]?.answer(failure({ retryable: false, code: "unauthorized" }));
    await host.time.idle();
    const beats = host.records.flatMap((record) => (record.kind === "heartbeat" ? [record] : []));
    expect(beats).toMatchObject([{ reason: "wake", outcome: "failed: unauthorized", events: 1 }]);
    const [{ durationMs } = expect.fail("no record")] = beats;
    expect(host.time.isAbout(durationMs, 2_750)).toBe(true);
  });
}

async function outcomes({ engine }: TestHost): Promise<readonly string[]> {
  return (await engine.heartbeat.list()).items.map(({ outcome }) => outcome);
}
