// `sessionMode: "persistent"` beside the session keys of a mapping.
import { expect, test } from "vitest";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { compileHooks, safeCompileHooks } from "../engine.ts";

const ASKS: MappingInput = {
  id: "ci",
  match: { path: "ci" },
  messageTemplate: "{{state}}",
  sessionMode: "persistent",
};

function problemsOf(mapping: MappingInput, hooks: HooksInput = {}) {
  const result = safeCompileHooks({ hooks: { ...hooks, mappings: [{ ...ASKS, ...mapping }] } });
  return result.ok ? [] : result.problems;
}

test("checkLastingSession() reports a persistent session without a key, and its hint gives one", async () => {
  const [problem, ...others] = problemsOf({});
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    code: "missing_key",
    path: ["hooks", "mappings", 0, "sessionKey"],
    message:
      'Mapping "ci" has "sessionMode": "persistent" and no session key, so that no two events share a session.',
  });
  const [, written = ""] = /such as "([^"]+)"/.exec(problem?.hint ?? "") ?? [];
  const followed = compileHooks({ hooks: { mappings: [{ ...ASKS, sessionKey: written }] } });
  const event = { path: "ci", payload: { state: "red", branch: "main" } };
  expect(await followed.resolve(event)).toMatchObject({
    action: { sessionMode: "persistent", sessionKey: "hook:ci:main" },
  });
});

test.each(["hook:{{now}}", "hook:{{{ now }}}"])(
  "checkLastingSession() reports the key %s, which no two events have",
  (sessionKey) => {
    expect(problemsOf({ sessionKey })).toMatchObject([
      { code: "invalid_value", path: ["hooks", "mappings", 0, "sessionKey"] },
    ]);
  },
);

test("checkLastingSession() takes a key that events share, and leaves others alone", () => {
  expect(problemsOf({ sessionKey: "hook:ci" })).toEqual([]);
  expect(problemsOf({ sessionKey: "hook:ci:{{date now 'YYYY-MM-DD'}}" })).toEqual([]);
  expect(problemsOf({}, { defaultSessionKey: "hook:all" })).toEqual([]);
  expect(problemsOf({ sessionMode: "isolated" })).toEqual([]);
  expect(problemsOf({ skip: true })).toEqual([]);
  expect(problemsOf({ action: "wake", textTemplate: "x" })).toEqual([]);
});

test("checkLastingSession() tells a key of a wrong type once", () => {
  const sessionKey = 7 as unknown as string;
  expect(problemsOf({ sessionKey }).map(({ code }) => code)).toEqual(["wrong_type"]);
});

test("a persistent session for which neither mapping nor transform gives a key is a 400", async () => {
  const transforms = {
    "none.js": { default: () => undefined },
    "key.js": { default: () => ({ sessionKey: "hook:a" }) },
  };
  const resolveWith = (module: string) =>
    compileHooks(
      { hooks: { mappings: [{ ...ASKS, transform: { module } }] } },
      { transforms },
    ).resolve({ path: "ci", payload: { state: "red" } });
  expect(await resolveWith("none.js")).toMatchObject({
    refusal: { code: "session_key_refused", status: 400 },
  });
  expect(await resolveWith("key.js")).toMatchObject({ action: { sessionKey: "hook:a" } });
});

test("compileMapping() refuses a wake of a session at the next heartbeat, unless a transform can change it", () => {
  const late = {
    action: "wake",
    textTemplate: "x",
    wakeMode: "next-heartbeat",
    sessionKey: "hook:a",
  };
  const problemsOf = (mapping: object) => {
    const result = safeCompileHooks({
      hooks: { mappings: [{ match: { path: "a" }, ...mapping }] },
    });
    return result.ok ? [] : result.problems;
  };
  expect(problemsOf(late)).toMatchObject([
    { code: "invalid_value", path: ["hooks", "mappings", 0, "sessionKey"] },
  ]);
  expect(problemsOf({ ...late, wakeMode: "now" })).toEqual([]);
  expect(problemsOf({ ...late, skip: true })).toEqual([]);
});
