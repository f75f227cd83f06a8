import { expect, test } from "vitest";
import type { MappingInput } from "./config.ts";
import type { Mapping } from "./mapping.ts";
import { normalizeMapping } from "./normalize-mappings.ts";

const place = { id: "m", configPath: ["hooks", "mappings", 0] };
const normalize = (input: MappingInput): Mapping => normalizeMapping(input, place);

test("normalizeMapping() fills in every default, and leaves unset what has none", () => {
  expect(normalize({ messageTemplate: "x" })).toEqual({
    ...place,
    match: { headers: [], query: [] },
    action: "agent",
    skip: false,
    fields: { wakeMode: "now", deliver: true, channel: "last" },
    allowUnsafeExternalContent: false,
    text: "x",
  });
});

test("normalizeMapping() keeps what is written", () => {
  const written: MappingInput = {
    wakeMode: "next-heartbeat",
    messageTemplate: " {{a}}\n",
    instructions: "Review it.",
    name: "n",
    sessionKey: "k",
    to: "t",
    model: "m",
    thinking: "low",
    agentId: "main",
    sessionMode: "persistent",
    deliver: false,
    channel: "slack",
    timeoutSeconds: 60,
    allowUnsafeExternalContent: true,
  };
  const { messageTemplate, instructions, allowUnsafeExternalContent, ...fields } = written;
  expect(normalize(written)).toMatchObject({
    text: messageTemplate,
    instructions,
    allowUnsafeExternalContent,
    fields,
  });
});

test("normalizeMapping() takes the text of the action", () => {
  const both = { messageTemplate: "message", textTemplate: "text" };
  expect(normalize(both).text).toBe("message");
  expect(normalize({ ...both, action: "agent" }).text).toBe("message");
  expect(normalize({ ...both, action: "wake" }).text).toBe("text");
  expect(normalize({ action: "wake", messageTemplate: "x" }).text).toBeUndefined();
});

test.each(["name", "sessionKey", "to", "model", "thinking", "agentId"] as const)(
  "normalizeMapping() trims %s, and takes a blank one for none",
  (field) => {
    expect(normalize({ [field]: "  x " }).fields[field]).toBe("x");
    for (const blank of ["", " \n"]) {
      expect(normalize({ [field]: blank }).fields[field]).toBeUndefined();
    }
  },
);

test("normalizeMapping() trims instructions, and takes blank ones for none", () => {
  expect(normalize({ instructions: "  x " }).instructions).toBe("x");
  for (const blank of ["", " \n"]) {
    expect(normalize({ instructions: blank }).instructions).toBeUndefined();
  }
});

test("normalizeMapping() reduces one-line fields to one line, and only those", () => {
  for (const field of ["name", "thinking"] as const) {
    expect(normalize({ [field]: "a\nb" }).fields[field]).toBe("a b");
  }
  for (const field of ["to", "model", "agentId"] as const) {
    expect(normalize({ [field]: "a\nb" }).fields[field]).toBe("a\nb");
  }
  expect(normalize({ instructions: "a\nb" }).instructions).toBe("a\nb");
  expect(normalize({ sessionKey: "a\nb" }).fields.sessionKey).toBe("a\nb");
});

test("normalizeMapping() rounds seconds down", () => {
  expect(normalize({ timeoutSeconds: 1.9 }).fields.timeoutSeconds).toBe(1);
});

test("normalizeMapping() writes forEach in one way", () => {
  const flags = { atomic: false, parse: false, single: false };
  const plain = { when: undefined, takesFirst: false, ...flags };
  expect(normalize({ forEach: " messages " }).forEach).toEqual({ path: "messages", ...plain });
  expect(normalize({ forEach: { path: " a.b " } }).forEach).toEqual({ path: "a.b", ...plain });
  const when = { var: "item" };
  expect(normalize({ forEach: { path: "a", when, limit: "first", atomic: true } }).forEach).toEqual(
    {
      path: "a",
      when,
      takesFirst: true,
      ...flags,
      atomic: true,
    },
  );
});

test("normalizeMapping() keeps the key and the limit of a body, where they are written", () => {
  expect(normalize({ dedupeKey: " x:{{id}} ", maxBodyBytes: 5 })).toMatchObject({
    dedupeKey: "x:{{id}}",
    maxBodyBytes: 5,
  });
  expect(normalize({ dedupeKey: " " })).toMatchObject({
    dedupeKey: undefined,
    maxBodyBytes: undefined,
  });
});

test("normalizeMapping() keeps how a transform is named and limited", () => {
  const transform = { module: " github.js ", export: "toAgent", timeoutMs: 500 };
  expect(normalize({ transform }).transform).toEqual({
    ...transform,
    module: "github.js",
    lock: [],
  });
});

test("normalizeMapping() locks with `true` the fields that the mapping sets itself", () => {
  const mapping: MappingInput = {
    messageTemplate: "x",
    id: "github",
    to: "+1555",
    deliver: false,
    channel: "last",
    agentId: "main",
    transform: { module: "github.js", lock: true },
  };
  expect(normalize(mapping).transform?.lock).toEqual(["deliver", "channel", "to", "agentId"]);
});

test("normalizeMapping() locks nothing by default", () => {
  for (const transform of [{ module: "m" }, { module: "m", lock: false }]) {
    expect(normalize({ deliver: false, name: "n", transform }).transform?.lock).toEqual([]);
  }
});

test("normalizeMapping() leaves the lock to the operator where one is written", () => {
  const locked = (lock: readonly "model"[]) =>
    normalize({ deliver: false, transform: { module: "m", lock: [...lock] } }).transform?.lock;
  expect(locked(["model"])).toEqual(["model"]);
  expect(locked([])).toEqual([]);
});

test("normalizeMapping() knows no transform without a module", () => {
  // What is left of a transform whose `module` was missing; the problem is reported elsewhere.
  const transform = { export: "x" } as unknown as NonNullable<MappingInput["transform"]>;
  expect(normalize({ transform }).transform).toBeUndefined();
});

test("normalizeMapping() says which preset made it", () => {
  expect(normalizeMapping({}, { ...place, preset: "gmail" }).preset).toBe("gmail");
  expect(normalize({}).preset).toBeUndefined();
});
