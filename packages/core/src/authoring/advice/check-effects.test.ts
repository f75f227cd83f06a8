import { expect, test } from "vitest";
import { withProblems } from "../../../test/reporting.ts";
import type { IsIncomplete } from "../../model/problem.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { checkEffects } from "./check-effects.ts";

const check = (hooks: HooksInput) =>
  withProblems((report) => checkEffects(hooks, () => false, report)).problems;
const inMapping = (mapping: MappingInput) => check({ mappings: [mapping] });
const keysIn = (mapping: MappingInput) =>
  inMapping(mapping).map(({ code, path }) => `${code} ${path.at(-1)}`);

const ofRuns: MappingInput = {
  sessionKey: "hook:x",
  sessionMode: "isolated",
  deliver: true,
  channel: "slack",
  to: "#ops",
  model: "v/m",
  thinking: "low",
  name: "n",
  timeoutSeconds: 60,
};

test("checkEffects() accepts the same fields in a run", () => {
  expect(inMapping({ messageTemplate: "x", ...ofRuns })).toEqual([]);
  expect(inMapping({ action: "agent", messageTemplate: "x", ...ofRuns })).toEqual([]);
});

test("checkEffects() leaves the fields of a run to a transform, which may make one of a wake", () => {
  const transform = { module: "m.js" };
  expect(keysIn({ action: "wake", ...ofRuns, transform })).toEqual([]);
  expect(keysIn({ action: "wake", messageTemplate: "x", transform })).toEqual([
    "field_without_effect messageTemplate",
  ]);
});

test("checkEffects() reports what a delivery without a run cannot have", () => {
  const delivery: MappingInput = {
    action: "deliver",
    textTemplate: "x",
    channel: "slack",
    to: "#ops",
  };
  expect(inMapping(delivery)).toEqual([]);
  expect(keysIn({ ...delivery, deliver: false })).toEqual(["invalid_value deliver"]);
  expect(keysIn({ ...delivery, deliver: true })).toEqual(["field_without_effect deliver"]);
  expect(keysIn({ ...delivery, allowUnsafeExternalContent: true })).toEqual([
    "field_without_effect allowUnsafeExternalContent",
  ]);
});

test("checkEffects() warns of maxConcurrent on a wake, unless a transform may make a run of it", () => {
  const wake: MappingInput = { action: "wake", textTemplate: "x", maxConcurrent: 1 };
  expect(keysIn(wake)).toEqual(["field_without_effect maxConcurrent"]);
  expect(keysIn({ ...wake, transform: { module: "m.js" } })).toEqual([]);
  expect(keysIn({ messageTemplate: "x", maxConcurrent: 1 })).toEqual([]);
});

test("checkEffects() warns of keys beside skip, and not of those that choose the event", () => {
  const skip: MappingInput = { id: "ping", match: { path: "ci" }, skip: true };
  expect(keysIn(skip)).toEqual([]);
  const beside: MappingInput = {
    action: "wake",
    forEach: "items",
    messageTemplate: "x",
    textTemplate: "x",
    instructions: "x",
    to: "x",
    allowUnsafeExternalContent: true,
    transform: { module: "m.js" },
  };
  expect(keysIn({ ...skip, ...beside }).toSorted()).toEqual(
    Object.keys(beside)
      .map((key) => `field_without_effect ${key}`)
      .toSorted(),
  );
  expect(inMapping({ ...skip, to: "x" })).toEqual([
    {
      code: "field_without_effect",
      severity: "warning",
      path: ["hooks", "mappings", 0, "to"],
      message: '"to" has no effect beside "skip": true.',
      hint: 'Remove it, or remove "skip".',
    },
  ]);
  expect(keysIn({ messageTemplate: "x", skip: false })).toEqual([]);
});

test("checkEffects() gives a hint for a recipient beside the channel last", () => {
  const run: MappingInput = { messageTemplate: "x", to: "+1555" };
  for (const channel of [{}, { channel: " Last " }]) {
    expect(inMapping({ ...run, ...channel })).toEqual([
      {
        code: "recipient_of_last",
        severity: "hint",
        path: ["hooks", "mappings", 0, "to"],
        message:
          '"to" is set, but the channel is "last", which may be a different channel for each event.',
        hint: 'Write the "channel" that the recipient belongs to.',
      },
    ]);
  }
  expect(inMapping({ ...run, channel: "slack" })).toEqual([]);
  expect(keysIn({ ...run, deliver: false })).toEqual(["field_without_effect to"]);
  expect(inMapping({ ...run, transform: { module: "m.js" } })).toEqual([]);
  expect(keysIn({ action: "wake", textTemplate: "x", to: "+1555" })).toEqual([
    "field_without_effect to",
  ]);
});

test("checkEffects() warns of a channel and a recipient of an answer that is not sent", () => {
  const run: MappingInput = { messageTemplate: "x", deliver: false };
  expect(inMapping({ ...run, channel: "slack" })).toEqual([
    {
      code: "field_without_effect",
      severity: "warning",
      path: ["hooks", "mappings", 0, "channel"],
      message: '"channel" has no effect beside "deliver": false: the answer is sent nowhere.',
      hint: 'Remove it, or remove "deliver".',
    },
  ]);
  expect(keysIn({ ...run, channel: "slack", to: "#ops" })).toEqual([
    "field_without_effect channel",
    "field_without_effect to",
  ]);
  expect(keysIn({ ...run, channel: "slack", deliver: true })).toEqual([]);
  expect(keysIn({ ...run, channel: "slack", transform: { module: "m.js" } })).toEqual([]);
  const wake: MappingInput = { action: "wake", textTemplate: "x", deliver: false };
  expect(keysIn({ ...wake, channel: "slack" })).toEqual([
    "field_without_effect deliver",
    "field_without_effect channel",
  ]);
});

test("checkEffects() does not check fields against an action that was taken out", () => {
  const mapping: MappingInput = { textTemplate: "x", name: "n", to: "x" };
  const isIncomplete: IsIncomplete = (path, keys) => path[2] === 1 && keys.includes("action");
  // A mapping of a wrong type was taken out.
  const mappings = [undefined, mapping] as unknown as readonly MappingInput[];
  const { problems } = withProblems((report) => checkEffects({ mappings }, isIncomplete, report));
  expect(problems.map(({ code }) => code)).toEqual(["recipient_of_last"]);
});

test("checkEffects() warns of a header with an underscore", () => {
  const headersOf = (headers: Record<string, string>) =>
    inMapping({ match: { headers }, messageTemplate: "x" });
  expect(headersOf({ X_GitHub_Event: "push" })).toEqual([
    {
      code: "match_header_name",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "headers", "X_GitHub_Event"],
      message: 'Header names usually have hyphens: no known sender sends "X_GitHub_Event".',
      hint: 'Write "x-github-event".',
      change: { kind: "rename", key: "x-github-event", safe: false },
    },
  ]);
  expect(headersOf({ HTTP_X_EVENT: "push" })[0]?.hint).toBe('Write "x-event".');
  expect(headersOf({ "X-Event": "a_b" })).toEqual([]);
  expect(inMapping({ match: { not: { headers: { A_B: "c" } } } })).toHaveLength(1);
  expect(check({})).toEqual([]);
});
