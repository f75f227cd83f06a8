// What a delivery does with what its platform answers.
import { expect, test } from "vitest";
import type { SendResult, SettleResult, UnknownPart } from "../../src/model/channel.ts";
import { agentAction, deliverAction, wakeAction } from "../support/actions.ts";
import { createScriptedChannel } from "../support/scripted-channel.ts";
import { createScriptedRunner } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget, type TestHost } from "../support/test-host.ts";

const MINUTE_MS = 60_000;
const retry: SendResult = { kind: "retry", code: "not_connected" };
const unknown: SendResult = { kind: "unknown", code: "bad_gateway" };
const refused = (scope: "message" | "markup" | "credential"): SendResult => ({
  kind: "refused",
  code: `bad_${scope}`,
  message: `The platform refuses the ${scope}.`,
  scope,
});
/** Answered by the test. */
const wait = (): Promise<SendResult> => new Promise(() => undefined);

const toTelegram = (to = "42", text = "Look at this.") =>
  agentAction({ deliver: true, channel: "telegram", to, sessionKey: `hook:${to}:${text}` });

export function deliveryRules(target: HostTarget): void {
  const create = (options = {}) => createTestHost(target, options);
  const shown = ({ channel }: TestHost) => channel.shown.map(({ text }) => text);

  test("an answer that is not an acknowledgment is delivered after its run is done", {
    tags: "DEL-1",
  }, async () => {
    const host = await create();
    host.runner.script("The build is red.", "HEARTBEAT_OK", "");
    host.channel.script(wait);
    await host.accept(toTelegram("1"));
    expect((await host.engine.runs.list()).items[0]?.state).toBe("done");
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "sending", channel: "telegram" },
    ]);
    await host.accept(toTelegram("2"));
    await host.accept(toTelegram("3"));
    expect((await host.engine.deliveries.list()).items).toHaveLength(1);
  });

  test("`last` is the route that the gateway reported last, also after a restart", {
    tags: "DEL-2",
  }, async () => {
    const channels = [createScriptedChannel(), createScriptedChannel({ id: "slack" })];
    const host = await create({ channels });
    await host.engine.noteRoute({ agentId: "main", channel: "telegram", to: "7" });
    await host.time.wait(1_000);
    await host.engine.noteRoute({ agentId: "main", channel: "slack", to: "C1" });
    const next = await host.kill();
    await next.accept(agentAction({ deliver: true }));
    expect(channels[1]?.calls.map(({ to }) => to)).toEqual(["C1"]);
    expect(channels[0]?.calls).toEqual([]);
  });

  test("a route is found by its channel, whatever name it was reported with", {
    tags: "DEL-2",
  }, async () => {
    const channels = [createScriptedChannel(), createScriptedChannel({ id: "slack" })];
    const host = await create({ channels });
    await host.engine.noteRoute({ agentId: "main", channel: " TG ", to: "7" });
    expect(await host.engine.route({ agentId: "main", channel: "telegram" })).toMatchObject({
      to: "7",
    });
    await host.accept(agentAction({ deliver: true }));
    expect(channels[0]?.calls.map(({ to }) => to)).toEqual(["7"]);
  });

  const chat = (id: string) => ({
    channelReports: { route: { channel: "telegram", to: `tg:${id}`, from: id } },
  });
  const allowing = (...allowFrom: readonly (string | number)[]) => ({
    settings: { channels: new Map([["telegram", { allowFrom }]]) },
  });

  test("the text of a mapping is sent without a turn, in the order of the answers to its recipient", {
    tags: ["DEL-1", "DEL-8"],
  }, async () => {
    const host = await create({ isExact: true });
    host.runner.script("An answer.");
    host.channel.script(retry);
    await host.accept(toTelegram("42"));
    const receipt = await host.accept(deliverAction(), { runId: "message-a" });
    await host.accept(deliverAction({ to: "43", text: "Elsewhere." }), { runId: "message-b" });
    expect(receipt).toEqual({ runId: "message-a" });
    expect(shown(host)).toEqual(["Elsewhere."]);
    await host.time.within(1_500, () => shown(host).length === 3);
    expect(shown(host)).toEqual(["Elsewhere.", "An answer.", "The deploy is done."]);
    expect(host.runner.turns).toHaveLength(1);
    expect(host.channel.shown.at(-1)).toMatchObject({ key: "message-a/1", plain: true });
    expect(host.records).toContainEqual(
      expect.objectContaining({ kind: "delivery", deliveryId: "message-a", state: "sent" }),
    );
  });

  test("a repeated text is accepted once, and its time line leads from the request to the sent part", {
    tags: ["ACC-3", "OPS-1"],
  }, async () => {
    const host = await create();
    const key = { idempotencyKey: "deploy 7", mappingId: "deploys" };
    await host.accept(deliverAction(), { ...key, runId: "message-a", requestId: "request-a" });
    expect(
      await host.accept(deliverAction(), { ...key, runId: "other", requestId: "request-b" }),
    ).toEqual({ runId: "message-a" });
    expect(shown(host)).toEqual(["The deploy is done."]);
    for (const id of ["message-a", "message-a/1", "request-a"]) {
      const line = await host.engine.timeline.show(id);
      expect(line?.steps.map(({ kind, state }) => `${kind} ${state}`)).toEqual(
        expect.arrayContaining(["request accepted", "match matched", "part sent"]),
      );
    }
    await host.engine.stop();
  });

  test("a text is sent after its process was killed, and one whose outcome is unknown is not lost", {
    tags: ["REC-1", "DEL-12"],
  }, async () => {
    const host = await create();
    host.channel.script(wait);
    await host.accept(deliverAction({ text: "First." }), { runId: "message-a" });
    await host.accept(deliverAction({ text: "Second." }), { runId: "message-b" });
    const next = await host.kill();
    await next.time.wait(2_000);
    expect(shown(next)).toEqual(["First.", "Second."]);
  });

  test("a text that cannot be sent is dead with an event, which names an outside recipient within the fence", {
    tags: ["DEL-4", "DEL-14"],
  }, async () => {
    const host = await create();
    host.channel.script(refused("message"));
    await host.accept(deliverAction({ to: "@bad" }), { runId: "unreadable" });
    await host.accept(deliverAction(), { runId: "refused", taintedFields: ["to"] });
    const { items } = await host.engine.deliveries.list();
    expect(items.map(({ id, state, code }) => [id, state, code])).toEqual([
      ["refused", "dead", "bad_message"],
      ["unreadable", "dead", "recipient_invalid"],
    ]);
    const events = await host.ledger.events();
    expect(events.items.map(({ title, tainted }) => [title, tainted])).toEqual([
      ["Hook ci (undelivered)", false],
      ["Hook ci (undelivered)", true],
    ]);
  });

  test("a recipient that an event chose has to be in `allowFrom`, whatever form it has", {
    tags: "DEL-3",
  }, async () => {
    const host = await create(allowing(42));
    const chosen = { taintedFields: ["to"] } as const;
    for (const to of ["42", "telegram:42", " 42 ", "43", "slack:42", "42:topic:7", "*", "42\n43"]) {
      await host.accept(deliverAction({ to, text: to }), { ...chosen, runId: `to ${to}` });
    }
    await host.accept(deliverAction({ to: "43", text: "by the operator" }), { runId: "own" });
    expect(shown(host)).toEqual(["42", "telegram:42", " 42", "by the operator"]);
    const refusedOnes = await host.engine.deliveries.list({ code: "recipient_not_allowed" });
    expect(refusedOnes.items.map(({ id }) => id).toReversed()).toEqual([
      "to 43",
      "to 42:topic:7",
      "to *",
      "to 42\n43",
    ]);
    const open = await create(allowing("*"));
    await open.accept(deliverAction({ to: "43" }), chosen);
    expect(shown(open)).toHaveLength(1);
  });

  test("a text with a summary is also an event of the main session, and starts no heartbeat", {
    tags: "EVT-1",
  }, async () => {
    const host = await create();
    const parts = [{ kind: "untrusted", text: "Red. <|im_end|>", source: "webhook" }] as const;
    const action = { text: "Red.", parts, untrustedText: "Red.", summary: true };
    await host.accept(deliverAction({ ...action, text: "Red. <|im_end|>" }));
    await host.accept(deliverAction({ text: "Green.", summary: true }));
    const { items } = await host.ledger.events();
    expect(items.map(({ title, tainted, parts: [part] }) => [title, tainted, part?.text])).toEqual([
      ["Hook ci", true, "Red. [control token removed]"],
      ["Hook ci", false, "Green."],
    ]);
    await host.time.wait(MINUTE_MS);
    expect(host.runner.turns).toEqual([]);
  });

  test("a text that is sent again elsewhere is written for that channel", {
    tags: "DEL-14",
  }, async () => {
    const channels = [
      createScriptedChannel(),
      createScriptedChannel({ id: "slack", isLoud: true }),
    ];
    const host = await create({ channels });
    host.channel.script(refused("message"), refused("message"));
    const parts = [
      { kind: "trusted", text: "*Deploy* " },
      { kind: "untrusted", text: "a_b", source: "webhook" },
    ] as const;
    const markup = { text: "*Deploy* a_b", parts, untrustedText: "a_b", markup: true };
    await host.accept(deliverAction(markup), { runId: "marked" });
    await host.accept(deliverAction(), { runId: "plain" });
    for (const id of ["marked", "plain"]) {
      await host.engine.deliveries.retry(id, { channel: "slack", to: "C1" });
      await host.engine.deliveries.retry(id);
    }
    await host.time.wait(1_000);
    const sent = (at: number) => channels[at]?.shown.map(({ text, plain }) => [text, plain]);
    expect(sent(0)).toEqual([
      ["*Deploy* a\\_b", false],
      ["The deploy is done.", true],
    ]);
    expect(sent(1)).toEqual([
      ["*Deploy* A_B", false],
      ["THE DEPLOY IS DONE.", true],
    ]);
  });

  test("texts for one recipient are bounded, and so are all that wait", {
    tags: "LIM-2",
  }, async () => {
    const host = await create({ limits: { maxRuns: 2 } });
    host.channel.script(wait);
    await host.accept(deliverAction());
    await host.accept(deliverAction());
    await expect(host.accept(deliverAction())).rejects.toMatchObject({ code: "queue_full" });
    const huge = deliverAction({ parts: [{ kind: "trusted", text: "x".repeat(1_100_000) }] });
    await expect(host.accept(huge)).rejects.toMatchObject({ code: "action_too_large" });
  });

  test("a message that a webhook reports makes its sender the route of `last`, from its own answer on", {
    tags: "DEL-2",
  }, async () => {
    const host = await create(allowing("telegram:42"));
    await host.accept(agentAction({ deliver: true }), chat("42"));
    expect(host.channel.calls.map(({ to }) => to)).toEqual(["42"]);
    expect(host.records).toContainEqual(
      expect.objectContaining({ kind: "route", state: "noted", channel: "telegram" }),
    );
    const next = await host.kill();
    await next.accept(agentAction({ deliver: true, sessionKey: "hook:other" }));
    expect(next.channel.calls.map(({ to }) => to)).toEqual(["42", "42"]);
  });

  test("the run of a message answers its sender, also if another person writes before it ends", {
    tags: "DEL-3",
  }, async () => {
    const host = await create({ ...allowing("42", "43"), isStarted: false });
    const ask = (id: string) =>
      host.accept(agentAction({ deliver: true, sessionKey: `hook:${id}` }), chat(id));
    await ask("42");
    await ask("43");
    await host.engine.start();
    await host.time.idle();
    expect(host.channel.calls.map(({ to }) => to)).toEqual(["42", "43"]);
  });

  test("a reported route keeps the account that the person wrote to", {
    tags: "DEL-2",
  }, async () => {
    const host = await create(allowing(42));
    const { route } = chat("42").channelReports;
    const channelReports = { route: { ...route, accountId: "work" } };
    await host.accept(agentAction({ deliver: true }), { channelReports });
    await host.accept(agentAction({ deliver: true, accountId: "home", sessionKey: "hook:b" }));
    expect(host.channel.calls.map(({ accountId }) => accountId)).toEqual(["work", "home"]);
  });

  test.each([
    ["the channel allows somebody else", ["43"], chat("42"), "sender_not_allowed"],
    ["the channel names nobody", [], chat("42"), "sender_not_allowed"],
    ["the channel allows everybody without a name", ["*"], chat("42"), "sender_not_allowed"],
    [
      "an allowed person is only the recipient",
      ["42"],
      { channelReports: { route: { channel: "telegram", to: "42", from: "666" } } },
      "sender_not_allowed",
    ],
    [
      "only a person of another channel has this name",
      ["slack:42"],
      chat("42"),
      "sender_not_allowed",
    ],
    ["its recipient cannot be read", ["@bad1"], chat("@bad1"), "recipient_invalid"],
    [
      "its recipient is one of another channel",
      ["42"],
      { channelReports: { route: { channel: "telegram", to: "slack:C1", from: "42" } } },
      "recipient_invalid",
    ],
    [
      "its channel is not configured",
      ["42"],
      { channelReports: { route: { channel: "slack", to: "42", from: "42" } } },
      "channel_not_configured",
    ],
  ])(
    "a reported route changes nothing if %s",
    {
      tags: "DEL-2",
    },
    async (_, allowFrom, context, code) => {
      const host = await create(allowing(...allowFrom));
      await host.engine.noteRoute({ agentId: "main", channel: "telegram", to: "7" });
      await host.accept(agentAction({ deliver: true }), context);
      expect(host.channel.calls.map(({ to }) => to)).toEqual(["7"]);
      expect(host.records).toContainEqual(
        expect.objectContaining({ kind: "route", state: "refused", code }),
      );
    },
  );

  test("a repeat of a message does not bring back its route", { tags: "DEL-2" }, async () => {
    const host = await create(allowing("42", "43"));
    const first = { ...chat("42"), idempotencyKey: "update-1" };
    await host.accept(agentAction({ deliver: false }), first);
    await host.accept(agentAction({ deliver: false }), {
      ...chat("43"),
      idempotencyKey: "update-2",
    });
    await host.accept(agentAction({ deliver: false }), first);
    expect(await host.engine.route({ agentId: "main" })).toMatchObject({ to: "43" });
  });

  const failed = (id: string) => ({
    channelReports: { undelivered: { channel: "telegram", id, code: "131047" } },
  });

  test("a failure that the platform reports later makes the sent delivery dead, with its code", {
    tags: "DEL-14",
  }, async () => {
    const host = await create({ pace: 0.05 });
    host.channel.script({ kind: "sent", id: "m1" }, { kind: "sent", id: "m12" });
    await host.accept(toTelegram("42", "a"));
    await host.accept(toTelegram("42", "b"));
    await host.accept(wakeAction(), failed("m1"));
    const [second, first] = (await host.engine.deliveries.list()).items;
    expect(second).toMatchObject({ state: "sent" });
    expect(first).toMatchObject({ state: "dead", code: "reported_failed" });
    expect(await host.engine.deliveries.show(first?.id ?? "")).toMatchObject({
      reason: expect.stringContaining("131047"),
    });
    expect(host.records).toContainEqual(
      expect.objectContaining({ kind: "delivery", state: "dead", code: "reported_failed" }),
    );
  });

  test("a failure of a message that the host did not send is only the event", {
    tags: "DEL-14",
  }, async () => {
    const host = await create({ pace: 0.05 });
    await host.accept(toTelegram());
    await host.accept(wakeAction(), failed("other"));
    expect((await host.engine.deliveries.list()).items).toMatchObject([{ state: "sent" }]);
  });

  test("a failure is refused while the next part of its delivery is being sent, and taken later", {
    tags: "DEL-14",
  }, async () => {
    const host = await create({ isExact: true });
    host.runner.script("word ".repeat(2_000));
    host.channel.script({ kind: "sent", id: "m1" }, wait);
    await host.accept(toTelegram());
    const refused = host.accept(wakeAction(), failed("m1"));
    await expect(refused).rejects.toMatchObject({ code: "delivery_busy", retryAfterSeconds: 30 });
    const next = await host.kill();
    next.channel.script(retry);
    await next.time.wait(1_000);
    await next.accept(wakeAction(), failed("m1"));
    expect((await next.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "reported_failed" },
    ]);
    await next.accept(toTelegram("42", "b"));
    expect((await next.engine.deliveries.list()).items[0]).toMatchObject({ state: "sent" });
  });

  test("a delivery that can go nowhere is dead at once, with its reason", {
    tags: "DEL-4",
  }, async () => {
    const host = await create();
    await host.accept(agentAction({ deliver: true, channel: "telegram" }));
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "@bad" }));
    expect(
      (await host.engine.deliveries.list()).items.map(({ state, code }) => [state, code]),
    ).toEqual([
      ["dead", "recipient_invalid"],
      ["dead", "no_recipient"],
    ]);
  });

  test("a retry goes on with the part that failed, after those that were sent", {
    tags: "DEL-7",
  }, async () => {
    const host = await create({ isExact: true });
    host.runner.script("word ".repeat(2_000));
    host.channel.script({ kind: "sent", id: "m1" }, retry);
    await host.accept(toTelegram());
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "failed", sent: 1, parts: 3 },
    ]);
    await host.time.wait(1_000);
    expect(host.channel.calls.map(({ key }) => key.split("/")[1])).toEqual(["1", "2", "2", "3"]);
    expect((await host.engine.deliveries.list()).items).toMatchObject([{ state: "sent", sent: 3 }]);
  });

  test("one recipient gets deliveries one at a time in order; others do not wait", {
    tags: "DEL-8",
  }, async () => {
    const host = await create({ isExact: true });
    host.runner.script("one", "two", "three");
    host.channel.script(retry);
    await host.accept(toTelegram("42", "a"));
    await host.accept(toTelegram("42", "b"));
    await host.accept(toTelegram("43", "c"));
    expect(shown(host)).toEqual(["three"]);
    await host.time.within(2_000, () => shown(host).length === 3);
    expect(shown(host)).toEqual(["three", "one", "two"]);
  });

  test("a channel has at most 4 calls at a time, and all together at most 16", {
    tags: "DEL-8",
  }, async () => {
    const channels = ["a", "b", "c", "d", "e"].map((id) => createScriptedChannel({ id }));
    for (const channel of channels) channel.script(...Array.from({ length: 6 }, () => wait));
    const host = await create({ channels, settings: { maxConcurrent: 40 }, pace: 0.1 });
    for (const { id } of channels) {
      for (let to = 0; to < 6; to++) {
        const sessionKey = `hook:${id}:${to}`;
        await host.accept(agentAction({ deliver: true, channel: id, to: `${to}`, sessionKey }));
      }
    }
    expect(channels.map(({ open }) => open)).toEqual([4, 4, 4, 4, 0]);
  });

  test("each of nine channels sends while the others have nothing to send", {
    tags: "DEL-8",
  }, async () => {
    const channels = Array.from({ length: 9 }, (_, index) =>
      createScriptedChannel({ id: `c${index}` }),
    );
    const host = await create({ channels });
    for (const { id } of channels) {
      await host.accept(agentAction({ deliver: true, channel: id, to: "1", sessionKey: id }));
    }
    expect(channels.map(({ shown: { length } }) => length)).toEqual(channels.map(() => 1));
  });

  test("what may help later is tried 8 times within 2 h, then it is dead", {
    tags: "DEL-9",
  }, async () => {
    const host = await create();
    host.channel.script(...Array.from({ length: 20 }, () => retry));
    await host.accept(toTelegram());
    const times = [host.time.clock()];
    for (let calls = 1; calls < 8; calls++) {
      while (host.channel.calls.length === calls) await host.time.wait(1_000);
      times.push(host.time.clock());
    }
    const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000);
    expect(waits).toEqual([1, 5, 30, 120, 600, 1_800, 3_600]);
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", tries: 8 },
    ]);
    await host.time.wait(86_400_000);
    expect(host.channel.calls).toHaveLength(8);
  });

  test("a channel learns the position of each part, its run, its mapping and its conversation", {
    tags: "DEL-7",
  }, async () => {
    const host = await create({ channels: [createScriptedChannel({ limit: 20 })] });
    host.runner.script("One two three four. Five six seven.");
    const { runId } = await host.accept(toTelegram("1"));
    const of = { runId, mappingId: "ci", sessionKey: "hook:1:Look at this.", parts: 2 };
    expect(host.channel.calls).toMatchObject([
      { ...of, part: 1, key: expect.stringMatching(/\/1$/) },
      { ...of, part: 2, key: expect.stringMatching(/\/2$/) },
    ]);
  });

  test("a sent delivery shows how many tries its last part took, and no code of an earlier try", {
    tags: ["DEL-9", "OPS-2", "OPS-3"],
  }, async () => {
    const host = await create();
    host.channel.script(retry, retry);
    await host.accept(toTelegram("1"));
    await host.time.wait(10_000);
    await host.accept(toTelegram("2"));
    host.channel.script(refused("message"));
    await host.accept(toTelegram("3"));
    const ended = (await host.engine.deliveries.list()).items;
    expect(ended.map(({ state, tries, code }) => [state, tries, code])).toEqual([
      ["dead", 1, "bad_message"],
      ["sent", 1, undefined],
      ["sent", 3, undefined],
    ]);
    const sent = host.records.filter(
      (record) => record.kind === "delivery" && record.state === "sent",
    );
    expect(sent.map((record) => "tries" in record && record.tries)).toEqual([3, 1]);
    for (const record of sent) expect(record).not.toHaveProperty("code");
  });

  test("a platform that asks for a wait gets it", { tags: "DEL-9" }, async () => {
    const host = await create();
    host.channel.script({ ...retry, afterMs: 90_000 } as SendResult);
    await host.accept(toTelegram());
    await host.time.after(90_000, () => host.channel.calls.length > 1);
    expect(shown(host)).toHaveLength(1);
  });

  test("a call without an answer ends after 30 s, with an unknown outcome", {
    tags: "DEL-9",
  }, async () => {
    const host = await create({ settings: { unknownDelivery: "hold" } });
    host.channel.script(wait);
    await host.accept(toTelegram());
    await host.time.wait(31_000);
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "unknown_outcome" },
    ]);
  });

  test("a channel that throws has an unknown outcome", { tags: "DEL-9" }, async () => {
    const host = await create({ settings: { unknownDelivery: "hold" } });
    host.channel.script(() => {
      throw new TypeError("a defect");
    });
    await host.accept(toTelegram());
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { code: "unknown_outcome" },
    ]);
  });

  test("a refused credential pauses the channel with one warning, until a reload", {
    tags: "DEL-10",
  }, async () => {
    const host = await create();
    host.channel.script(refused("credential"), refused("credential"));
    await host.accept(toTelegram("1"));
    await host.accept(toTelegram("2"));
    await host.time.wait(23 * 60 * MINUTE_MS);
    expect(host.channel.calls).toHaveLength(1);
    expect(host.warnings).toEqual([expect.stringContaining('"telegram" is paused')]);
    expect([...(await host.engine.status()).pausedChannels.keys()]).toEqual(["telegram"]);
    const fixed = createScriptedChannel();
    await host.engine.reload({ channels: new Map([["telegram", fixed]]) });
    await host.time.idle();
    expect(fixed.calls.map(({ to }) => to)).toEqual(["1", "2"]);
    expect(
      (await host.engine.deliveries.list()).items.map(({ state, tries }) => [state, tries]),
    ).toEqual([
      ["sent", 1],
      ["sent", 1],
    ]);
  });

  test("after 24 h of pause a delivery is dead", { tags: "DEL-10" }, async () => {
    const host = await create();
    host.channel.script(refused("credential"));
    await host.accept(toTelegram("1"));
    await host.time.wait(60 * MINUTE_MS);
    await host.accept(toTelegram("2"));
    await host.time.wait(23 * 60 * MINUTE_MS);
    const states = async () =>
      (await host.engine.deliveries.list()).items.map(({ state, code }) => [state, code]);
    expect(await states()).toEqual([
      ["queued", undefined],
      ["dead", "channel_paused"],
    ]);
    await host.time.wait(60 * MINUTE_MS);
    expect((await states())[0]).toEqual(["dead", "channel_paused"]);
  });

  test("another refusal is final for its message alone", { tags: "DEL-10" }, async () => {
    const host = await create();
    host.channel.script(refused("message"));
    await host.accept(toTelegram("1"));
    await host.accept(toTelegram("2"));
    expect((await host.engine.deliveries.list()).items.map(({ state }) => state)).toEqual([
      "sent",
      "dead",
    ]);
  });

  test("the key of a part is the same on every try", { tags: "DEL-11" }, async () => {
    const host = await create();
    host.channel.script(retry, retry);
    await host.accept(toTelegram());
    await host.time.wait(10_000);
    const keys = new Set(host.channel.calls.map(({ key }) => key));
    expect(host.channel.calls).toHaveLength(3);
    expect([...keys]).toEqual([expect.stringMatching(/^.+\/1$/)]);
  });

  test("after an unknown outcome a platform with keys gets the part again and shows it once", {
    tags: "DEL-12",
  }, async () => {
    const host = await create({ channels: [createScriptedChannel({ keyWindowMs: 120_000 })] });
    host.channel.script(unknown, unknown);
    await host.accept(toTelegram());
    await host.time.wait(10_000);
    expect(host.channel.calls).toHaveLength(3);
    expect(shown(host)).toHaveLength(1);
    expect((await host.engine.deliveries.list()).items).toMatchObject([{ state: "sent" }]);
  });

  test("without keys it is sent again once, and then held", { tags: "DEL-12" }, async () => {
    const host = await create();
    host.channel.script(unknown, unknown);
    await host.accept(toTelegram());
    await host.time.wait(MINUTE_MS);
    expect(host.channel.calls).toHaveLength(2);
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "unknown_outcome" },
    ]);
  });

  test("a part that may have arrived is not sent again after ten minutes of failed tries", {
    tags: "DEL-12",
  }, async () => {
    const host = await create();
    host.channel.script(unknown, retry, retry, retry, retry);
    await host.accept(toTelegram());
    await host.time.wait(120 * MINUTE_MS);
    expect(host.channel.calls).toHaveLength(5);
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "unknown_outcome", tries: 5 },
    ]);
  });

  const limited: SendResult = { kind: "retry", code: "rate_limited", afterMs: 60_000 };

  test.each<[name: string, unknownDelivery: "resend" | "hold", calls: number]>([
    ["is held, if the settings say so", "hold", 2],
    ["is sent once more, and held if that is unknown, too", "resend", 3],
  ])(
    "a part that may have arrived and meets a rate limit until its key is forgotten %s",
    {
      tags: "DEL-12",
    },
    async (_, unknownDelivery, calls) => {
      const channels = [createScriptedChannel({ keyWindowMs: 30_000 })];
      const host = await create({ channels, settings: { unknownDelivery } });
      host.channel.script(unknown, limited, unknown);
      await host.accept(toTelegram());
      await host.time.wait(2_000);
      const next = await host.kill();
      await next.time.wait(10 * MINUTE_MS);
      expect(next.channel.calls).toHaveLength(calls);
      expect((await next.engine.deliveries.list()).items).toMatchObject([
        { state: "dead", code: "unknown_outcome" },
      ]);
    },
  );

  test("a part in doubt whose channel was paused until its key is forgotten is held", {
    tags: "DEL-12",
  }, async () => {
    const channels = [createScriptedChannel({ keyWindowMs: 30_000 })];
    const host = await create({ channels, settings: { unknownDelivery: "hold" } });
    host.channel.script(unknown, refused("credential"));
    await host.accept(toTelegram());
    await host.time.wait(5 * MINUTE_MS);
    await host.engine.reload({});
    await host.time.idle();
    expect(host.channel.calls).toHaveLength(2);
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "unknown_outcome" },
    ]);
  });

  test("the end of the process during a call is an unknown outcome", {
    tags: "DEL-12",
  }, async () => {
    const host = await create();
    host.channel.script(wait);
    await host.accept(toTelegram());
    const next = await host.kill();
    await next.time.wait(2_000);
    expect(next.channel.calls.map(({ key }) => key.split("/")[1])).toEqual(["1", "1"]);
    expect((await next.engine.deliveries.list()).items).toMatchObject([{ state: "sent" }]);
  });

  const found: SettleResult = { kind: "sent", id: "m1" };
  const absent: SettleResult = { kind: "unknown" };
  /** A channel whose platform gives these answers in order, the last one again. */
  const askable = (...answers: (SettleResult | Error)[]) => {
    const asked: UnknownPart[] = [];
    const settle = async (part: UnknownPart): Promise<SettleResult> => {
      asked.push(part);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? absent;
      if (answer instanceof Error) throw answer;
      return answer;
    };
    return { asked, channel: createScriptedChannel({ settle }) };
  };
  const settled = async (host: TestHost) =>
    (await host.engine.deliveries.list()).items.map(({ state, code }) => [state, code]);

  test("after an unknown outcome the platform is asked, and a message that it has is sent", {
    tags: "DEL-12",
  }, async () => {
    const { channel, asked } = askable(absent, new Error("a defect"), found);
    const host = await create({ channels: [channel], settings: { unknownDelivery: "hold" } });
    channel.script(unknown);
    const at = host.time.clock();
    await host.accept(toTelegram());
    await host.time.wait(10_000);
    expect(channel.calls).toHaveLength(1);
    expect(asked).toHaveLength(3);
    expect(asked[2]).toMatchObject({ ...channel.calls[0], sentAt: at, otherIds: new Set() });
    expect(await settled(host)).toEqual([["sent", undefined]]);
    expect((await host.ledger.deliveries()).items).toMatchObject([{ sentIds: ["m1"] }]);
  });

  test("a message that the platform does not have within the time of a call is sent again", {
    tags: "DEL-12",
  }, async () => {
    const { channel, asked } = askable(absent);
    const host = await create({ channels: [channel] });
    channel.script(unknown);
    await host.accept(toTelegram());
    await host.time.still(29_000, () => channel.calls.length === 1);
    await host.time.within(2_000, () => channel.calls.length === 2);
    expect(asked).toHaveLength(7);
    expect(channel.calls).toHaveLength(2);
    expect((await host.engine.deliveries.list()).items).toMatchObject([{ state: "sent" }]);
  });

  test("a question without an answer ends, and the outcome stays unknown", {
    tags: "DEL-12",
  }, async () => {
    const settle = () => new Promise<SettleResult>(() => undefined);
    const channel = createScriptedChannel({ settle });
    const settings = { unknownDelivery: "hold" };
    const host = await create({ channels: [channel], settings, pace: 60 });
    channel.script(unknown);
    await host.accept(toTelegram());
    await host.time.within(10 * MINUTE_MS, async () => (await settled(host))[0]?.[0] === "dead");
    expect(await settled(host)).toEqual([["dead", "unknown_outcome"]]);
  });

  test("a message that the platform has and did not deliver is dead with the reason", {
    tags: "DEL-12",
  }, async () => {
    const failed = { ...refused("message"), kind: "refused" } as SettleResult;
    const { channel } = askable(failed);
    const host = await create({ channels: [channel] });
    channel.script(unknown);
    await host.accept(toTelegram());
    expect(channel.calls).toHaveLength(1);
    expect(await settled(host)).toEqual([["dead", "bad_message"]]);
  });

  test("settle() gets the ids of other messages, so that equal texts are not confused", {
    tags: "DEL-12",
  }, async () => {
    const { channel, asked } = askable(found);
    const host = await create({ channels: [channel] });
    host.runner.script("same", "same", "word ".repeat(1_000));
    channel.script({ kind: "sent", id: "first" }, { kind: "sent", id: "second" });
    await host.accept(toTelegram("42", "a"));
    await host.accept(toTelegram("43", "b"));
    channel.script({ kind: "sent", id: "third" }, unknown);
    await host.accept(toTelegram("42", "c"));
    expect(asked.map(({ key, otherIds }) => [key.split("/")[1], [...otherIds]])).toEqual([
      ["2", ["third", "first"]],
    ]);
  });

  test("after the end of the process during a call the platform is asked, however long ago", {
    tags: ["DEL-12", "REC-1"],
  }, async () => {
    const { channel, asked } = askable(absent, found);
    const host = await create({ channels: [channel] });
    host.runner.script("word ".repeat(1_000));
    channel.script(wait);
    const at = host.time.clock();
    await host.accept(toTelegram());
    host.time.set(host.time.clock() + 60 * MINUTE_MS);
    const next = await host.kill();
    expect((await next.engine.deliveries.list()).items).toMatchObject([
      { state: "sending", sent: 0 },
    ]);
    await next.accept(toTelegram("43", "another"));
    expect(channel.calls.map(({ to }) => to)).toEqual(["42", "43"]);
    await next.time.wait(2_000);
    expect(asked.map(({ sentAt }) => sentAt)).toEqual([at, at]);
    expect(channel.calls.map(({ key }) => key.split("/")[1])).toEqual(["1", "1", "2"]);
    expect((await next.engine.deliveries.list()).items).toMatchObject([
      { state: "sent" },
      { state: "sent" },
    ]);
  });

  test("a host that stops does not wait for the answer, and the next one asks again", {
    tags: ["DEL-12", "STOP-1"],
  }, async () => {
    const { channel, asked } = askable(absent);
    const host = await create({ channels: [channel] });
    channel.script(unknown);
    await host.accept(toTelegram());
    const stopping = host.engine.stop();
    await host.time.idle();
    await stopping;
    // The last of seven questions would be asked 30 s after the call.
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(7);
    const again = askable(found);
    const next = await host.kill({ channels: [again.channel] });
    expect(again.asked).toHaveLength(1);
    expect(await settled(next)).toEqual([["sent", undefined]]);
  });

  test("what is older than 10 minutes then is held", { tags: "DEL-12" }, async () => {
    const host = await create();
    host.channel.script(wait);
    await host.accept(toTelegram());
    host.time.set(host.time.clock() + 11 * MINUTE_MS);
    const next = await host.kill();
    await next.time.wait(MINUTE_MS);
    expect(next.channel.calls).toHaveLength(1);
    expect((await next.engine.deliveries.list()).items).toMatchObject([
      { code: "unknown_outcome" },
    ]);
  });

  test("`sending` is stored before each call, and each part before the next", {
    tags: "DEL-13",
  }, async () => {
    const host = await create();
    host.runner.script("word ".repeat(2_000));
    const seen: unknown[] = [];
    const look = async (): Promise<SendResult> => {
      const [delivery] = (await host.ledger.deliveries()).items;
      seen.push([delivery?.state, delivery?.sentIds.length]);
      return { kind: "sent", id: `m${seen.length}` };
    };
    host.channel.script(look, look, look);
    await host.accept(toTelegram());
    expect(seen).toEqual([
      ["sending", 0],
      ["sending", 1],
      ["sending", 2],
    ]);
  });

  test("a dead delivery of a run adds one event and requests no heartbeat", {
    tags: "DEL-14",
  }, async () => {
    const host = await create();
    host.channel.script(refused("message"));
    await host.accept(toTelegram());
    await host.time.wait(MINUTE_MS);
    const listed = (await host.engine.events.list()).items;
    const events = await Promise.all(listed.map(({ id }) => host.engine.events.show(id)));
    expect(events.map((event) => event?.title)).toEqual(["Hook CI", "Hook CI (undelivered)"]);
    expect(host.runner.turns).toHaveLength(1);
  });

  test("the dead delivery of a heartbeat adds no event, so that no loop begins", {
    tags: "DEL-14",
  }, async () => {
    const host = await create({
      runner: createScriptedRunner({ otherwise: "The build is red!" }),
      settings: { heartbeat: { target: "telegram", to: "42" } },
    });
    host.channel.script(refused("message"));
    await host.accept(wakeAction());
    await host.time.wait(3_600_000);
    expect((await host.engine.deliveries.list()).items).toMatchObject([{ state: "dead" }]);
    expect((await host.engine.events.list({ waiting: true })).items).toEqual([]);
    expect(host.runner.turns).toHaveLength(1);
  });

  test("a dead delivery can be sent again, also elsewhere; a queued one can be cancelled", {
    tags: "DEL-14",
  }, async () => {
    const host = await create({ isExact: true });
    host.channel.script(refused("message"), retry);
    await host.accept(toTelegram());
    const [dead] = (await host.engine.deliveries.list()).items;
    const id = dead?.id ?? "";
    expect(await host.engine.deliveries.retry(id, { to: "43" })).toMatchObject({ ok: true });
    await host.time.idle();
    const [second] = (await host.engine.deliveries.list()).items;
    expect(second).toMatchObject({ state: "failed", retryOf: id });
    expect(await host.engine.deliveries.cancel(second?.id ?? "")).toEqual({ ok: true });
    await host.time.wait(MINUTE_MS);
    expect(host.channel.calls.map(({ to }) => to)).toEqual(["42", "43"]);
    expect(await host.engine.deliveries.retry("unknown")).toMatchObject({ code: "not_found" });
    expect(await host.engine.deliveries.cancel(id)).toMatchObject({ code: "dead" });
    const elsewhere = await host.engine.deliveries.retry(id, { channel: "slack" });
    expect(elsewhere).toMatchObject({ ok: false, code: "channel_not_configured" });
  });

  test("where the platform refuses the markup, the part goes once more as plain text", {
    tags: "DEL-15",
  }, async () => {
    const host = await create();
    host.channel.script(refused("markup"), refused("markup"));
    await host.accept(toTelegram("1"));
    expect(host.channel.calls.map(({ plain }) => plain)).toEqual([false, true]);
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "bad_markup" },
    ]);
  });

  test("a delivery whose channel is taken away during its call is dead, too", {
    tags: "DEL-4",
  }, async () => {
    const host = await create();
    let answer: (result: SendResult) => void = () => undefined;
    host.channel.script(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await host.accept(toTelegram());
    await host.engine.reload({ channels: new Map() });
    answer(retry);
    await host.time.idle();
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "channel_not_configured" },
    ]);
  });

  test("a delivery whose channel is gone after a reload is dead, not forgotten", {
    tags: "DEL-4",
  }, async () => {
    const host = await create({ isExact: true });
    host.channel.script(retry);
    await host.accept(toTelegram());
    await host.engine.reload({ channels: new Map() });
    expect((await host.engine.deliveries.list()).items).toMatchObject([
      { state: "dead", code: "channel_not_configured" },
    ]);
  });
}
