// Law: what a refusal tells the sender contains no value of the payload.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import { echoTransform, events, everyStage } from "./arbitraries.ts";

const hooks = compileHooks(everyStage, { transforms: echoTransform });

/** No sentence of ours contains it, so wherever it shows, it came from the payload. */
const SECRET = "5ecret-va1ue";

test("resolve() never puts a payload value into a refusal", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(events, async (event) => {
      const payload = markValues(event.payload);
      const resolution = await hooks.resolve({ ...event, payload });
      if (resolution.outcome !== "refused") return;
      refused += 1;
      const { message, issues } = resolution.refusal;
      expect(JSON.stringify([message, issues])).not.toContain(SECRET);
    }),
    { numRuns: runs(1000) },
  );
  expect(refused).toBeGreaterThan(20);
});

/** What limits values, so that each of them can be refused. */
const strict = compileHooks({
  hooks: {
    allowedSessionKeyPrefixes: ["hook:"],
    allowedAgentIds: ["main"],
    mappings: [
      {
        match: { path: "mapped" },
        messageTemplate: "x",
        sessionKey: "{{sessionKey}}",
        agentId: "{{agentId}}",
        model: "{{model}}",
        to: "{{to}}",
      },
    ],
  },
  agents: { list: [{ id: "main" }], defaults: { models: ["v/m"] } },
});

test("resolve() puts no value into the refusal of a field, not even for the operator", async () => {
  const wrong = fc.constantFrom<unknown>(SECRET, [SECRET], { a: SECRET }, `\u0000${SECRET}`);
  const fields = "text message sessionKey agentId model to channel mode deliver".split(" ");
  const payloads = fc.dictionary(fc.constantFrom(...fields), wrong, { noNullPrototype: true });
  const codes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("wake", "agent", "mapped"),
      fc.oneof(
        payloads,
        payloads.map((payload) => ({ sessionKey: "hook:x", ...payload, message: "x", text: "x" })),
      ),
      async (path, payload) => {
        const resolution = await strict.resolve({ path, payload });
        if (resolution.outcome !== "refused") return;
        const { code } = resolution.refusal;
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect(JSON.stringify(resolution.refusal)).not.toContain(SECRET);
      },
    ),
    { numRuns: runs(1500) },
  );
  const refused = ["invalid_payload", "session_key_refused", "agent_refused", "model_refused"];
  expect([...codes.keys()]).toEqual(expect.arrayContaining(refused));
});

function markValues(value: unknown): unknown {
  if (typeof value === "string") return `${value}${SECRET}`;
  if (Array.isArray(value)) return value.map(markValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markValues(item)]));
}
