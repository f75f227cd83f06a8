import { expect, onTestFinished, test } from "vitest";
import { startServe } from "../../test/support/start-serve.ts";
import { loadMetrics } from "./load-metrics.ts";
import { parseAdmin } from "./parse-admin.ts";
import { NO_METRICS, serveAdmin } from "./serve-admin.ts";

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

test("loadMetrics() gives nothing where prom-client is not installed, and fails where it is broken", async () => {
  const missing = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
  expect(await loadMetrics(undefined, () => Promise.reject(missing))).toBe(undefined);
  await expect(loadMetrics(undefined, () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
});

test("loadMetrics() shows what a host has to do", async () => {
  const status = { runs: { queued: 3, running: 1 }, deliveries: { dead: 2 }, waitingEvents: 4 };
  const metrics = await loadMetrics({ status: () => status as never });
  const text = (await metrics?.text()) ?? "";
  expect(text).toContain('hookwright_host_runs{state="queued"} 3');
  expect(text).toContain('hookwright_host_deliveries{state="dead"} 2');
  expect(text).toContain("hookwright_host_waiting_events 4");
});

test("serveAdmin() says what to install for metrics, and that they cannot be read", async () => {
  for (const [metrics, status, body] of [
    [undefined, 501, NO_METRICS],
    [() => Promise.reject(new Error("secret")), 500, "The metrics cannot be read."],
  ] as const) {
    const health = () => ({ status: "stopping", reasons: [] }) as const;
    const admin = await serveAdmin({ host: "::1", port: 0 }, { health, metrics });
    onTestFinished(admin.close);
    const answer = await fetch(`${admin.url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([status, `${body}\n`]);
    expect((await fetch(`${admin.url}/healthz`)).status).toBe(503);
  }
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
