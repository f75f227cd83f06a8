import { expect, test } from "vitest";
import type { MappingInput } from "../../core/src/authoring/config/config.ts";
import { compileHooks } from "../../core/src/compile-hooks.ts";
import type { HookEvent } from "../../core/src/model/event.ts";
import { event } from "./event.ts";
import { FIXED_PORTS } from "./fixed-ports.ts";
import { snapshotText } from "./snapshot-text.ts";

async function snapshot(
  mapping: MappingInput,
  given: HookEvent = event("ci", { payload: { job: "lint" } }),
) {
  const match = { path: "ci" };
  const hooks = { mappings: [{ id: "ci", match, ...mapping }], allowedAgentIds: ["ops", "main"] };
  const transforms = { "none.js": () => null };
  const compiled = compileHooks({ hooks }, { ...FIXED_PORTS, transforms });
  return snapshotText(await compiled.resolve(given));
}

test("snapshotText() shows the fields of a run, and its text in parts", async () => {
  expect(await snapshot({ messageTemplate: "{{job}}", instructions: "Look." })).toBe(
    'run by ci\nname: Hook\nsessionKey: hook:ID\n--- instructions ---\nLook.\n--- from outside: webhook "ci" ---\nlint',
  );
});

test("snapshotText() shows every field that has no default", async () => {
  const text = await snapshot({
    messageTemplate: "Fixed.",
    name: "N",
    sessionKey: "hook:x",
    sessionMode: "isolated",
    wakeMode: "next-heartbeat",
    deliver: false,
    channel: "telegram",
    to: "12",
    agentId: "ops",
    model: "m",
    thinking: "high",
    timeoutSeconds: 5,
    dedupeKey: "{{job}}",
    auth: { provider: "github", secret: "secret-of-the-snapshots" },
    route: { channel: "telegram", to: "{{job}}", from: "7" },
  });
  expect(text.split("\n")).toEqual([
    "run by ci",
    "name: N",
    "sessionKey: hook:x",
    "sessionMode: isolated",
    "wakeMode: next-heartbeat",
    "deliver: false",
    "to: 12 on telegram",
    "agentId: ops",
    "model: m",
    "thinking: high",
    "timeoutSeconds: 5",
    "dedupeKey: lint",
    "route: from 7, to lint on telegram",
    "--- instructions ---",
    "Fixed.",
  ]);
  expect(await snapshot({ messageTemplate: "x", channel: "slack" })).toContain(
    "\nchannel: slack\n",
  );
});

test("snapshotText() says that a text has no fence", async () => {
  expect(
    await snapshot({ messageTemplate: "{{job}}", allowUnsafeExternalContent: true }),
  ).toContain('--- from outside, without a fence: webhook "ci" ---\nlint');
});

test("snapshotText() shows a wake, and a result without an action", async () => {
  const wake = { action: "wake", textTemplate: "{{job}}", agentId: "ops" } as const;
  expect(await snapshot(wake)).toBe(
    'wake by ci (now)\nagentId: ops\n--- from outside: webhook "ci" ---\nlint',
  );
  expect(await snapshot({ skip: true })).toBe("skipped by ci");
  expect(await snapshot({ messageTemplate: "x" }, event("other"))).toBe("unmatched");
  const handled = { messageTemplate: "x", transform: { module: "none.js" } };
  expect(await snapshot(handled)).toBe("handled by ci");
  expect(await snapshot({ messageTemplate: "x", sessionKey: "hook:{{nothing}}" })).toBe(
    "refused by ci: 400 session_key_refused\n  The session key is made of values that this payload does not have.\n  /sessionKey: The session key is made of values that this payload does not have.",
  );
});

test("snapshotText() names no mapping for a built-in route", async () => {
  expect(
    await snapshot({ messageTemplate: "x" }, event("wake", { payload: { text: "Hi" } })),
  ).toMatch(/^wake \(now\)\n/);
  expect(await snapshot({ messageTemplate: "x" }, event("wake"))).toMatch(
    /^refused: 400 invalid_payload\n/,
  );
});

test("snapshotText() has one part for each element of a list", async () => {
  const list = (...items: string[]) => event("ci", { payload: { list: items } });
  const mapping = { messageTemplate: "{{item}}", forEach: "list" };
  expect(await snapshot(mapping, list("a", "b"))).toMatch(
    /^run by ci\n[\s\S]*\na\n\nrun by ci\n[\s\S]*\nb$/,
  );
  expect(await snapshot(mapping, list())).toBe("handled by ci");
  const first = { messageTemplate: "x", forEach: { path: "list", limit: "first" as const } };
  const many = list(...Array.from({ length: 202 }, () => "a"));
  expect(await snapshot(first, many)).toMatch(/\n\n2 more left out$/);
});
