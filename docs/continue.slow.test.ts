// The configs of docs/continue.md: their events get the answers of the page, and its test passes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { parseConfigText } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { hookwright } from "../packages/cli/test/support/hookwright.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";

const TOKEN = "the-token-of-the-page-about-continue";

const fences = readFences(readFileSync(new URL("continue.md", import.meta.url), "utf8"));

function find(text: string): string {
  return (fences.find(({ code }) => code.includes(text)) ?? expect.fail(`No ${text}.`)).code;
}

/** Sends an event of the page to a config of it: the answer, and the mappings whose actions were dispatched. */
async function send(config: string, event: string) {
  const document = await parseConfigText(config.replaceAll(/\$\{\w+\}/g, TOKEN), {
    filename: "hooks.yaml",
  });
  const hooks = compileHooks((document.ok ? document.config : expect.fail()) as object);
  expect(hooks.warnings).toEqual([]);
  const mappings: (string | undefined)[] = [];
  const ingress = createIngress({
    hooks,
    dispatch: (_action, { mappingId }) => void mappings.push(mappingId),
  });
  const handler = createFetchHandler(ingress);
  const { path, payload } = JSON.parse(event) as { path: string; payload: object };
  const answer = await handler(
    new Request(`http://localhost/hooks/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(payload),
    }),
  );
  return { status: answer?.status, body: await answer?.json(), mappings };
}

test("the event of docs/continue.md makes three actions and gets the answer of the page", async () => {
  const { status, body, mappings } = await send(find("id: check"), find('"version": "2.4.0"'));
  const shown = JSON.stringify(body).replaceAll(/"runId":"[^"]+"/g, '"runId":"…"');
  expect(JSON.parse(shown)).toEqual(JSON.parse(find('"results"')));
  expect([status, mappings]).toEqual([202, ["tell", "check", "note"]]);
});

test("several agents get the event of docs/continue.md, as its test says", async () => {
  const config = find("agentId: security");
  const event = find('"number": 7');
  expect(await send(config, event)).toMatchObject({
    status: 202,
    mappings: ["tell", "review", "secrets"],
  });
  const folder = createTempDir({
    "hooks.yaml": config,
    "pull.event.json": event,
    "hooks.test.yaml": find("cases:"),
  });
  const args = ["test", join(folder, "hooks.test.yaml")];
  const env = { HOOK_TOKEN: TOKEN, TELEGRAM_BOT_TOKEN: TOKEN };
  const { stdout, stderr } = await hookwright(args, { env });
  expect([stdout, stderr]).toEqual([expect.stringContaining("1 case passed"), ""]);
});
