// Every payload that GitHub documents, sent to a running server.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createHooksServer } from "@hookwright/adapter-node";
import { type AgentAction, compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { afterAll, expect, it } from "vitest";
import { TOKEN } from "../src/base-config.ts";

interface Payload {
  readonly action?: string;
  readonly repository?: { readonly full_name?: string };
  readonly sender?: { readonly login?: string };
}

const require = createRequire(import.meta.url);
const file = require.resolve("@octokit/webhooks-examples/api.github.com/index.json");
const events = JSON.parse(readFileSync(file, "utf8")) as { name: string; examples: Payload[] }[];
const samples = events.flatMap(({ name, examples }) =>
  examples.map((payload) => ({ name, payload })),
);

const actions: AgentAction[] = [];
const hooks = compileHooks({
  hooks: {
    enabled: true,
    token: TOKEN,
    mappings: [
      {
        id: "github",
        match: { path: "github" },
        sessionKey: "hook:github:{{headers.x-github-event}}",
        messageTemplate:
          "{{headers.X-GitHub-Event}} {{action}} in {{repository.full_name}} by {{sender.login}}",
      },
    ],
  },
});
const server = createHooksServer({
  ingress: createIngress({
    hooks,
    dispatch: (action) => {
      if (action.kind === "agent") actions.push(action);
      return undefined;
    },
  }),
});
const { url } = await server.listen();
afterAll(() => server.close());

it("has all the bodies", () => {
  expect(samples.length).toBe(329);
});

it.each(samples.map((sample, index) => ({ ...sample, index })))(
  "a server turns body $index ($name) into a run",
  async ({ name, payload }) => {
    actions.length = 0;
    const response = await fetch(`${url}/hooks/github`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "x-github-event": name },
      body: JSON.stringify(payload),
    });
    expect(response.status).toBe(202);
    const { runId } = (await response.json()) as { runId: string };
    expect(runId).toMatch(/^[0-9a-f-]{36}$/);
    const repository = payload.repository?.full_name ?? "";
    const text = `${name} ${payload.action ?? ""} in ${repository} by ${payload.sender?.login ?? ""}`;
    expect(actions).toHaveLength(1);
    expect(actions[0]?.sessionKey).toBe(`hook:github:${name}`);
    expect(actions[0]?.parts).toEqual([{ kind: "untrusted", text, source: 'webhook "github"' }]);
    const fence =
      /<<<UNTRUSTED_WEBHOOK_CONTENT id="([^"]+)">>>\nSource: webhook "github"\n\n([\s\S]*)\n<<<END_UNTRUSTED_WEBHOOK_CONTENT id="\1">>>$/;
    expect(fence.exec(actions[0]?.message ?? "")?.[2]).toBe(`> ${text}`);
  },
);
