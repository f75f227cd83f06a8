import { expect, test } from "vitest";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { compileHooks } from "../engine.ts";

const SECRET = "5ecret";
const payload = { a: `x\n${SECRET}`, b: SECRET };
const transforms = {
  "to.js": () => ({ to: payload.a }),
  "blank.js": () => ({ message: " " }),
  "none.js": () => undefined,
};

async function detailOf(mapping: MappingInput, hooks: HooksInput = {}): Promise<unknown> {
  const one = { id: "m", match: { path: "ci" }, messageTemplate: "x", ...mapping };
  const compiled = compileHooks({ hooks: { ...hooks, mappings: [one] } }, { transforms });
  const resolution = await compiled.resolve({ path: "ci", payload });
  expect(JSON.stringify(resolution)).not.toContain(SECRET);
  return resolution.outcome === "refused" ? resolution.refusal.detail : resolution.outcome;
}

test.each<[MappingInput, HooksInput, string]>([
  [{ sessionKey: "hook:{{a}}" }, {}, '"sessionKey" of mapping "m" is "hook:{{a}}".'],
  [
    { sessionKey: "{{b}}" },
    { allowedSessionKeyPrefixes: ["hook:"] },
    '"sessionKey" of mapping "m" is "{{b}}". hooks.allowedSessionKeyPrefixes would have to allow it.',
  ],
  [{}, { defaultSessionKey: "a\nb" }, "It is hooks.defaultSessionKey."],
  [
    {},
    { allowedAgentIds: ["ops"] },
    "Nothing names an agent, so it is the default one. hooks.allowedAgentIds would have to name it.",
  ],
  [{ to: "{{a}}" }, {}, '"to" of mapping "m" is "{{a}}".'],
  [{ model: "v/{{a}}" }, {}, '"model" of mapping "m" is "v/{{a}}".'],
  [{ transform: { module: "to.js" } }, {}, 'The transform of mapping "m" returned it as "to".'],
  [
    { action: "wake", messageTemplate: undefined, textTemplate: "{{! later }}" },
    {},
    'The template of mapping "m" is "{{! later }}", which has neither a text nor an expression.',
  ],
  [
    { messageTemplate: "{{! later }}" },
    {},
    'The template of mapping "m" is "{{! later }}", which has neither a text nor an expression.',
  ],
  [{ transform: { module: "blank.js" } }, {}, 'The transform of mapping "m" returned it empty.'],
])("describeRefusal() says of %j where the value came from", async (mapping, hooks, detail) => {
  expect(await detailOf(mapping, hooks)).toBe(detail);
});

test("refuseEmptyText() says that nothing gives a text", async () => {
  const silent = { messageTemplate: " ", transform: { module: "none.js" } };
  expect(await detailOf(silent)).toBe('Neither mapping "m" nor its transform gives a message.');
});

test("describeRefusal() says that a request has the value", async () => {
  const hooks = compileHooks({});
  const body = { message: "x", to: payload.a };
  expect(await hooks.resolve({ path: "agent", payload: body })).toMatchObject({
    refusal: {
      code: "invalid_payload",
      message: "The recipient of this action contains control or invisible characters.",
      detail: 'The request has it as "to".',
    },
  });
});
