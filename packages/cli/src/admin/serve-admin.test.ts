import { request } from "node:http";
import { networkInterfaces } from "node:os";
import type { RequestRecord } from "@hookwright/core/ingress";
import * as promClient from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { startServe } from "../../test/support/start-serve.ts";
import { createTestIo } from "../../test/support/test-io.ts";
import { run } from "../run.ts";
import { createHostMetrics } from "./create-host-metrics.ts";
import { createRefusedEvents } from "./refused-events.ts";
import { loadMetrics, NO_METRICS, parseAdmin, serveAdmin, WRONG_HOST } from "./serve-admin.ts";

const TOKEN = "a-token-of-the-admin-tests-1";
const CONFIG = JSON.stringify({
  hooks: {
    enabled: true,
    token: TOKEN,
    mappings: [{ id: "push", match: { path: "ci" }, messageTemplate: "x" }],
  },
});

test("serve() answers /healthz and /metrics on --admin, and nothing else there", async () => {
  const { url, io } = await startServe(["--config", "-", "--admin", "0"], { stdin: CONFIG });
  const [metrics = ""] = await io.stderr.find(/http:\S+\/metrics/);
  const health = await fetch(metrics.replace("metrics", "healthz"));
  expect([health.status, await health.json()]).toEqual([200, { status: "ok", reasons: [] }]);
  await fetch(`${url}/ci`, { method: "POST", headers: { authorization: `Bearer ${TOKEN}` } });
  await fetch(`${url}/secret-name`, { method: "POST" });
  const answer = await fetch(metrics);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  const ok = 'hookwright_requests_total{route="ci",mapping="push",provider="",code="ok"} 1';
  const refused =
    'hookwright_requests_total{route="other",mapping="",provider="",code="unauthorized"} 1';
  expect(text).toContain(ok);
  expect(text).toContain(refused);
  expect(text).toContain("hookwright_requests_in_flight 0");
  expect(text).toContain("process_cpu_seconds_total");
  expect((await fetch(metrics, { method: "POST" })).status).toBe(405);
  expect((await fetch(metrics.replace("metrics", "hooks/ci"))).status).toBe(404);
});

test("loadMetrics() returns undefined if prom-client is not installed, and throws if it is broken", async () => {
  const missing = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
  expect(await loadMetrics(undefined, () => Promise.reject(missing))).toBe(undefined);
  await expect(loadMetrics(undefined, () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
});

const STATUS = {
  runs: { queued: 3, running: 1 },
  oldestQueuedAt: 40_000,
  room: 9_996,
  deliveries: { dead: 2 },
  channels: new Map([
    ["slack", { waiting: 2, oldestAt: 70_000, pausedSince: 80_000 }],
    ["telegram", { waiting: 0, lastSentAt: 90_500 }],
  ]),
  pausedRunners: [{ runner: "http", provider: "openai", since: 0, code: "unauthorized" }],
  pauses: [{ kind: "mapping", id: "ci", since: 0, waiting: 3 }],
  waitingEvents: 4,
  oldestEventAt: 99_000,
  bytes: 4_096,
  freeBytes: 1_048_576,
};

async function metricsOf(status: object, records: readonly object[] = []): Promise<string> {
  const register = new promClient.Registry();
  const host = { status: async () => status as never };
  const metrics = createHostMetrics(host, { promClient, register, clock: () => 100_000 });
  for (const record of records) metrics.observe(record as never);
  await metrics.refresh();
  return register.metrics();
}

test("createHostMetrics() shows ages, channels, room, disk and what is paused", {
  tags: "OPS-3",
}, async () => {
  const text = await metricsOf(STATUS);
  for (const line of [
    'hookwright_host_runs{state="queued"} 3',
    "hookwright_host_oldest_run_seconds 60",
    "hookwright_host_room 9996",
    'hookwright_host_deliveries{state="dead"} 2',
    'hookwright_host_channel_waiting{channel="slack"} 2',
    'hookwright_host_channel_waiting{channel="telegram"} 0',
    'hookwright_host_channel_oldest_seconds{channel="slack"} 30',
    'hookwright_host_channel_oldest_seconds{channel="telegram"} 0',
    'hookwright_host_channel_paused{channel="slack"} 1',
    'hookwright_host_channel_paused{channel="telegram"} 0',
    'hookwright_host_channel_last_sent_timestamp_seconds{channel="telegram"} 90.5',
    'hookwright_host_runner_paused{runner="http",provider="openai"} 1',
    'hookwright_host_paused_waiting{kind="mapping",id="ci"} 3',
    "hookwright_host_waiting_events 4",
    "hookwright_host_oldest_event_seconds 1",
    "hookwright_host_store_bytes 4096",
    "hookwright_host_free_disk_bytes 1048576",
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toContain('last_sent_timestamp_seconds{channel="slack"}');
});

test("createHostMetrics() omits ages when nothing waits, and removed channels and runners", {
  tags: "OPS-3",
}, async () => {
  const status = { ...STATUS };
  const register = new promClient.Registry();
  const host = { status: async () => status as never };
  const metrics = createHostMetrics(host, { promClient, register, clock: () => 100_000 });
  await metrics.refresh();
  const { oldestQueuedAt: _, ...rest } = STATUS;
  Object.assign(status, rest, { channels: new Map(), pausedRunners: [], oldestQueuedAt: 200_000 });
  await metrics.refresh();
  const text = await register.metrics();
  expect(text).toContain("hookwright_host_oldest_run_seconds 0\n");
  expect(text).not.toMatch(/\{(?:channel|runner)=/);
});

test("createHostMetrics() counts turns, tries, tokens, heartbeats, and the time to sent", {
  tags: "OPS-3",
}, async () => {
  const run = { kind: "run", runId: "r", agentId: "main", sessionKey: "k", attempt: 1 };
  const delivery = { kind: "delivery", deliveryId: "d", channel: "slack" };
  const heartbeat = { kind: "heartbeat", reason: "interval", durationMs: 2_000 };
  const text = await metricsOf(STATUS, [
    { ...run, state: "queued" },
    { ...run, state: "running" },
    { ...run, state: "done", durationMs: 3_000, usage: { inputTokens: 10, outputTokens: 2 } },
    { ...run, state: "dead", durationMs: 4_000, usage: {} },
    { ...delivery, state: "sending" },
    { ...delivery, state: "sent", sinceAcceptanceMs: 20_000 },
    { ...heartbeat, outcome: "sent", usage: { inputTokens: 5 } },
    { ...heartbeat, outcome: "failed: timeout" },
    { ...heartbeat, outcome: "skipped: empty HEARTBEAT.md" },
    { ...heartbeat, reason: "prompt", outcome: "sent" },
    { kind: "start" },
  ]);
  for (const line of [
    'hookwright_host_turn_duration_seconds_sum{kind="run",outcome="done"} 3',
    'hookwright_host_turn_duration_seconds_sum{kind="run",outcome="dead"} 4',
    'hookwright_host_turn_duration_seconds_count{kind="heartbeat",outcome="sent"} 1',
    'hookwright_host_turn_duration_seconds_count{kind="heartbeat",outcome="failed"} 1',
    'hookwright_host_turn_duration_seconds_count{kind="prompt",outcome="sent"} 1',
    'hookwright_host_accepted_to_sent_seconds_sum{channel="slack"} 20',
    'hookwright_host_tries_total{kind="run"} 1',
    'hookwright_host_tries_total{kind="delivery"} 1',
    'hookwright_host_heartbeats_total{outcome="sent"} 1',
    'hookwright_host_heartbeats_total{outcome="skipped"} 1',
    'hookwright_host_tokens_total{kind="input"} 15',
    'hookwright_host_tokens_total{kind="output"} 2',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toContain('turn_duration_seconds_count{kind="heartbeat",outcome="skipped"}');
});

test.each([
  ["ok", 200],
  ["degraded", 200],
  ["failing", 503],
  ["stopping", 503],
] as const)(
  "serveAdmin() answers /healthz of a host that is %s with %i",
  { tags: "OPS-4" },
  async (status, code) => {
    const pages = { health: async () => ({ status, reasons: [] }), metrics: undefined };
    const admin = await serveAdmin({ host: "127.0.0.1", port: 0 }, pages);
    onTestFinished(admin.close);
    const answer = await fetch(`${admin.url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([code, { status, reasons: [] }]);
  },
);

test("serveAdmin() answers /healthz even when the store cannot be read", {
  tags: "OPS-4",
}, async () => {
  const health = async () => {
    throw new Error("The database connection is not open");
  };
  const admin = await serveAdmin({ host: "127.0.0.1", port: 0 }, { health, metrics: undefined });
  onTestFinished(admin.close);
  const answer = await fetch(`${admin.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      status: "failing",
      reasons: ["store: The state of the host cannot be read. See its log."],
    },
  ]);
});

test("serveAdmin() says what to install for metrics, and when they cannot be read", async () => {
  for (const [metrics, status, body] of [
    [undefined, 501, NO_METRICS],
    [() => Promise.reject(new Error("secret")), 500, "The metrics cannot be read."],
    [
      () => {
        throw new Error("The store is closed.");
      },
      500,
      "The metrics cannot be read.",
    ],
  ] as const) {
    const health = async () => ({ status: "stopping", reasons: [] }) as const;
    const admin = await serveAdmin({ host: "::1", port: 0 }, { health, metrics });
    onTestFinished(admin.close);
    const answer = await fetch(`${admin.url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([status, `${body}\n`]);
    expect((await fetch(`${admin.url}/healthz`)).status).toBe(503);
  }
});

/** `fetch` chooses the header `Host` by itself. */
function ask(url: string, host: string | undefined, path = "/healthz"): Promise<string> {
  const headers = host === undefined ? {} : { host };
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers, setHost: false, agent: false }, async (response) => {
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      resolve(`${response.statusCode} ${text.trimEnd()}`);
    })
      .on("error", reject)
      .end();
  });
}

async function startAdmin(host: string, names: readonly string[] = []): Promise<string> {
  const health = async () => ({ status: "ok", reasons: [] }) as const;
  const pages = { health, metrics: async () => "hookwright_requests_total 1" };
  const admin = await serveAdmin({ host, port: 0, names }, pages);
  onTestFinished(admin.close);
  return admin.url;
}

test.each([
  "evil.example",
  "evil.example:9090",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "localhost@evil.example",
  "192.0.2.1:9090",
  "[2001:db8::1]",
  "127.0.0.1/healthz",
  "",
])(
  "serveAdmin() refuses the Host %j, which a web page could point at this server",
  { tags: "OPS-4" },
  async (host) => {
    const url = await startAdmin("127.0.0.1", ["ops.example"]);
    expect(await ask(url, host)).toBe(`421 ${WRONG_HOST}`);
    expect(await ask(url, host, "/metrics")).toBe(`421 ${WRONG_HOST}`);
  },
);

test.each([
  "localhost",
  "LOCALHOST:1",
  "localhost.",
  "127.0.0.1:80",
  "127.8.9.1",
  "[::1]:9090",
  "Ops.Example",
])(
  "serveAdmin() accepts the Host %j: its own address, localhost or a configured name",
  { tags: "OPS-4" },
  async (host) => {
    expect(await ask(await startAdmin("127.0.0.1", ["ops.example"]), host)).toMatch(/^200 /);
  },
);

test("serveAdmin() accepts the address at which a connection arrives, in any spelling", {
  tags: "OPS-4",
}, async () => {
  const url = await startAdmin("::");
  const { port } = new URL(url);
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outside = addresses.filter(
    ({ family, address }) => family === "IPv4" && !address.startsWith("127."),
  );
  for (const { address } of outside) {
    expect(await ask(`http://${address}:${port}`, `${address}:${port}`)).toMatch(/^200 /);
    expect(await ask(`http://127.0.0.1:${port}`, `${address}:${port}`)).toMatch(/^421 /);
  }
  expect(await ask(`http://[::1]:${port}`, "[0:0:0:0:0:0:0:1]")).toMatch(/^200 /);
  expect(await ask(`http://127.0.0.1:${port}`, "evil.example")).toMatch(/^421 /);
});

test("serve() reads names of the admin port from --admin-host, which requires --admin", async () => {
  const names = ["--admin-host", "ops.example", "--admin-host", "metrics.example"];
  const args = ["--config", "-", "--admin", "0", ...names];
  const { io } = await startServe(args, { stdin: CONFIG });
  const [metrics = ""] = await io.stderr.find(/http:\S+\/metrics/);
  const { origin } = new URL(metrics);
  expect(await ask(origin, "ops.example")).toMatch(/^200 /);
  expect(await ask(origin, "metrics.example:9090", "/metrics")).toMatch(/^200 /);
  expect(await ask(origin, "evil.example")).toMatch(/^421 /);
  const alone = createTestIo({ stdin: CONFIG });
  expect(await run(["serve", "--config", "-", "--admin-host", "ops.example"], alone)).toBe(2);
  expect(alone.stderr.text()).toContain("Add --admin PORT.");
});

test.each([
  ["9090", { host: "127.0.0.1", port: 9090 }],
  ["0.0.0.0:9090", { host: "0.0.0.0", port: 9090 }],
  ["[::1]:0", { host: "::1", port: 0 }],
  ["admin.local:80", { host: "admin.local", port: 80 }],
])("parseAdmin() reads %s", (text, address) => {
  expect(parseAdmin(text)).toEqual(address);
});

test.each(["", "x", "65536", "::1:80", ":80", "host:", "a b:1"])(
  "parseAdmin() refuses %j",
  (text) => {
    expect(() => parseAdmin(text)).toThrow("Write a port");
  },
);

function record(fields: Partial<RequestRecord>): RequestRecord {
  const { outcome = "refused", ...rest } = fields;
  return { status: 204, receivedAt: 0, route: "stripe", outcome, ...rest } as RequestRecord;
}

test("createRefusedEvents() counts for an hour the refusals that senders saw as a success", () => {
  const events = createRefusedEvents();
  expect(events.reasons(0)).toEqual([]);
  events.observe(record({ status: 400 }));
  events.observe(record({ outcome: "handled" }));
  expect(events.reasons(0)).toEqual([]);
  events.observe(record({}));
  events.observe(record({ route: "shop", receivedAt: 1_000_000 }));
  events.observe(record({ route: "shop", receivedAt: 1_000_000, status: 200 }));
  expect(events.reasons(1_000_000)).toEqual([
    expect.stringContaining('1 event for "stripe"'),
    expect.stringContaining('2 events for "shop"'),
  ]);
  expect(events.reasons(3_600_000)).toEqual([expect.stringContaining('2 events for "shop"')]);
  for (let at = 0; at < 1_200; at += 1) events.observe(record({ receivedAt: 4_000_000 }));
  expect(events.reasons(4_000_000)).toEqual([expect.stringContaining("1000 events")]);
});
