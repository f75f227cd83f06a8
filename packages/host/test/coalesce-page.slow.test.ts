// docs/coalesce.md: its configs and events give the runs and texts that it shows.
import { readFileSync } from "node:fs";
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookEvent } from "@hookwright/core";
import { expect, test } from "vitest";
import { readFences } from "../../../docs/tools/fences.ts";
import { embedded } from "./support/embedded.ts";
import { createTestHost, type TestHost } from "./support/test-host.ts";

const page = readFileSync(new URL("../../../docs/coalesce.md", import.meta.url), "utf8");
const fences = readFences(page);
const configs = fences.filter(({ language }) => language === "yaml");

async function createHost(at: number) {
  const parsed = await parseConfigText(configs[at]?.code ?? "", { format: "yaml" });
  if (!parsed.ok) throw new Error("The config of the page cannot be read.");
  const secrets = () => "k7Jw0dPq2vXr9LbT4mYc8NsZ1hGf6aUe";
  const hooks = compileHooks(parsed.config as object, { secrets });
  const host = await createTestHost(embedded);
  const send = async (event: HookEvent) => {
    const resolution = await hooks.resolve(event);
    if (resolution.outcome !== "action") throw new Error(JSON.stringify(resolution));
    const { action, mappingId = "", taintedFields } = resolution;
    return host.accept(action, { mappingId, taintedFields });
  };
  return { host, send };
}

/** Without the line of the host, and with one id for all fences. */
function messageOf({ runner }: TestHost): string {
  const [, ...lines] = (runner.turns[0]?.turn.message ?? "").split("\n");
  return lines
    .join("\n")
    .replaceAll(/SECURITY NOTICE:[^<]*/g, "SECURITY NOTICE: …\n")
    .replaceAll(/id="[^"]+"/g, 'id="ID"');
}

test("the first config joins its events into the message that the page shows", async () => {
  const { host, send } = await createHost(0);
  const find = (wanted: string) => fences.find(({ language }) => language === wanted)?.code ?? "";
  const [first, second, ...more] = JSON.parse(find("json")) as readonly object[];
  expect(more).toEqual([]);
  await send({ path: "ci", payload: first });
  await host.time.wait(12_000);
  await send({ path: "ci", payload: second });
  await host.time.after(30_000, () => host.runner.turns.length > 0);
  expect(`${messageOf(host)}\n`).toBe(find("text"));
});

test("twelve pushes to a pull request are one run, which knows the last", async () => {
  const { host, send } = await createHost(1);
  const repo = { full_name: "acme/shop" };
  for (let push = 1; push <= 12; push++) {
    await send({
      path: "github",
      headers: { "x-github-event": "pull_request" },
      proof: "auth:github",
      payload: {
        action: push === 1 ? "opened" : "synchronize",
        number: 7,
        pull_request: { title: "Faster search", base: { repo }, head: { sha: `sha-${push}` } },
      },
    });
    await host.time.wait(40_000);
  }
  await host.time.wait(600_000);
  const runs = host.runner.turns.filter(({ turn }) => turn.mappingId !== undefined);
  expect(runs).toHaveLength(1);
  expect(host.runner.turns[0]?.turn.sessionKey).toBe("hook:github:acme/shop:7");
  expect(messageOf(host)).toBe(`12 events in 7 min, this is the last

Review what has changed since your last review.

SECURITY NOTICE: …
<<<UNTRUSTED_WEBHOOK_CONTENT id="ID">>>
Source: webhook "pull-request"

> Faster search (#7), now at sha-12
<<<END_UNTRUSTED_WEBHOOK_CONTENT id="ID">>>`);
});

test("a storm of alerts is one message for people", async () => {
  const { host, send } = await createHost(2);
  await host.engine.noteRoute({ agentId: "main", channel: "telegram", to: "-1001234567890" });
  for (const [status, name] of [
    ["firing", "HighErrorRate"],
    ["firing", "DiskFull"],
    ["resolved", "HighErrorRate"],
  ]) {
    const alerts = [{}, {}].slice(status === "firing" ? 0 : 1);
    const payload = { receiver: "team", status, commonLabels: { alertname: name }, alerts };
    await send({ path: "alertmanager", payload });
    await host.time.wait(5_000);
  }
  await host.time.within(20_000, () => host.channel.shown.length === 1);
  expect(host.runner.turns).toEqual([]);
  expect(host.channel.shown.map(({ text }) => text)).toEqual([
    "3 events in 10 s\n\nFIRING: HighErrorRate (2 alerts)\n\nFIRING: DiskFull (2 alerts)\n\nRESOLVED: HighErrorRate (1 alert)",
  ]);
});
