// What an operator gets as a message: the first failure at once, then a count an hour, then that it works again.
import type { RequestRecord } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { healthOf } from "../../src/operate/health.ts";
import { agentAction } from "../support/actions.ts";
import { createScriptedChannel } from "../support/scripted-channel.ts";
import { failure } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget, type TestHost } from "../support/test-host.ts";

const HOUR_MS = 3_600_000;

const SECRET = "text-of-the-payload";

const ALERTS = { channel: "ops", to: "7", everyMs: HOUR_MS, recovery: true };

export function alertRules(target: HostTarget): void {
  const create = (options = {}) =>
    createTestHost(target, {
      settings: { alerts: ALERTS },
      channels: [createScriptedChannel(), createScriptedChannel({ id: "ops" })],
      ...options,
    });

  const refused = { kind: "refused", code: "unauthorized", message: "No.", scope: "credential" };

  test("dead runs are one message at once, a count after an hour, and a message that it works again, also after a kill", async () => {
    let { host, messages } = withOps(await create());
    const die = failure({ code: "not_understood", message: SECRET, retryable: false });
    for (let run = 0; run < 4; run++) {
      host.runner.script(die);
      await host.accept(agentAction({ message: SECRET }));
    }
    await host.time.wait(1_000);
    const first =
      "Hookwright: A run of mapping ci died (not_understood). hookwright runs --state dead lists what died";
    expect(messages()).toEqual([first]);
    await host.time.wait(HOUR_MS);
    expect(messages().slice(1)).toEqual([first.replace("A run", "3 runs")]);
    ({ host, messages } = withOps(await host.kill()));
    host.runner.script(die);
    await host.accept(agentAction());
    await host.accept(agentAction());
    await host.time.wait(1_000);
    expect(messages().slice(2)).toEqual([
      "Hookwright: Runs of mapping ci work again. It failed 1 more times.",
    ]);
    await host.accept(agentAction());
    await host.time.wait(2 * HOUR_MS);
    expect(messages()).toHaveLength(3);
    expect(JSON.stringify(messages())).not.toContain(SECRET);
  });

  test("a channel that is paused is told through the other one, and that it works again", async () => {
    const { host, messages } = withOps(await create());
    host.channel.script(refused as never);
    await host.accept(agentAction({ deliver: true, channel: "telegram", to: "42" }));
    await host.time.wait(1_000);
    expect(messages()).toEqual([expect.stringContaining("channel telegram is paused (unauth")]);
    await host.engine.reload({});
    await host.time.wait(1_000);
    expect(messages()[1]).toBe("Hookwright: The channel telegram works again.");
    await host.engine.pauses.pause({ kind: "channel", id: "telegram" });
    await host.time.wait(1_000);
    expect(messages()).toHaveLength(2);
  });

  test("a failing alert channel is in health, and never alerts about itself", async () => {
    const ops = createScriptedChannel({ id: "ops" });
    const { host } = withOps(await create({ channels: [createScriptedChannel(), ops] }));
    ops.script({ kind: "refused", code: "chat_not_found", message: "No.", scope: "message" });
    host.runner.script(failure({ retryable: false }));
    await host.accept(agentAction());
    await host.time.wait(1_000);
    expect(ops.calls).toHaveLength(1);
    expect((await healthOf(host.engine, host.time.clock())).reasons).toContainEqual(
      expect.stringMatching(/^alerts: The alert of .* was not sent \(chat_not_found\)/),
    );
    ops.script(refused as never);
    await host.accept(agentAction({ deliver: true, channel: "ops", to: "42" }));
    await host.time.wait(3 * HOUR_MS);
    const { items } = await host.engine.deliveries.list({ channel: "ops" });
    // The dead run, and that runs work again; nothing about the channel.
    expect(items.filter(({ id }) => id.startsWith("alert-"))).toHaveLength(2);
    expect((await host.engine.status()).pausedChannels.has("ops")).toBe(true);
  });

  test("signatures that are refused ten times in a row are one message of a route and hour, without a word of the sender", async () => {
    const { host, messages } = withOps(
      await create({
        settings: { alerts: { ...ALERTS, everyMs: 60_000 } },
      }),
    );
    const request = (route: string, change: Partial<RequestRecord> = {}) =>
      host.engine.noteRequest({
        ...{ requestId: "1", receivedAt: 0, durationMs: 1, method: "POST", name: SECRET },
        ...{ route, status: 401, answerBytes: 0, auth: "signature_mismatch", ...change },
      } as RequestRecord);
    const work: { status: number; auth?: never } = { status: 200, auth: undefined as never };
    for (let count = 0; count < 9; count++) request("github");
    request("github", work);
    for (let count = 0; count < 9; count++) request("github");
    await host.time.wait(1_000);
    expect(messages()).toEqual([]);
    for (let count = 0; count < 30; count++) request("github");
    await host.time.wait(30 * 60_000);
    expect(messages()).toEqual([
      expect.stringMatching(
        /^Hookwright: 10 requests in a row to github had a wrong signature. Anybody/,
      ),
    ]);
    request("github", work);
    await host.time.wait(1_000);
    expect(messages()[1]).toMatch(/^Hookwright: Signatures on github are accepted again\./);
  });

  test("a store that fails is told once it can be written again", async () => {
    const { host, messages } = withOps(await create());
    host.breakStore("full");
    await expect(host.accept(agentAction())).rejects.toMatchObject({ code: "storage_failed" });
    await host.time.wait(5_000);
    host.breakStore(undefined);
    await host.time.wait(5_000);
    expect(messages()).toEqual([expect.stringContaining("The store refused writes")]);
    await host.time.wait(120_000);
    expect(messages()[1]).toBe("Hookwright: The store works again.");
  });
}

/** The texts that reached the operator. */
function withOps(host: TestHost): { host: TestHost; messages: () => readonly string[] } {
  return {
    host,
    messages: () =>
      (host.channels.find(({ id }) => id === "ops")?.shown ?? []).map(({ text }) => text),
  };
}
