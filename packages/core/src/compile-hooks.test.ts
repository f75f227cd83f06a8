import { expect, test } from "vitest";
import type { HooksInput, MappingInput } from "./authoring/config/config.ts";
import { compileHooks, createHooksCompiler, safeCompileHooks } from "./compile-hooks.ts";
import { HooksConfigError } from "./model/problem.ts";

const mappings = [{ id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}" }];
const token = "a-long-random-text-of-36-characters!";

test("compileHooks() gives the settings, the mappings and the warnings of a config", () => {
  const hooks = compileHooks({
    hooks: { enabled: true, token: "short", presets: ["gmail"], mappings },
  });
  expect(hooks.settings).toEqual({ enabled: true, path: "/hooks", maxBodyBytes: 262_144 });
  expect(hooks.mappings.map(({ id, preset }) => [id, preset])).toEqual([
    ["ci", undefined],
    ["gmail", "gmail"],
  ]);
  expect(hooks.warnings.map(({ code }) => code)).toEqual(["token_short"]);
});

test("compileHooks() tells the details of a mapping by its id", () => {
  const hooks = compileHooks({ hooks: { mappings } });
  expect(hooks.mapping("ci")).toEqual({
    isFenced: true,
    instructions: "",
    configPath: ["hooks", "mappings", 0],
    delivery: { channel: "last" },
  });
  expect(hooks.mapping("cd")).toBeUndefined();
});

test("compileHooks() tells where answers of a mapping go, and nothing of mappings without a delivery", () => {
  const match = { path: "ci" };
  const messageTemplate = "{{job}}";
  const hooks = compileHooks({
    hooks: {
      presets: ["gmail"],
      mappings: [
        { id: "to", match, messageTemplate, channel: "Teams", to: "{{chat}}", agentId: "main" },
        { id: "quiet", match, messageTemplate, deliver: false },
        { id: "wake", match, action: "wake", textTemplate: "{{job}}" },
        { id: "skip", match, skip: true },
      ],
    },
  });
  expect(hooks.mapping("to")?.delivery).toEqual({
    channel: "msteams",
    to: "{{chat}}",
    agentId: "main",
  });
  expect(hooks.mapping("gmail")).toMatchObject({
    configPath: ["hooks", "presets", 0],
    delivery: { channel: "last" },
  });
  for (const id of ["quiet", "wake", "skip"])
    expect(hooks.mapping(id)).not.toHaveProperty("delivery");
});

test("compileHooks() throws one error with every problem, warnings included", () => {
  const compile = () =>
    compileHooks({
      hooks: { path: "/", presets: ["gmial"], mappings: [{ messageTemplate: "x" }] },
    });
  expect(compile).toThrow(HooksConfigError);
  try {
    compile();
  } catch (error) {
    const { message, problems } = error as HooksConfigError;
    expect(problems.map(({ code }) => code)).toEqual([
      "path_invalid",
      "preset_unknown",
      "match_missing",
    ]);
    expect(message.split("\n")).toHaveLength(2);
    expect(message).toContain('hooks.presets[0]: There is no preset "gmial".');
  }
});

test("safeCompileHooks() throws for no value at all", () => {
  const odd = [undefined, null, 7, "hooks", [], () => ({}), { hooks: null }, { hooks: [] }];
  for (const value of odd)
    expect(safeCompileHooks(value)).toMatchObject({ ok: expect.any(Boolean) });
  expect(safeCompileHooks(null)).toMatchObject({ ok: false, problems: [{ code: "wrong_type" }] });
});

test("safeCompileHooks() uses a config that has nothing worse than warnings", () => {
  expect(safeCompileHooks({ hooks: { mappings: [{ messageTemplate: "x" }] } }).ok).toBe(true);
});

test("compileHooks() hides the token of an enabled config in any text", () => {
  const hooks = compileHooks({ hooks: { enabled: true, token } });
  expect(hooks.hideSecrets(`Bearer ${token}`)).toBe("Bearer ***");
  expect(compileHooks({ hooks: { token } }).hideSecrets(token)).toBe(token);
});

test("compileHooks() lets in the token of an enabled config, and nobody without one", () => {
  const hooks = compileHooks({ hooks: { enabled: true, token } });
  expect([token, "", `${token}x`, token.slice(1)].map(hooks.verifyToken)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(compileHooks({}).verifyToken("")).toBe(false);
});

test("compileHooks() knows the built-in routes and the names of its mappings", () => {
  const hooks = compileHooks({ hooks: { mappings } });
  expect(["wake", "agent", "ci", "other"].map((name) => hooks.endpoint(name)?.name)).toEqual([
    "wake",
    "agent",
    "ci",
    undefined,
  ]);
});

test("compileHooks() knows the largest body of each name", () => {
  const limitsOf = (
    ...limits: readonly (readonly [path: string | undefined, bytes?: number])[]
  ) => {
    const hooks = compileHooks({
      hooks: {
        maxBodyBytes: 50,
        presets: ["gmail"],
        mappings: limits.map(([path, maxBodyBytes]) => ({
          match: path === undefined ? { source: "x" } : { path },
          messageTemplate: "x",
          maxBodyBytes,
        })),
      },
    });
    return ["wake", "agent", "gmail", "a", "b", "other"].map(
      (name) => hooks.endpoint(name)?.maxBodyBytes,
    );
  };
  expect(limitsOf()).toEqual([50, 50, 6_819_200, undefined, undefined, undefined]);
  expect(limitsOf(["a", 20], ["a", 30], ["b", 60])).toEqual([50, 50, 6_819_200, 30, 60, undefined]);
  expect(limitsOf(["a", 20], ["a"])).toEqual([50, 50, 6_819_200, 50, undefined, undefined]);
  expect(limitsOf(["a", 20], [undefined, 40], [undefined, 30])).toEqual([
    50, 50, 6_819_200, 40, 40, 40,
  ]);
});

test("compileHooks() bounds a body of mails for own mappings of the path gmail, too", () => {
  const limitOf = (hooks: HooksInput, more: MappingInput = {}) => {
    const own = { match: { path: "/gmail/" }, messageTemplate: "{{account}}", ...more };
    return compileHooks({ hooks: { ...hooks, mappings: [own] } }).endpoint("gmail")?.maxBodyBytes;
  };
  expect(limitOf({})).toBe(6_819_200);
  expect(limitOf({ gmail: { maxBytes: 1 } })).toBe(819_500);
  expect(limitOf({ gmail: { maxBytes: 200_000 } })).toBe(33_554_432);
  expect(limitOf({ maxBodyBytes: 50 })).toBe(6_819_200);
  expect(limitOf({ maxBodyBytes: 7_000_000 })).toBe(7_000_000);
  expect(limitOf({}, { maxBodyBytes: 500 })).toBe(500);
  expect(limitOf({ presets: ["gmail"] }, { maxBodyBytes: 500 })).toBe(6_819_200);
});

test("compileHooks() gives a promise only where a transform is asynchronous", async () => {
  const mapping = { match: { path: "ci" }, transform: { module: "t.js" } };
  const config = { hooks: { mappings: [mapping] } };
  const event = { path: "ci", payload: {} };
  const result = { message: "x" };
  const sync = compileHooks(config, { transforms: { "t.js": () => result } });
  const async = compileHooks(config, { transforms: { "t.js": () => Promise.resolve(result) } });
  expect(sync.resolve(event)).not.toBeInstanceOf(Promise);
  expect(async.resolve(event)).toBeInstanceOf(Promise);
  expect(await async.resolve(event)).toMatchObject({ outcome: "action" });
});

test("compileHooks() takes clock and ids of the runtime where none are passed", async () => {
  const hooks = compileHooks({
    hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{now}}" }] },
  });
  const before = Date.now();
  const first = await hooks.resolve({ path: "ci", payload: {} });
  const second = await hooks.resolve({ path: "ci", payload: {} });
  expect(first).toMatchObject({
    action: { sessionKey: expect.stringMatching(/^hook:[\da-f-]{36}$/) },
  });
  expect(first).not.toMatchObject({ action: { sessionKey: sessionKeyOf(second) } });
  const at = Date.parse(messageOf(first));
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});

function sessionKeyOf(resolution: object): unknown {
  return Reflect.get(Reflect.get(resolution, "action"), "sessionKey");
}

function messageOf(resolution: object): string {
  return String(Reflect.get(Reflect.get(resolution, "action"), "message"));
}

test("compileHooks() warns of hooks that are not enabled, once", () => {
  const codesOf = (config: object) => compileHooks(config).warnings.map(({ code }) => code);
  for (const enabled of [{}, { enabled: false }]) {
    expect(codesOf({ hooks: { ...enabled, mappings } })).toEqual(["hooks_disabled"]);
  }
  expect(codesOf({ hooks: { enabled: true, token } })).toEqual([]);
  expect(codesOf({})).toEqual(["hooks_missing"]);
});

test("compileHooks() gives hints apart from the warnings", () => {
  const to = { match: { path: "ci" }, messageTemplate: "x", to: "+1555" };
  const hooks = compileHooks({ hooks: { enabled: true, token, mappings: [to] } });
  expect(hooks.warnings).toEqual([]);
  expect(hooks.hints).toMatchObject([{ code: "recipient_of_last", severity: "hint" }]);
});

test("compileHooks() lets in both tokens while one is replaced", () => {
  const hooks = compileHooks({ hooks: { enabled: true, token: [token, `${token}-old`] } });
  expect([token, `${token}-old`, "other", ""].map(hooks.verifyToken)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("createHooksCompiler() links only the mappings that have changed", () => {
  const linked: string[] = [];
  const transforms = Object.defineProperties(
    {},
    Object.fromEntries(
      ["a.js", "b.js"].map((name) => [
        name,
        {
          enumerable: true,
          get: () => {
            linked.push(name);
            return () => undefined;
          },
        },
      ]),
    ),
  );
  const compile = createHooksCompiler({ transforms });
  const mapping = (name: string, text: string) => ({
    match: { path: name },
    messageTemplate: text,
    transform: { module: `${name}.js` },
  });
  const linkedFor = (hooks: object) => {
    linked.length = 0;
    expect(compile({ hooks })).toMatchObject({ ok: true });
    return [...new Set(linked)];
  };
  const first = [mapping("a", "{{x}}"), mapping("b", "{{x}}")];
  expect(linkedFor({ mappings: first })).toEqual(["a.js", "b.js"]);
  expect(linkedFor({ mappings: [first[0], mapping("b", "{{y}}")] })).toEqual(["b.js"]);
  expect(linkedFor({ mappings: [first[0], mapping("b", "{{y}}")] })).toEqual([]);
  expect(compile({ hooks: { mappings: [first[0], mapping("b", "{{y")] } })).toMatchObject({
    ok: false,
  });
  expect(linkedFor({ mappings: first })).toEqual(["b.js"]);
  expect(linkedFor({ mappings: first, partials: {} })).toEqual(["a.js", "b.js"]);
});
