// Events with the same key are one run, one event of the main session or one text, also after a kill; none is lost or doubled.
import type { Coalesce } from "@hookwright/core";
import { expect, test } from "vitest";
import { agentAction, deliverAction, wakeAction } from "../support/actions.ts";
import { createScriptedRunner } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget, type TestHost } from "../support/test-host.ts";

const DAY_MS = 24 * 3_600_000;

export function coalesceRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);

  const joined = (fields: Partial<Coalesce> = {}): Coalesce => ({
    ...{ key: "pr 7", seconds: 30, maxSeconds: 300, limit: 50, keep: "all" },
    ...{ hasSessionKey: false },
    ...fields,
  });

  let sessions = 0;
  /** As a mapping without a session key has it: a new session for each event. */
  const push = (text: string, coalesce: Partial<Coalesce> = {}, fields = {}) => {
    const part = { kind: "untrusted", text, source: "hook ci" } as const;
    return agentAction({
      message: `Summarize.\n\n<fence>${text}</fence>`,
      parts: [{ kind: "trusted", text: "Summarize." }, part],
      untrustedText: text,
      sessionKey: `hook:${++sessions}`,
      coalesce: joined(coalesce),
      ...fields,
    });
  };

  const alert = (text: string, coalesce: Partial<Coalesce> = {}, fields = {}) =>
    wakeAction({
      text: `<fence>${text}</fence>`,
      parts: [{ kind: "untrusted", text, source: "hook ci" }],
      untrustedText: text,
      coalesce: joined(coalesce),
      ...fields,
    });

  const say = (text: string, coalesce: Partial<Coalesce> = {}, fields = {}) =>
    deliverAction({
      text: `Build: ${text}`,
      parts: [
        { kind: "trusted", text: "Build: " },
        { kind: "untrusted", text, source: "hook ci" },
      ],
      untrustedText: text,
      coalesce: joined(coalesce),
      ...fields,
    });

  /** The texts of events in the message of each turn. */
  const textsOf = (host: TestHost): readonly (readonly string[])[] =>
    host.runner.turns.map(({ turn }) =>
      turn.parts.flatMap((part) => (part.kind === "untrusted" ? [part.text] : [])),
    );

  /** Without the time between the events, which is that of the machine on a real clock. */
  const shownTexts = (host: TestHost): readonly string[] =>
    host.channel.shown.map(({ text }) => text.replace(/^(\d+ events) in \d+ s$/m, "$1"));

  const hasTurns = (host: TestHost, count: number) => () => host.runner.turns.length >= count;

  test("twelve pushes within the wait are one run, with the first's instructions once and each text in a fence of its own", async () => {
    const host = await create({ isExact: true });
    const receipts: unknown[] = [];
    for (let n = 1; n <= 12; n++) {
      receipts.push((await host.accept(push(`push ${n}`))).runId);
      if (n < 12) await host.time.wait(10_000);
    }
    expect(new Set(receipts).size).toBe(1);
    const window = { events: 12, closesAt: host.time.clock() + 30_000 };
    const [listed] = (await host.engine.runs.list()).items;
    expect(listed).toMatchObject({ id: receipts[0], state: "queued", window });
    expect(listed).not.toHaveProperty("dueAt");
    expect(await host.engine.runs.show(`${receipts[0]}`)).toMatchObject({ window });
    expect(await host.engine.overview.show()).toMatchObject({
      gathering: { windows: 1, events: 12, closesAt: window.closesAt },
      keys: [{ oldestId: receipts[0], window }],
    });
    await host.time.after(30_000, hasTurns(host, 1));
    const [{ turn } = expect.fail("no turn")] = host.runner.turns;
    expect(turn).toMatchObject({ id: receipts[0], tainted: true });
    const lines = turn.message.split("\n");
    expect(lines.slice(1, 4)).toEqual(["12 events in 110 s", "", "Summarize."]);
    expect(lines.filter((line) => line === "Summarize.")).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("> "))).toEqual(
      Array.from({ length: 12 }, (_, index) => `> push ${index + 1}`),
    );
    const ids = turn.message.match(/<<<UNTRUSTED_WEBHOOK_CONTENT id="[^"]+"/g) ?? [];
    expect(new Set(ids).size).toBe(12);
    await host.time.wait(DAY_MS);
    expect(host.runner.turns).toHaveLength(1);
    expect((await host.engine.runs.list()).items).toMatchObject([{ state: "done" }]);
    const [stored] = await host.engine.sessions.show("main", turn.sessionKey);
    expect(stored?.parts).toHaveLength(14);
  });

  test("one event in its window is carried out as if there were no coalesce", async () => {
    const host = await create();
    const action = push("alone");
    await host.accept(action);
    await host.time.after(30_000, hasTurns(host, 1));
    expect(host.runner.turns[0]?.turn.message.split("\n").slice(1).join("\n")).toBe(action.message);
  });

  test("events that keep coming are one run after the longest wait, and the next event begins another", async () => {
    const host = await create();
    for (let second = 0; second < 100; second += 10) {
      await host.accept(push(`at ${second}`, { maxSeconds: 60 }));
      await host.time.wait(10_000);
    }
    await host.time.within(60_000, hasTurns(host, 2));
    const [first = [], second = [], ...more] = textsOf(host);
    expect(more).toEqual([]);
    expect(first[0]).toBe("at 0");
    expect([...first, ...second]).toEqual(
      Array.from({ length: 10 }, (_, index) => `at ${index * 10}`),
    );
    expect(first.length).toBeLessThanOrEqual(6);
  });

  test("as many events as the limit start at once", async () => {
    const host = await create();
    for (let n = 1; n <= 5; n++) await host.accept(push(`${n}`, { limit: 3 }));
    expect(textsOf(host)).toEqual([["1", "2", "3"]]);
    await host.time.after(30_000, hasTurns(host, 2));
    expect(textsOf(host)[1]).toEqual(["4", "5"]);
  });

  test("an event whose text does not fit into 256 KiB starts what was gathered before it", async () => {
    const host = await create();
    const large = "x".repeat(100_000);
    for (const text of ["a", "b", "c"]) await host.accept(push(text + large));
    await host.time.idle();
    const first = textsOf(host).map((texts) => texts.map(([letter]) => letter));
    expect(first).toEqual([["a", "b"]]);
    await host.time.after(30_000, hasTurns(host, 2));
    // The largest that a request may have.
    await host.accept(push("d".repeat(300_000)));
    await host.time.idle();
    expect(textsOf(host).map((texts) => texts[0]?.[0])).toEqual(["a", "c", "d"]);
  });

  test("only the last text is kept if the mapping says so, and the number of all", async () => {
    const host = await create();
    for (const text of ["red", "green", "blue"]) await host.accept(push(text, { keep: "last" }));
    await host.time.after(30_000, hasTurns(host, 1));
    expect(textsOf(host)).toEqual([["blue"]]);
    expect(host.runner.turns[0]?.turn.message).toMatch(/3 events in \d+ s, this is the last\n/);
  });

  test.each([
    ["key", { key: "pr 8" }, {}, {}],
    ["agent", {}, { agentId: "other" }, {}],
    ["channel", {}, { channel: "telegram" }, {}],
    ["recipient", {}, { to: "43" }, {}],
    ["account", {}, { accountId: "work" }, {}],
    ["model", {}, { model: "a/b" }, {}],
    ["mapping", {}, {}, { mappingId: "other" }],
  ])("events of another %s are not joined", async (_, coalesce, fields, context) => {
    const host = await create({ settings: { agentIds: ["other"] }, isExact: true });
    await host.accept(push("one"));
    await host.accept(push("other", coalesce, fields), context);
    await host.accept(push("two"));
    await host.time.within(30_000, hasTurns(host, 2));
    expect(textsOf(host)).toEqual([["one", "two"], ["other"]]);
  });

  test("events of another session are joined only if nothing sets the session", async () => {
    const host = await create({ isExact: true });
    const own = { hasSessionKey: true };
    await host.accept(push("one", own, { sessionKey: "hook:a" }));
    await host.accept(push("two", own, { sessionKey: "hook:b" }));
    await host.accept(push("three", own, { sessionKey: "hook:a" }));
    await host.time.within(30_000, hasTurns(host, 2));
    expect(textsOf(host)).toEqual([["one", "three"], ["two"]]);
  });

  test("a window keeps nobody waiting, and its run takes the place of its first event when it is closed", async () => {
    const runner = createScriptedRunner({ otherwise: "wait" });
    const host = await create({ runner });
    const own = { hasSessionKey: true };
    const session = { sessionKey: "hook:talk" };
    await host.accept(push("burst", own, session));
    await host.accept(agentAction({ message: "first", ...session }));
    await host.accept(agentAction({ message: "second", ...session }));
    await host.time.wait(31_000);
    for (const answer of ["a", "b", "c"]) {
      runner.running[0]?.answer(answer);
      await host.time.idle();
    }
    const order = runner.turns.map(({ turn }) => turn.message.split("\n").at(-1));
    expect(order).toEqual(["first", "<fence>burst</fence>", "second"]);
  });

  test("a closed window is never joined, even while its run waits", async () => {
    const runner = createScriptedRunner({ otherwise: "wait" });
    const host = await create({ runner });
    const own = { hasSessionKey: true };
    const session = { sessionKey: "hook:talk" };
    await host.accept(agentAction({ message: "long", ...session }));
    await host.accept(push("one", own, session));
    await host.time.wait(31_000);
    await host.accept(push("two", own, session));
    await host.time.wait(31_000);
    for (const answer of ["a", "b", "c"]) {
      runner.running[0]?.answer(answer);
      await host.time.idle();
    }
    expect(textsOf(host)).toEqual([[], ["one"], ["two"]]);
  });

  test("a repeat is a repeat first, and adds nothing", async () => {
    const host = await create();
    const first = await host.accept(push("one"), { idempotencyKey: "event 1" });
    const second = await host.accept(push("two"), { idempotencyKey: "event 2" });
    for (const [text, idempotencyKey] of [
      ["one", "event 1"],
      ["two", "event 2"],
    ] as const) {
      expect(await host.accept(push(text), { idempotencyKey })).toEqual(first);
    }
    expect(second).toEqual(first);
    await host.time.after(30_000, hasTurns(host, 1));
    expect(textsOf(host)).toEqual([["one", "two"]]);
    expect(await host.accept(push("two"), { idempotencyKey: "event 2" })).toEqual(first);
    await host.time.wait(60_000);
    expect(host.runner.turns).toHaveLength(1);
  });

  test("wakes are one event of the main session, whose turn waits for the window", async () => {
    const host = await create();
    const { runId } = await host.accept(alert("disk a"));
    expect(await host.accept(alert("disk b"))).toEqual({ runId });
    expect((await host.engine.events.list()).items).toMatchObject([{ state: "gathering" }]);
    await host.time.still(29_000, () => host.runner.turns.length === 0);
    await host.time.within(3_000, hasTurns(host, 1));
    const [{ turn } = expect.fail("no turn")] = host.runner.turns;
    expect(turn.sessionKey).toBe("main");
    expect(turn.message).toMatch(/^System: \[.*\] Wake ci:\n {2}2 events in \d+ s\n/);
    expect(turn.message).toMatch(/> disk a\n[\s\S]*> disk b\n/);
    expect((await host.engine.events.list()).items).toMatchObject([{ id: runId, state: "done" }]);
  });

  test("a later wake of another mapping is not held up by a window", async () => {
    const host = await create();
    await host.accept(alert("gathers"));
    await host.accept(wakeAction({ text: "now" }), { mappingId: "other" });
    await host.time.within(1_000, hasTurns(host, 1));
    expect(host.runner.turns[0]?.turn.message).toContain("now");
    expect(host.runner.turns[0]?.turn.message).not.toContain("gathers");
    await host.time.within(40_000, hasTurns(host, 2));
    expect(host.runner.turns[1]?.turn.message).toContain("gathers");
  });

  test("texts are one delivery, whose values stay escaped, and a later text does not wait for it", async () => {
    const host = await create();
    const markup = { markup: true };
    const first = await host.accept(say("*red*", {}, markup));
    expect(await host.accept(say("green", {}, markup))).toEqual(first);
    await host.accept(deliverAction({ text: "Something else." }), { mappingId: "other" });
    expect(host.channel.shown.map(({ text }) => text)).toEqual(["Something else."]);
    await host.time.after(30_000, () => host.channel.shown.length === 2);
    expect(shownTexts(host)[1]).toBe("2 events\n\nBuild: \\*red\\*\n\nBuild: green");
    expect(await host.engine.deliveries.show(`${first.runId}`)).toMatchObject({ state: "sent" });
  });

  test("joined texts are added to the main session once, with all of them", async () => {
    const host = await create({ isExact: true });
    const summary = { summary: true };
    for (const text of ["red", "green"]) await host.accept(say(text, {}, summary));
    expect((await host.engine.events.list()).items).toEqual([]);
    await host.time.within(30_000, () => host.channel.shown.length === 1);
    const { items } = await host.engine.events.list();
    expect(items).toHaveLength(1);
    expect(await host.engine.events.show(items[0]?.id ?? "")).toMatchObject({
      parts: [{ kind: "untrusted", text: "2 events in 0 s\n\nBuild: red\n\nBuild: green" }],
    });
  });

  test("a text without a recipient is dead at once, and gathers nothing", async () => {
    const host = await create();
    for (const text of ["red", "green"]) await host.accept(say(text, {}, { to: "@bad" }));
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "recipient_invalid" },
      { state: "dead", code: "recipient_invalid" },
    ]);
  });

  test("text from outside in a later event is fenced, even if the first had none", async () => {
    const host = await create();
    const own = { message: "Nothing.", parts: [{ kind: "trusted", text: "Nothing." }] } as const;
    await host.accept(push("", {}, { ...own, untrustedText: "" }));
    await host.accept(push("outside"));
    await host.time.after(30_000, hasTurns(host, 1));
    const [{ turn } = expect.fail("no turn")] = host.runner.turns;
    expect(turn.tainted).toBe(true);
    expect(turn.message).toContain("\nNothing.\n");
    expect(turn.message).toContain("\n> outside\n");
  });

  test("a mapping without a fence has its joined texts without one, too", async () => {
    const host = await create();
    for (const text of ["one", "two"]) {
      await host.accept(push(text, {}, { message: `Summarize.\n\n${text}` }));
    }
    await host.time.after(30_000, hasTurns(host, 1));
    const [{ turn } = expect.fail("no turn")] = host.runner.turns;
    expect(turn.message).toMatch(/\n2 events in \d+ s\n\nSummarize\.\n\none\n\ntwo$/);
    expect(turn.tainted).toBe(true);
  });

  test("a killed host goes on with its windows, and closes those whose time has passed", {
    tags: "REC-1",
  }, async () => {
    let host = await create({ isExact: true });
    await host.accept(push("one"));
    await host.accept(alert("alert one"));
    await host.accept(say("text one"));
    host = await host.kill();
    await host.accept(push("two"));
    await host.accept(alert("alert two"));
    await host.accept(say("text two"));
    host = await host.kill({ isStarted: false });
    await host.time.wait(60_000);
    // Too late, although nobody has looked since.
    await host.accept(push("three"));
    await host.engine.start();
    await host.time.within(10_000, hasTurns(host, 2));
    const turns = host.runner.turns.map(({ turn }) => turn);
    const ofRun = turns.find(({ reason }) => reason === "run");
    const ofMain = turns.find(({ reason }) => reason !== "run");
    expect(ofRun?.message).toMatch(/2 events[\s\S]*> one[\s\S]*> two/);
    expect(ofRun?.message).not.toContain("three");
    expect(ofMain?.message).toMatch(/2 events[\s\S]*> alert one[\s\S]*> alert two/);
    expect(shownTexts(host)).toEqual(["2 events\n\nBuild: text one\n\nBuild: text two"]);
    await host.time.within(30_000, hasTurns(host, 3));
    expect(host.runner.turns.at(-1)?.turn.message).toContain("three");
  });

  test("a run that is interrupted has the same texts again", { tags: "REC-3" }, async () => {
    const runner = createScriptedRunner({ otherwise: "wait" });
    let host = await create({ runner });
    await host.accept(push("one"));
    await host.accept(push("two"));
    await host.time.after(30_000, hasTurns(host, 1));
    const before = host.runner.turns[0]?.turn;
    host = await host.kill({ runner: createScriptedRunner() });
    await host.time.within(1_000, hasTurns(host, 1));
    const after = host.runner.turns[0]?.turn;
    expect(after).toMatchObject({ id: before?.id, interrupted: true, message: before?.message });
  });

  test("an event that the store could not take is in no window", { tags: "ACC-1" }, async () => {
    const host = await create();
    await host.accept(push("one"));
    host.breakStore("full");
    await expect(host.accept(push("lost"))).rejects.toMatchObject({
      retryAfterSeconds: expect.any(Number),
    });
    host.breakStore(undefined);
    await host.accept(push("two"));
    await host.time.within(60_000, hasTurns(host, 1));
    expect(textsOf(host)).toEqual([["one", "two"]]);
  });

  test("a clock that was set back does not keep a window open", async () => {
    const host = await create();
    await host.accept(push("one"));
    host.time.set(host.time.clock() - DAY_MS);
    await host.accept(push("two"));
    await host.time.within(31_000, hasTurns(host, 2));
    expect(textsOf(host)).toEqual([["one"], ["two"]]);
    await host.accept(push("three"));
    host.time.set(host.time.clock() - DAY_MS);
    await host.time.within(31_000, hasTurns(host, 3));
  });

  test("a cancelled window has all its texts in the history, and the next event begins another", async () => {
    const host = await create({ isExact: true });
    const own = { hasSessionKey: true };
    const session = { sessionKey: "hook:talk" };
    const { runId } = await host.accept(push("one", own, session));
    await host.accept(push("two", own, session));
    expect(await host.engine.runs.cancel(`${runId}`)).toEqual({ ok: true });
    const [stored] = await host.engine.sessions.show("main", "hook:talk");
    expect(stored).toMatchObject({ noAnswer: "cancelled" });
    expect(stored?.parts.map(({ text }) => text)).toEqual([
      "2 events in 0 s",
      "Summarize.",
      "one",
      "two",
    ]);
    await host.accept(push("three", own, session));
    await host.time.after(30_000, hasTurns(host, 1));
    expect(textsOf(host)).toEqual([["three"]]);
  });

  test("a cancelled text can be sent again with all events", async () => {
    const host = await create({ isExact: true });
    const { runId } = await host.accept(say("red"));
    await host.accept(say("green"));
    expect(await host.engine.deliveries.cancel(`${runId}`)).toEqual({ ok: true });
    await host.engine.deliveries.retry(`${runId}`);
    await host.time.idle();
    expect(host.channel.shown.map(({ text }) => text)).toEqual([
      "2 events in 0 s\n\nBuild: red\n\nBuild: green",
    ]);
  });

  test("the window of a paused mapping is closed in time, and waits until it is resumed", async () => {
    const host = await create();
    const pause = { kind: "mapping", id: "ci" } as const;
    await host.engine.pauses.pause(pause);
    await host.accept(push("one"));
    await host.accept(alert("alert"));
    expect(await host.engine.pauses.list()).toMatchObject([{ waiting: 2 }]);
    await host.time.wait(60_000);
    await host.accept(push("two"));
    expect(host.runner.turns).toEqual([]);
    await host.engine.pauses.resume(pause);
    await host.time.within(31_000, hasTurns(host, 3));
    expect(
      textsOf(host)
        .map(([first]) => first)
        .sort(),
    ).toEqual(["alert", "one", "two"]);
  });

  test("windows count as what waits, beyond which senders are refused; further events of one do not", {
    tags: "LIM-2",
  }, async () => {
    const host = await create({ limits: { maxRunsPerKey: 2, maxWaitingEvents: 2 } });
    const own = { hasSessionKey: true };
    const session = { sessionKey: "hook:talk" };
    for (const key of ["a", "b"]) {
      await host.accept(push(key, { ...own, key }, session));
      await host.accept(alert(key, { key }));
    }
    const full = { code: "queue_full" };
    const refused = push("c", { ...own, key: "c" }, session);
    await expect(host.accept(refused)).rejects.toMatchObject(full);
    await expect(host.accept(alert("c", { key: "c" }))).rejects.toMatchObject(full);
    await host.accept(push("d", { ...own, key: "a" }, session));
    await host.accept(alert("d", { key: "a" }));
  });

  test("the requests of all events lead to the one run", { tags: "OPS-1" }, async () => {
    const host = await create();
    const { runId } = await host.accept(push("one"), { requestId: "first request" });
    await host.time.wait(1_000);
    await host.accept(push("two"), { requestId: "second request" });
    const shown = await host.engine.timeline.show("second request");
    expect(shown?.steps).toContainEqual(
      expect.objectContaining({
        kind: "run",
        id: runId,
        title: expect.stringContaining("gathers further events: 2 so far"),
        detail: expect.objectContaining({ gathersUntil: expect.any(Number) }),
      }),
    );
    const ofRun = await host.engine.timeline.show(`${runId}`);
    const requests = ofRun?.steps.filter(({ kind }) => kind === "request");
    expect(requests?.map(({ id }) => id)).toEqual(["first request", "second request"]);
  });
}
