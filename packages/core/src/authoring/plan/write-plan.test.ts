import { expect, test } from "vitest";
import { plan } from "../../compile-hooks.ts";
import { readPlan } from "../../serving/link/read-plan.ts";
import { writePlan } from "./write-plan.ts";

const TEXT = "a-token-of-at-least-24-characters";

async function write(config: unknown) {
  const made = plan(config);
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return writePlan(made.plan);
}

const mapping = (name: string, auth: object) => ({
  match: { path: name },
  auth,
  messageTemplate: "x",
});

test("writePlan() writes the same bytes for the same config, in lines for people", async () => {
  const config = {
    hooks: {
      mappings: [
        {
          match: { path: "ci", when: { "==": [{ var: "payload.n" }, 1] } },
          messageTemplate: "{{job}}",
        },
      ],
    },
  };
  const written = await write(config);
  expect(await write(structuredClone(config))).toEqual(written);
  const text = written.ok ? written.text : "";
  const lines = text.split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "{",
    '  "format": 1,',
    expect.stringMatching(/^ {2}"madeBy": "\d+\.\d+\.\d+",$/),
  ]);
  expect(lines[3]).toMatch(/^ {2}"digest": "sha256:[0-9a-f]{64}",$/);
  expect(text).toContain('            { "kind": "value", "at": ["==", 1], "value": 1 }\n');
  expect(text.endsWith("\n}\n")).toBe(true);
});

test("writePlan() refuses each secret that is written as a text, and names a variable for it", async () => {
  const written = await write({
    hooks: {
      enabled: true,
      token: [TEXT, `${TEXT}-2`],
      gmail: { account: "a@example.com", topic: "projects/p/topics/t", pushToken: `${TEXT}-3` },
      mappings: [
        mapping("github", { provider: "github", secret: `${TEXT}-4` }),
        mapping("9-to-5", { token: `${TEXT}-5`, header: "x-token" }),
        mapping("fine", { token: { env: "FINE" }, header: "x-token" }),
        mapping("discord", { provider: "discord", publicKey: "ab".repeat(32) }),
        mapping("basic", { basic: { user: "ada", password: `${TEXT}-6` } }),
        mapping("also", { token: "${ALSO}", header: "x-token" }),
      ],
    },
  });
  if (written.ok) throw new Error(written.text);
  const { problems } = written;
  expect(problems.map(({ path, change }) => [path.join("."), change])).toEqual(
    [
      ["hooks.token.0", "HOOK_TOKEN"],
      ["hooks.token.1", "HOOK_TOKEN_2"],
      ["hooks.gmail.pushToken", "GMAIL_PUSH_TOKEN"],
      ["hooks.mappings.0.auth.secret", "GITHUB_SECRET"],
      ["hooks.mappings.1.auth.token", "HOOK_9_TO_5_TOKEN"],
      ["hooks.mappings.4.auth.basic.password", "BASIC_PASSWORD"],
    ].map(([at, env]) => [at, { kind: "replace", value: { env }, safe: false }]),
  );
  expect(problems[0]).toEqual({
    code: "plan_holds_secret",
    severity: "error",
    path: ["hooks", "token", 0],
    message:
      "hooks.token[0] is the secret itself, which everybody could read in the file of a plan.",
    hint: 'Write { "env": "HOOK_TOKEN" }, and set that variable where the plan is served.',
    change: { kind: "replace", value: { env: "HOOK_TOKEN" }, safe: false },
  });
  expect(JSON.stringify(problems)).not.toContain(TEXT);
});

test.each<[string, unknown, unknown]>([
  ["keeps a reference", { env: "GATEWAY_TOKEN" }, { env: "GATEWAY_TOKEN" }],
  ["leaves out a text", TEXT, undefined],
  [
    "leaves out what else the gateway keeps there",
    { source: "exec", id: "gateway", provider: "vault", note: "hunter2" },
    { source: "exec", id: "gateway", provider: "vault" },
  ],
  ["leaves out half a reference", { source: "exec" }, undefined],
  ["keeps a file", { file: "gateway.token" }, { file: "gateway.token" }],
])("writePlan() %s of the gateway's own token", async (_what, token, kept) => {
  const config = {
    hooks: { enabled: true, token: { env: "HOOK_TOKEN" } },
    gateway: { auth: { token }, port: 18_789 },
    agents: { list: [{ id: "main", prompt: "hunter2" }] },
  };
  const written = await write(config);
  const read = await readPlan(written.ok ? written.text : "");
  expect(read).toMatchObject({ ok: true, plan: { hasSecrets: false } });
  expect(read.ok && read.plan.gatewayToken).toEqual(kept);
  expect(written.ok && written.text).not.toContain("hunter2");
});

test("writePlan() keeps keys that a program may take for its own", async () => {
  const config = JSON.parse(
    '{ "hooks": { "partials": { "__proto__": "{{a}}" }, "mappings": [{ "match": { "path": "x" }, "messageTemplate": "{{> __proto__}}" }] } }',
  );
  const written = await write(config);
  expect(await readPlan(written.ok ? written.text : "")).toMatchObject({ ok: true });
});
