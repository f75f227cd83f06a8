// Lifecycle events: stored with what they report, in order for each endpoint, and without any text.
import { expect, test } from "vitest";
import type { NotifyEndpoint } from "../../src/model/notify.ts";
import { agentAction } from "../support/actions.ts";
import { createScriptedChannel } from "../support/scripted-channel.ts";
import { failure } from "../support/scripted-runner.ts";
import { createTestHost, type HostTarget } from "../support/test-host.ts";

const SECRET = "text-of-the-payload";

const ENDPOINTS: readonly NotifyEndpoint[] = [
  endpoint("all", ["run.completed", "run.dead", "delivery.sent", "channel.paused"]),
  endpoint("ends", ["run.dead"]),
];

function endpoint(name: string, types: readonly string[]): NotifyEndpoint {
  const url = "https://ci.example/";
  return { name, url, secret: "", types: new Set(types) as never, allowPrivate: false };
}

export function notifyRules(target: HostTarget): void {
  const create = (settings = {}) => {
    const notify = createScriptedChannel({ id: "host.notify" });
    const options = { notify, settings: { notify: ENDPOINTS, ...settings } };
    return createTestHost(target, options).then((host) => ({ host, notify }));
  };

  const eventsOf = ({ shown }: ReturnType<typeof createScriptedChannel>) =>
    shown.map(({ to, text }) => ({ to, ...JSON.parse(text) }));

  test("ends of runs and deliveries go to the endpoints that want them, with facts and no text", async () => {
    const { host, notify } = await create();
    host.runner.script(SECRET, failure({ message: SECRET, retryable: false }));
    const sent = { message: SECRET, sessionKey: SECRET, deliver: true, channel: "telegram" };
    const { runId } = await host.accept(agentAction({ ...sent, to: "42" }));
    await host.accept(agentAction({ message: SECRET }));
    await host.time.wait(1_000);
    const events = eventsOf(notify);
    expect(events.map(({ to, type }) => `${to} ${type}`).sort()).toEqual([
      "all delivery.sent",
      "all run.completed",
      "all run.dead",
      "ends run.dead",
    ]);
    expect(events[0]).toEqual({
      ...{ to: "all", type: "run.completed", timestamp: expect.any(String) },
      data: {
        ...{ runId, state: "done", agentId: "main", mappingId: "ci" },
        ...{ attempt: 1, durationMs: expect.any(Number) },
      },
    });
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect((await host.engine.events.list()).items).toHaveLength(2);
  });

  test("onCompletion sends the ends of a mapping's runs to one endpoint alone, whatever it wants", async () => {
    const { host, notify } = await create({ completion: new Map([["ci", "ends"]]) });
    await host.accept(agentAction());
    await host.accept(agentAction(), { mappingId: "other" });
    await host.time.wait(1_000);
    expect(eventsOf(notify).map(({ to, data }) => [to, data.mappingId])).toEqual([
      ["ends", "ci"],
      ["all", "other"],
    ]);
  });

  test("events of an endpoint that fails wait in their order, also after a kill, and its death adds no event", async () => {
    const { host, notify } = await create();
    notify.script(...Array(2).fill({ kind: "retry", code: "server_error" }));
    const first = await host.accept(agentAction());
    const second = await host.accept(agentAction());
    const killed = await host.kill();
    await killed.time.wait(60_000);
    expect(eventsOf(notify).map(({ data }) => data.runId)).toEqual([first.runId, second.runId]);
    expect(new Set(notify.calls.map(({ key }) => key)).size).toBe(2);
    notify.script({ kind: "refused", code: "notify_refused", message: "No.", scope: "message" });
    await killed.accept(agentAction());
    await killed.time.wait(1_000);
    expect((await killed.engine.deliveries.list({ state: "dead" })).items).toMatchObject([
      { channel: "host.notify", code: "notify_refused" },
    ]);
    const { items } = await killed.engine.events.list();
    expect(items.filter(({ origin }) => origin === "delivery")).toEqual([]);
  });

  test("a pause is an event, and no answer can go to an endpoint", async () => {
    const { host, notify } = await create();
    await host.engine.pauses.pause({ kind: "channel", id: "telegram" });
    await host.time.wait(1_000);
    expect(eventsOf(notify)).toMatchObject([
      { type: "channel.paused", data: { channel: "telegram", code: "operator" } },
    ]);
    await host.accept(agentAction({ deliver: true, channel: "host.notify", to: "all" }));
    await host.time.wait(1_000);
    expect((await host.engine.deliveries.list({ state: "dead" })).items).toMatchObject([
      { code: "channel_not_configured" },
    ]);
  });
}
