// What an operator sees and changes, without any text of a payload.
import { expect, test } from "vitest";
import { agentAction, wakeAction } from "../support/actions.ts";
import { createScriptedChannel } from "../support/scripted-channel.ts";
import { createScriptedRunner, failure } from "../support/scripted-runner.ts";
import { settingsOf } from "../support/settings.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

const SECRET = "text-of-the-payload";

export function operateRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);

  test("runs, events, deliveries, sessions and heartbeats are listed", {
    tags: "OPS-1",
  }, async () => {
    const host = await create();
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    const { runs, events, deliveries, sessions, heartbeat } = host.engine;
    expect((await runs.list({ state: "done" })).items).toMatchObject([
      { attempt: 1, mappingId: "ci" },
    ]);
    expect((await events.list()).items).toMatchObject([{ origin: "run", state: "done" }]);
    expect((await deliveries.list()).items).toHaveLength(2);
    expect((await deliveries.show((await deliveries.list()).items[1]?.id ?? ""))?.parts).toEqual([
      "Done.",
    ]);
    expect((await sessions.list()).items.map(({ key }) => key).sort()).toEqual(["hook:ci", "main"]);
    expect(await sessions.show("main", "hook:ci")).toMatchObject([{ answer: "Done." }]);
    expect((await heartbeat.list()).items).toEqual([await heartbeat.last()]);
    expect(await sessions.forget("main", "hook:ci")).toBe(true);
    expect(await sessions.show("main", "hook:ci")).toEqual([]);
  });

  test("overview.show() has what waits, runs and is paused, and the last heartbeat", {
    tags: "OPS-1",
  }, async () => {
    const runner = createScriptedRunner({
      otherwise: ({ sessionKey }) =>
        sessionKey === "hook:a" ? new Promise(() => undefined) : "Look.",
    });
    const settings = { heartbeat: { everyMs: 1_800_000, target: "none" } };
    const host = await create({ runner, settings });
    const { overview } = host.engine;
    expect(await overview.show()).toMatchObject({
      phase: "running",
      channels: [{ id: "telegram" }],
    });
    host.channel.script({
      kind: "refused",
      code: "unauthorized",
      message: "The token is refused.",
      scope: "credential",
    });
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    await host.accept(agentAction({ sessionKey: "hook:a" }));
    await host.accept(agentAction({ sessionKey: "hook:a" }));
    const shown = await overview.show();
    expect(shown).toMatchObject({
      channels: [{ id: "telegram", paused: { code: "unauthorized" } }],
      runs: { queued: 1, running: 1, done: 1 },
      heartbeats: [{ agentId: "main", nextAt: expect.any(Number), last: { reason: "manual" } }],
    });
    expect(host.time.isAbout(shown.oldestQueuedAt, host.time.clock())).toBe(true);
    expect(JSON.stringify(shown)).not.toContain("Look.");
  });

  test("a route that the operator sets is the one that `last` takes", {
    tags: ["OPS-1", "DEL-2"],
  }, async () => {
    const channels = [createScriptedChannel(), createScriptedChannel({ id: "slack" })];
    const host = await create({ channels });
    const { routes } = host.engine;
    const set = await routes.set({ channel: "TG", to: "telegram:42" });
    const route = { agentId: "main", channel: "telegram", to: "42", at: expect.any(Number) };
    expect(set).toEqual({ ok: true, route });
    await routes.set({ channel: "slack", to: "C1", agentId: "ops" });
    expect(await routes.list()).toHaveLength(2);
    await host.accept(agentAction({ deliver: true }));
    expect(channels.map(({ calls }) => calls.map(({ to }) => to))).toEqual([["42"], []]);
  });

  test("a route to where no delivery could go is refused", {
    tags: ["OPS-1", "DEL-4"],
  }, async () => {
    const { engine } = await create();
    const codeOf = async (channel: string, to: string) => {
      const result = await engine.routes.set({ channel, to });
      return result.ok ? "ok" : result.code;
    };
    expect(await codeOf("last", "42")).toBe("route_invalid");
    expect(await codeOf("telegram", " ")).toBe("route_invalid");
    expect(await codeOf("signal", "42")).toBe("channel_not_configured");
    expect(await codeOf("telegram", "@bad")).toBe("recipient_invalid");
    expect(await engine.routes.list()).toEqual([]);
  });

  test("a run that ended is repeated as a new run that names it", { tags: "OPS-1" }, async () => {
    const host = await create();
    host.runner.script(failure({ retryable: false }));
    const { runId: old = "" } = await host.accept(agentAction());
    const again = await host.engine.runs.retry(old);
    await host.time.idle();
    expect(again).toEqual({ ok: true, runId: expect.not.stringContaining(old) });
    expect((await host.engine.runs.list()).items).toMatchObject([
      { state: "done", retryOf: old },
      { state: "dead" },
    ]);
    expect(await host.engine.runs.retry("unknown")).toMatchObject({ code: "not_found" });
  });

  test("a run that has not ended is not repeated", { tags: "OPS-1" }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: "wait" }) });
    const { runId = "" } = await host.accept(agentAction());
    expect(await host.engine.runs.retry(runId)).toMatchObject({ ok: false, code: "not_ended" });
  });

  test("runs that a filter chooses are repeated in the order of their acceptance, each once", {
    tags: "OPS-1",
  }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: "wait" }) });
    const accept = async (mappingId: string, code: string): Promise<string> => {
      const { runId = "" } = await host.accept(agentAction({ message: mappingId }), { mappingId });
      host.runner.running[0]?.answer(failure({ code, retryable: false }));
      await host.time.wait(1_000);
      return runId;
    };
    await accept("early", "unauthorized");
    const since = host.time.clock();
    const chosen = [await accept("ci", "unauthorized"), await accept("ci", "unauthorized")];
    const other = await accept("deploy", "unauthorized");
    await accept("ci", "model_not_found");
    const { select, retryMany, list } = host.engine.runs;
    const filter = { state: "dead", code: "unauthorized", since } as const;
    expect(await select({ ...filter, mappingId: "ci" })).toEqual(chosen);
    expect(await select(filter)).toEqual([...chosen, other]);
    expect(await select({ ...filter, key: "hook:other" })).toEqual([]);
    expect((await list({ ...filter, limit: 1 })).items).toMatchObject([{ id: other }]);

    expect(await retryMany([...chosen, other, "unknown"])).toEqual({
      count: 3,
      refused: { not_found: 1 },
    });
    const repeats = (await list({ state: "queued" })).items.concat(
      (await list({ state: "running" })).items,
    );
    expect(repeats.map(({ retryOf }) => retryOf).reverse()).toEqual(
      expect.arrayContaining([...chosen, other]),
    );
    expect(await select(filter)).toEqual([]);
    for (const id of [...chosen, other]) {
      await host.time.idle();
      expect((await list({ state: "running" })).items).toMatchObject([{ retryOf: id }]);
      host.runner.running[0]?.answer("Done.");
    }
  });

  test("runs that a filter chooses are cancelled, and what has ended since is counted", {
    tags: "OPS-1",
  }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: "wait" }) });
    const ids: string[] = [];
    for (let index = 0; index < 70; index++) {
      ids.push((await host.accept(agentAction({ sessionKey: `hook:${index}` }))).runId ?? "");
    }
    const { select, cancelMany, list } = host.engine.runs;
    const queued = await select({ state: "queued" });
    expect(queued).toEqual(ids.slice(4));
    expect(await cancelMany([queued[0] ?? "", ...queued])).toEqual({
      count: 66,
      refused: { transition_refused: 1 },
    });
    expect((await list({ state: "cancelled", limit: 100 })).items).toHaveLength(66);
    expect(await cancelMany(queued.slice(0, 2))).toEqual({ count: 0, refused: { ended: 2 } });
  });

  test("deliveries that a filter chooses are repeated, also elsewhere, or cancelled", {
    tags: "OPS-1",
  }, async () => {
    const host = await create({ isExact: true });
    const dead = {
      kind: "refused",
      code: "chat_not_found",
      message: "No.",
      scope: "message",
    } as const;
    host.channel.script(dead, dead, { ...dead, code: "blocked" });
    for (const to of ["41", "42", "43"]) {
      await host.accept(agentAction({ deliver: true, channel: "telegram", to }));
    }
    const { select, retryMany, cancelMany, list } = host.engine.deliveries;
    const chosen = await select({
      state: "dead",
      code: "chat_not_found",
      mappingId: "ci",
      since: 0,
    });
    const shown = await Promise.all(chosen.map((id) => host.engine.deliveries.show(id)));
    expect(shown.map((delivery) => delivery?.to)).toEqual(["41", "42"]);
    expect(await retryMany(chosen, { to: "44" })).toEqual({ count: 2, refused: {} });
    expect(await select({ state: "dead", code: "chat_not_found" })).toEqual([]);
    await host.time.wait(2_000);
    expect(host.channel.shown.map(({ to }) => to)).toEqual(["44", "44"]);
    expect(await retryMany(chosen, { channel: "signal" })).toEqual({
      count: 0,
      refused: { channel_not_configured: 2 },
    });
    host.channel.script({ kind: "retry", code: "rate_limited" });
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "45" }));
    expect(await cancelMany(await select({ state: "failed" }))).toEqual({ count: 1, refused: {} });
    expect((await list({ state: "cancelled" })).items).toHaveLength(1);
  });

  test("a store that fails ends a selection with its error", { tags: "OPS-1" }, async () => {
    const host = await create();
    host.runner.script(failure({ retryable: false }));
    const { runId = "" } = await host.accept(agentAction());
    host.breakStore("full");
    await expect(host.engine.runs.retryMany([runId])).rejects.toThrow("full");
    host.breakStore(undefined);
    expect(await host.engine.runs.select({ state: "dead" })).toEqual([runId]);
  });

  test("no list and no record has text of a payload or an answer", {
    tags: ["OPS-2", "OPS-3"],
  }, async () => {
    const host = await create();
    host.runner.script(`${SECRET} in the answer`);
    const parts = [{ kind: "untrusted", text: SECRET, source: "hook ci" }] as const;
    await host.accept(
      agentAction({
        message: SECRET,
        parts,
        name: SECRET,
        deliver: true,
        channel: "telegram",
        to: "42",
      }),
    );
    await host.accept(wakeAction({ text: SECRET, parts }));
    await host.time.wait(1_000);
    const { runs, events, deliveries, sessions, heartbeat } = host.engine;
    const lists = [
      (await runs.list()).items,
      (await events.list()).items,
      (await deliveries.list()).items,
      (await sessions.list()).items,
      (await heartbeat.list()).items,
    ];
    expect(JSON.stringify([lists, host.records])).not.toContain(SECRET);
  });

  test("a delivery leaves a record for each of its changes", { tags: "OPS-3" }, async () => {
    const host = await create();
    host.channel.script({ kind: "retry", code: "rate_limited" });
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.time.wait(1_000);
    const changes = host.records.flatMap((record) =>
      record.kind === "delivery" ? [[record.state, record.sent, record.code]] : [],
    );
    expect(changes).toEqual([
      ["queued", 0, undefined],
      ["sending", 0, undefined],
      ["failed", 0, "rate_limited"],
      ["sending", 0, "rate_limited"],
      ["sent", 1, undefined],
    ]);
  });

  test("an observer that throws changes nothing, and is reported to the operator", {
    tags: "OPS-3",
  }, async () => {
    const host = await create({ observerThrows: true });
    await host.accept(agentAction());
    expect((await host.engine.status()).runs.done).toBe(1);
    expect(host.warnings[0]).toContain("no space for records");
  });

  test("what another process runs is not cancelled from here", { tags: "OPS-1" }, async () => {
    const host = await create({ isStarted: false });
    const { runId = "" } = await host.accept(agentAction({ sessionKey: "hook:other" }));
    await host.ledger.claimRuns({ now: host.time.clock(), limit: 1 });
    expect(await host.engine.runs.cancel(runId)).toMatchObject({ ok: false, code: "running" });
  });

  test("a delivery is repeated only after its end, and only what was not sent", {
    tags: "OPS-1",
  }, async () => {
    const host = await create({ isExact: true });
    host.channel.script({ kind: "retry", code: "rate_limited" });
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    const id = (await host.engine.deliveries.list()).items[0]?.id ?? "";
    expect(await host.engine.deliveries.retry(id)).toMatchObject({ code: "not_ended" });
    await host.time.wait(2_000);
    expect(await host.engine.deliveries.retry(id)).toMatchObject({ code: "sent" });
    const unreadable = await host.engine.deliveries.retry(id, { to: "@bad" });
    expect(unreadable).toMatchObject({ code: "recipient_unreadable" });
    const elsewhere = await host.engine.deliveries.retry(id, { to: "43" });
    expect(elsewhere).toMatchObject({ ok: true });
    expect(await host.engine.deliveries.cancel("unknown")).toMatchObject({ code: "not_found" });
  });

  test("the account of an action goes to its channel, also when it is repeated", {
    tags: ["DEL-8", "OPS-1"],
  }, async () => {
    const host = await create();
    const fields = { deliver: true, channel: "telegram", to: "42", accountId: "work" };
    await host.accept(agentAction(fields));
    const id = (await host.engine.deliveries.list()).items[0]?.id ?? "";
    await host.engine.deliveries.retry(id, { to: "43" });
    await host.time.idle();
    expect(host.channel.calls.map(({ to, accountId }) => [to, accountId])).toEqual([
      ["42", "work"],
      ["43", "work"],
    ]);
  });

  test("status() has ages, channels, room and the disk", { tags: "OPS-3" }, async () => {
    const host = await create({ limits: { maxRuns: 10 } });
    const at = host.time.clock();
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.time.wait(1_000);
    host.channel.script({
      kind: "refused",
      code: "unauthorized",
      message: "No.",
      scope: "credential",
    });
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "43" }));
    host.runner.script(failure({ retryAfterMs: 60_000 }));
    await host.accept(agentAction());
    await host.accept(wakeAction({ mode: "next-heartbeat" }));
    await host.time.wait(1_000);
    const status = await host.engine.status();
    expect(status).toMatchObject({
      oldestQueuedAt: at + 1_000,
      oldestEventAt: at,
      lastEndedAt: at + 1_000,
      room: 9,
      openedAt: at,
      diedLastHour: { runs: 0, deliveries: 0 },
      longestTurnMs: 600_000,
      freeBytes: expect.any(Number),
    });
    expect([...status.channels]).toEqual([
      ["telegram", { waiting: 1, oldestAt: at + 1_000, pausedSince: at + 1_000, lastSentAt: at }],
    ]);
    // What the next life begins with.
    expect(await host.ledger.lastSent()).toEqual(new Map([["telegram", at]]));
  });

  test("records have the tokens of a turn, and the time from acceptance to sent", {
    tags: "OPS-3",
  }, async () => {
    const host = await create();
    const usage = { inputTokens: 100, outputTokens: 7 };
    host.runner.script(
      async () => {
        await new Promise<void>((resolve) => host.time.timer(resolve, 2_000));
        return { ok: true, text: "Done.", usage };
      },
      { ok: true, text: "Nothing new.", usage },
    );
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.time.wait(2_000);
    await host.engine.heartbeat.now();
    await host.time.wait(1_000);
    expect(host.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "run", state: "done", usage }),
        expect.objectContaining({ kind: "delivery", state: "sent" }),
        expect.objectContaining({ kind: "heartbeat", usage }),
      ]),
    );
    for (const record of host.records) {
      if (record.kind === "run" && record.state === "done") {
        expect(host.time.isAbout(record.durationMs, 2_000)).toBe(true);
      }
      if (record.kind === "delivery" && record.state === "sent") {
        expect(host.time.isAbout(record.sinceAcceptanceMs, 2_000)).toBe(true);
      }
    }
  });

  test("counts() has what waits and what runs", { tags: "OPS-3" }, async () => {
    const host = await create({ runner: createScriptedRunner({ otherwise: "wait" }) });
    await host.accept(agentAction());
    await host.accept(agentAction());
    await host.accept(wakeAction({ mode: "next-heartbeat" }));
    expect(await host.engine.status()).toMatchObject({
      phase: "running",
      runs: { queued: 1, running: 1 },
      waitingEvents: 1,
      bytes: expect.any(Number),
    });
  });

  test("timeline.show() of a run has ended if its summary waits and no turn of the main session is due", async () => {
    const host = await create({ settings: { heartbeat: { everyMs: 0 } } });
    const { timeline } = host.engine;
    const wake = wakeAction({ mode: "next-heartbeat" });
    const { runId } = await host.accept(wake);
    await host.time.wait(1_000);
    const summary = (title: string) =>
      expect.arrayContaining([expect.objectContaining({ title: expect.stringMatching(title) })]);
    expect(await timeline.show(`${runId}`)).toMatchObject({
      isOpen: false,
      steps: summary("the main session, and none is due$"),
    });
    await host.engine.reload({ settings: settingsOf({ heartbeat: { everyMs: 1_800_000 } }) });
    await host.time.wait(1_000);
    expect(await timeline.show(`${runId}`)).toMatchObject({
      isOpen: true,
      steps: summary("next turn of the main session$"),
    });
  });

  test("timeline.show() has each step of a run by each of its ids, in order of time", {
    tags: ["OPS-1", "OPS-2"],
  }, async () => {
    const settings = { heartbeat: { target: "none" } };
    const channels = [createScriptedChannel({ limit: 10 })];
    const host = await create({ channels, settings, isExact: true });
    const { timeline } = host.engine;
    host.runner.script(failure({ code: "rate_limited" }), "Part one. Part two.");
    const request = { requestId: "q1", provider: "github", deliveryId: "d-1" };
    const action = agentAction({ deliver: true, channel: "telegram", to: "42" });
    const { runId = "" } = await host.accept(action, request);
    expect(await timeline.show(runId)).toMatchObject({ kind: "run", isOpen: true });
    host.channel.script({ kind: "retry", code: "server_error" });
    await host.time.wait(60_000);
    await host.engine.heartbeat.now();
    await host.time.wait(60_000);
    const shown = await timeline.show("q1");
    expect(
      shown?.steps.map(({ kind, state, code }) => [kind, state, ...(code ? [code] : [])]),
    ).toEqual([
      ["request", "accepted"],
      ["match", "matched"],
      ["run", "done"],
      ["try", "failed", "rate_limited"],
      ["try", "done"],
      ["answer", "deliver"],
      ["summary", "done"],
      ["part", "failed", "server_error"],
      ["part", "sent"],
      ["part", "sent"],
      ["heartbeat", expect.any(String)],
    ]);
    expect(shown?.isOpen).toBe(false);
    expect(
      shown?.steps.every(({ at }, index, { [index + 1]: next }) => at <= (next?.at ?? at)),
    ).toBe(true);
    const ids = ["d-1", runId, shown?.steps.find(({ kind }) => kind === "part")?.id ?? ""];
    for (const id of ids) expect((await timeline.show(id))?.steps).toEqual(shown?.steps);
    const heartbeat = shown?.steps.find(({ kind }) => kind === "heartbeat")?.id ?? "";
    expect(await timeline.show(heartbeat)).toMatchObject({ kind: "heartbeat" });
    expect(await timeline.show("unknown")).toBeUndefined();
  });

  test("noteRequest() keeps what made nothing, within a second and at a stop; a repeat names its first run", {
    tags: ["OPS-1", "ACC-3"],
  }, async () => {
    const host = await create({ pace: 0.2 });
    const note = (requestId: string, fields: object = {}): void =>
      host.engine.noteRequest({
        ...{ requestId, receivedAt: host.time.clock(), durationMs: 1, method: "POST" },
        ...{
          name: "ci",
          route: "ci",
          status: 401,
          code: "unauthorized",
          answerBytes: 0,
          ...fields,
        },
      });
    const nearest = { mappingId: "ci", clause: "condition" };
    note("refused", { detail: "The token is wrong.\nSee the docs." });
    note("unmatched", { status: 404, outcome: "unmatched", credential: "bearer", nearest });
    note("skipped", { status: 204, outcome: "skipped", code: undefined, mappingId: "ci" });
    note("empty", { status: 200, outcome: "handled", code: undefined, list: "empty" });
    note("handshake", { status: 200, code: undefined, handshake: "slack" });
    note("failed", { status: 503, outcome: "action", code: "queue_full" });
    note("partly", { status: 200, outcome: "batch", code: undefined, dispatched: 2, refused: 1 });
    note("made", { status: 202, outcome: "action", code: undefined, runId: "r" });
    note("all", { status: 200, outcome: "batch", code: undefined, dispatched: 2, refused: 0 });
    const key = { idempotencyKey: "k", idempotencyTtlSeconds: 60 };
    const { runId = "" } = await host.accept(agentAction(), { requestId: "first", ...key });
    await host.accept(agentAction(), { requestId: "again", ...key });
    const { items } = await host.engine.requests.list();
    const states = new Map(items.map(({ id, outcome }) => [id, outcome]));
    expect(Object.fromEntries(states)).toEqual({
      ...{ refused: "refused", unmatched: "unmatched", skipped: "skipped", empty: "empty" },
      ...{ handshake: "handshake", failed: "failed", partly: "refused" },
      ...{ first: "accepted", again: "repeat" },
    });
    const find = (id: string) => items.find((item) => item.id === id);
    expect(find("again")).toMatchObject({ receipt: runId });
    expect(find("refused")).toMatchObject({
      proved: false,
      detail: "The token is wrong. See the docs.",
    });
    expect(find("unmatched")).toMatchObject({ proved: true, nearest });
    expect((await host.engine.timeline.show("again"))?.steps[0]).toMatchObject({ id: "first" });

    for (let index = 0; index < 300; index++) note(`flood-${index}`);
    await host.time.wait(1_000);
    note("at-the-stop");
    const stopped = host.engine.stop();
    await host.time.wait(1_000);
    await stopped;
    const next = await host.kill();
    const ids = (await next.engine.requests.list({ limit: 500 })).items.map(({ id }) => id);
    expect(ids).toContain("at-the-stop");
    // Of a flood without a proof, the newest 100 of each second are kept.
    expect(ids.filter((id) => id.startsWith("flood"))).toHaveLength(100);
    expect(ids).toContain("flood-299");
  });

  test("channels.test() sends one line, which is no delivery, and says what the platform says", {
    tags: ["OPS-1", "OPS-5"],
  }, async () => {
    const host = await create();
    const { channels, deliveries } = host.engine;
    expect(await channels.test("tg", "42")).toMatchObject({ ok: true, isPaused: false });
    expect(host.channel.calls).toMatchObject([{ to: "42", key: expect.stringMatching(/^test-/) }]);
    expect((await deliveries.list()).items).toEqual([]);
    expect(host.records.at(-1)).toMatchObject({ kind: "channel", state: "tested" });
    const codeOf = async (id: string, to: string): Promise<string> => {
      const result = await channels.test(id, to);
      return result.ok ? "ok" : result.code;
    };
    expect(await codeOf("signal", "42")).toBe("channel_not_configured");
    expect(await codeOf("telegram", "@bad")).toBe("recipient_unreadable");
    const scope = { kind: "refused", message: "No.", scope: "credential" } as const;
    host.channel.script({ ...scope, code: "unauthorized" }, { kind: "unknown", code: "timeout" });
    expect(await codeOf("telegram", "42")).toBe("unauthorized");
    expect(host.records.at(-1)).toMatchObject({ state: "tested", code: "unauthorized" });
    expect(await channels.test("telegram", "42")).toMatchObject({
      message: expect.stringContaining("may have arrived"),
    });
  });

  test("channels, failed and log have the last error, the reasons of the dead, and the main session", {
    tags: "OPS-1",
  }, async () => {
    const host = await create({ settings: { heartbeat: { target: "none" } } });
    host.channel.script({ kind: "retry", code: "server_error" });
    host.runner.script("Done.", failure({ code: "forbidden", retryable: false }));
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.accept(agentAction());
    await host.engine.heartbeat.now();
    await host.time.wait(60_000);
    const { channels, failed, log, runs } = host.engine;
    expect(await channels.list()).toMatchObject([
      { id: "telegram", limit: 4_000, waiting: 0, lastError: { code: "server_error" } },
    ]);
    expect(await failed.list()).toMatchObject([{ kind: "run", code: "forbidden", count: 1 }]);
    expect(await failed.list(host.time.clock() + 1)).toEqual([]);
    expect(await runs.select({ state: "dead", until: host.time.clock() })).toHaveLength(1);
    expect(await runs.select({ state: "dead", until: 0 })).toEqual([]);
    const kinds = new Set((await log.list()).items.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["event", "heartbeat", "turn"]));
    expect((await log.list({ limit: 1 })).next).toBeDefined();
  });
}
