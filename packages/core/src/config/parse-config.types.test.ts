import { expect, test } from "vitest";
import { parse } from "../../test/reporting.ts";

const string = "must be a string, not a number.";
const boolean = "must be true or false, not a number.";
const integer = "must be a whole number, not a string.";
const number = "must be a number, not a string.";
const list = "must be a list, not an object.";
const object = "must be an object, not a list.";

/** Each key of the `hooks` block with a value of a wrong type. */
test.each([
  ["enabled", 1, boolean],
  ["path", 1, string],
  ["maxBodyBytes", "1", integer],
  ["presets", {}, list],
  ["mappings", {}, list],
  ["partials", [], object],
  ["transformsDir", 1, string],
  ["transforms", [], object],
  ["limits", [], object],
  ["allowedAgentIds", {}, list],
  ["defaultSessionKey", 1, string],
  ["allowRequestSessionKey", 1, boolean],
  ["allowedSessionKeyPrefixes", {}, list],
  ["gmail", [], object],
])("parseConfig() checks the type of hooks.%s", (key, value, message) => {
  const { problems } = parse({ hooks: { [key]: value } });
  expect(problems).toMatchObject([
    { code: "wrong_type", path: ["hooks", key], message: `"${key}" ${message}` },
  ]);
});

/** Each key of a mapping with a value of a wrong type. */
test.each([
  ["id", 1, string],
  ["match", [], object],
  ["instructions", 1, string],
  ["messageTemplate", 1, string],
  ["textTemplate", 1, string],
  ["name", 1, string],
  ["sessionKey", 1, string],
  ["to", 1, string],
  ["model", 1, string],
  ["thinking", 1, string],
  ["agentId", 1, string],
  ["deliver", 1, boolean],
  ["channel", 1, string],
  ["timeoutSeconds", "1", number],
  ["allowUnsafeExternalContent", 1, boolean],
  ["transform", [], object],
  ["forEach", 1, "must be a string or an object, not a number."],
])("parseConfig() checks the type of %s of a mapping", (key, value, message) => {
  const { problems } = parse({ hooks: { mappings: [{ [key]: value }] } });
  expect(problems).toMatchObject([
    {
      code: "wrong_type",
      path: ["hooks", "mappings", 0, key],
      message: `"${key}" ${message}`,
    },
  ]);
});

test.each([
  ["action", "run"],
  ["wakeMode", "later"],
  ["sessionMode", "shared"],
])("parseConfig() accepts two values for %s and refuses %j", (key, value) => {
  const { problems } = parse({ hooks: { mappings: [{ [key]: value }] } });
  expect(problems).toMatchObject([
    { code: "invalid_value", message: expect.stringMatching(/must be "[\w-]+" or "[\w-]+"\.$/) },
  ]);
});

test.each([
  [{ maxBodyBytes: 0 }, "at least 1"],
  [{ maxBodyBytes: 33_554_433 }, "at most 33554432"],
  [{ mappings: [{ timeoutSeconds: 0 }] }, "at least 1"],
  [{ mappings: [{ transform: { module: "m", timeoutMs: 0 } }] }, "at least 1"],
  [{ limits: { maxIterations: 0 } }, "at least 1"],
  [{ limits: { maxNesting: 251 } }, "at most 250"],
  [{ gmail: { serve: { port: 65_536 } } }, "at most 65535"],
  [{ gmail: { maxBytes: -1 } }, "at least 1"],
])("parseConfig() keeps numbers within bounds: %j", (hooks, bound) => {
  const { problems } = parse({ hooks });
  expect(problems).toMatchObject([
    { code: "invalid_value", message: expect.stringContaining(bound) },
  ]);
});

test("parseConfig() names what it can of an entry of a list", () => {
  const { problems } = parse({ hooks: { presets: ["a", 5] } });
  expect(problems).toMatchObject([
    { message: 'Entry 2 of "presets" must be a string, not a number.' },
  ]);
});

test("parseConfig() says of a fraction that it is no whole number", () => {
  const { problems } = parse({ hooks: { maxBodyBytes: 1.5 } });
  expect(problems).toMatchObject([{ message: '"maxBodyBytes" must be a whole number.' }]);
});

test("parseConfig() accepts the bounds themselves", () => {
  for (const maxBodyBytes of [1, 33_554_432]) {
    expect(parse({ hooks: { maxBodyBytes } }).problems).toEqual([]);
  }
});

test.each([
  ["path", "/"],
  ["path", "// "],
  ["path", ""],
  ["source", " "],
])("parseConfig() never takes match.%s %j for a catch-all", (key, value) => {
  const { problems } = parse({ hooks: { mappings: [{ match: { [key]: value } }] } });
  expect(problems).toEqual([
    {
      code: "match_blank",
      severity: "error",
      path: ["hooks", "mappings", 0, "match", key],
      message: `"${key}" must not be blank.`,
      hint: "Write a value, or remove the key to match any.",
    },
  ]);
});

test.each([
  { hooks: { transformsDir: " " } },
  { hooks: { defaultSessionKey: "" } },
  { hooks: { allowedAgentIds: [""] } },
  { hooks: { mappings: [{ id: "" }] } },
  { hooks: { mappings: [{ transform: { module: " " } }] } },
  { agents: { list: [{ id: " " }] } },
])("parseConfig() refuses a blank in %j", (config) => {
  const { problems } = parse(config);
  expect(problems).toMatchObject([
    { code: "invalid_value", message: expect.stringContaining("must not be blank.") },
  ]);
  expect(problems[0]).not.toHaveProperty("hint");
});

test.each([
  [{ env: { env: "HOOK_TOKEN" } }, "env", true],
  [{ env: { file: "./hook-token" } }, "file", true],
  [{ file: { file: "./hook-token" } }, "file", true],
  [{ file: { env: "HOOK_TOKEN" } }, "env", false],
])("parseConfig() says of %j that one reference is enough", (token, kind, safe) => {
  const [inner] = Object.values(token);
  expect(parse({ hooks: { token } }).problems).toMatchObject([
    {
      code: "wrong_type",
      path: ["hooks", "token"],
      hint: `Write the inner reference alone: { "${kind}": … }.`,
      change: { kind: "replace", value: inner, safe },
    },
  ]);
});

test.each([
  { env: { env: 1 } },
  { env: { env: "A", file: "b" } },
  { env: { env: "A" }, file: "b" },
  { env: null },
  {},
  { file: { path: "a" } },
])("parseConfig() does not take %j for a reference within a reference", (token) => {
  const [problem] = parse({ hooks: { token } }).problems;
  expect(problem).toMatchObject({ path: ["hooks", "token"] });
  expect(problem?.hint).toContain("Write the token");
});
