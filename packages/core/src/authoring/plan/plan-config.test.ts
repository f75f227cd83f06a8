import { expect, test } from "vitest";
import { compileUsable, parse } from "../../../test/reporting.ts";
import { compileConfig } from "../../compile-hooks.ts";
import type { Problem } from "../../model/index.ts";
import type { HooksInput } from "../config/config.ts";
import type { MappingInput } from "../config/index.ts";
import type { CompileOptions } from "./options.ts";
import { findIncomplete } from "./plan-config.ts";

const LONG = "a-token-of-at-least-24-characters";

test("planConfig() fills in every default of the endpoint", () => {
  for (const config of [{}, { hooks: {} }]) {
    const { compiled } = compileUsable(config, {});
    expect(compiled).toMatchObject({
      settings: { enabled: false, path: "/hooks", maxBodyBytes: 262_144 },
      tokens: [],
      mappings: [],
      policies: {
        sessionKeys: { allowedPrefixes: undefined, allowRequest: true },
        agents: { allowed: undefined, defaultAgentId: "main" },
        models: undefined,
      },
      defaultSessionKey: undefined,
    });
  }
});

test("planConfig() takes what is written", () => {
  const config = {
    hooks: {
      enabled: true,
      token: LONG,
      path: "openclaw/hooks/",
      maxBodyBytes: 1024,
      allowedAgentIds: ["ops"],
      defaultSessionKey: " hook:all ",
      allowRequestSessionKey: false,
      allowedSessionKeyPrefixes: ["ci:"],
    },
    agents: { defaults: { models: ["v/m"] }, list: [{ id: "ops" }] },
  };
  const { compiled, problems } = compileUsable(config, {});
  expect(problems).toEqual([]);
  expect(compiled).toMatchObject({
    settings: { enabled: true, path: "/openclaw/hooks", maxBodyBytes: 1024 },
    tokens: [LONG],
    policies: {
      sessionKeys: { allowedPrefixes: ["ci:"], allowRequest: false },
      agents: { defaultAgentId: "ops" },
    },
    defaultSessionKey: "hook:all",
  });
  expect([...(compiled.policies.models?.values() ?? [])]).toEqual(["v/m"]);
});

test("planConfig() takes what the host passes", () => {
  const { compiled } = compileUsable(
    { hooks: { presets: ["uptime"] } },
    {
      presets: { uptime: () => [{ match: { path: "up" }, messageTemplate: "x", channel: "MX" }] },
      channels: [{ id: "matrix", aliases: ["mx"] }],
      defaultAgentId: "boss",
    },
  );
  expect(compiled.mappings).toMatchObject([
    { id: "uptime", preset: "uptime", fields: { channel: "matrix" } },
  ]);
  expect(compiled.policies.agents.defaultAgentId).toBe("boss");
  expect(compiled.index.hasPath("up")).toBe(true);
});

test.each(["/", "//"])("planConfig() says why %j is not a base path", (path) => {
  expect(compileConfig({ hooks: { path } }, {}).problems).toMatchObject([
    {
      code: "path_invalid",
      path: ["hooks", "path"],
      message: expect.stringContaining("each page of the server would be the name of a hook"),
      hint: expect.stringContaining("let a proxy add the path"),
    },
  ]);
});

test.each(["/a b", "/a?b=c", "/a#b"])("planConfig() refuses the path %j", (path) => {
  expect(compileConfig({ hooks: { path } }, {}).problems).toEqual([
    {
      code: "path_invalid",
      severity: "error",
      path: ["hooks", "path"],
      message: "hooks.path must name a path below the root, without spaces, query or fragment.",
      hint: 'Write "/hooks", the default.',
    },
  ]);
});

test("planConfig() reports the problems of all stages at once", () => {
  const config = {
    hooks: {
      enabled: true,
      path: "/",
      pathh: "x",
      presets: ["gmial"],
      partials: { footer: "{{#if a}}" },
      mappings: [
        { id: "a", match: { path: "hooks/x" }, messageTemplate: "{{#if x}}" },
        { id: "a", messageTemplate: "x", channel: "sms" },
        { match: { path: "agent" }, action: "wake" },
        {
          match: { path: "b", when: { nope: 1 } },
          transform: { module: "b.js" },
          forEach: "{{x}}",
        },
        { match: { path: "c" }, messageTemplate: "x", instructions: "{{x}}", model: "v/x" },
      ],
    },
    agents: { defaults: { models: ["v/m"] } },
  };
  const { problems } = compileConfig(config, {});
  expect(problems.map(({ severity, code }) => `${severity} ${code}`).toSorted()).toEqual([
    "error condition_operator_unknown",
    "error for_each_path",
    "error id_duplicate",
    "error instructions_untrusted",
    "error path_invalid",
    "error preset_unknown",
    "error template_missing",
    "error template_unclosed",
    "error template_unclosed",
    "error token_missing",
    "error transform_unavailable",
    "error unknown_key",
    "warning channel_unknown",
    "warning mapping_never_succeeds",
    "warning mapping_unreachable",
    "warning mapping_unreachable",
    "warning mapping_unreachable",
    "warning match_missing",
    "warning match_repeats_base_path",
    "warning partial_unused",
  ]);
});

test("planConfig() returns no compiled config if there is an error", () => {
  expect(compileConfig({ hooks: { path: "/" } }, {})).toEqual({
    ok: false,
    problems: [expect.objectContaining({ code: "path_invalid", severity: "error" })],
  });
});

test("planConfig() never throws, whatever it is given", () => {
  for (const config of [undefined, null, 5, "hooks", [], [{}], { hooks: null }, { hooks: [] }]) {
    const { problems } = compileConfig(config, {});
    expect(problems).toMatchObject([{ code: "wrong_type", severity: "error" }]);
  }
});

test("planConfig() reads no secret for a config that exposes nothing", () => {
  const secrets = () => {
    throw new Error("never asked");
  };
  for (const enabled of [{ enabled: false }, {}]) {
    const hooks = { ...enabled, token: "${T}", gmail: { pushToken: "${P}" } };
    const { compiled, problems } = compileUsable({ hooks }, { secrets });
    expect(compiled.tokens).toEqual([]);
    expect(problems).toEqual([]);
  }
});

test("planConfig() reports duplicate ids and a repeated base path with all other problems", () => {
  const mapping = { id: "ci", match: { path: "hooks/ci" }, messageTemplate: "{{a}}" };
  const { problems } = compileConfig(
    {
      hooks: {
        mappings: [
          { ...mapping, deliver: "no" },
          { ...mapping, messageTemplate: "{{" },
        ],
      },
    },
    {},
  );
  expect(problems.map(({ code, path }) => [code, ...path.slice(2)].join(" "))).toEqual([
    "wrong_type 0 deliver",
    "id_duplicate 1 id",
    "match_repeats_base_path 0 match path",
    "match_repeats_base_path 1 match path",
    "mapping_unreachable 1",
    "template_unclosed 1 messageTemplate",
  ]);
});

test("planConfig() warns of a config without hooks, and says where its keys belong", () => {
  const keys = { enabled: true, mappings: [] };
  expect(compileUsable(keys).problems).toMatchObject([
    { code: "hooks_missing", severity: "warning", hint: expect.stringContaining('Put "enabled"') },
  ]);
  const { problems } = compileConfig({ hooks: null }, {});
  expect(problems.map(({ code }) => code)).toEqual(["wrong_type"]);
});

test("planConfig() takes the severity of missing hooks and secrets from its caller", () => {
  const strict = { severities: { hooks_missing: "error", hooks_misplaced: "error" } } as const;
  expect(compileConfig({}, strict)).toMatchObject({
    ok: false,
    problems: [{ code: "hooks_missing", severity: "error" }],
  });
  const config = { hooks: {}, mappings: [] };
  expect(compileUsable(config).problems).toMatchObject([{ severity: "warning" }]);
  expect(compileConfig(config, strict)).toMatchObject({
    ok: false,
    problems: [{ code: "hooks_misplaced", severity: "error" }],
  });
  const severities = { secret_missing: "warning", secret_source_unknown: "warning" } as const;
  const token = ["${A}", { source: "vault", id: "b" }];
  const { compiled, problems } = compileUsable({ hooks: { enabled: true, token } }, { severities });
  expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    "warning secret_missing",
    "warning secret_source_unknown",
  ]);
  expect(compiled.tokens).toEqual([]);
});

test("planConfig() takes the severity of nothing else from its caller", () => {
  const severities = { path_invalid: "warning" } as object;
  expect(compileConfig({ hooks: { path: "/" } }, { severities }).ok).toBe(false);
});

test.each(["~/hooks", "."])("planConfig() refuses the path %j, which is one of a file", (path) => {
  expect(compileConfig({ hooks: { path } }, {}).problems).toMatchObject([
    {
      code: "path_invalid",
      severity: "error",
      message: "hooks.path is the path of the endpoint's URL, not of a file.",
    },
  ]);
});

test("planConfig() refuses a path that clients never send as it is written", () => {
  for (const path of ["/a/../b", "/a/./b", "/a/..", "/${BASE}/hooks", "/a{b}"]) {
    expect(compileConfig({ hooks: { path } }, {}).problems).toMatchObject([
      { code: "path_invalid", message: expect.stringContaining("below the root") },
    ]);
  }
  for (const path of ["/.well-known/hooks", "/a..b", "/~user"]) {
    expect(compileConfig({ hooks: { path } }, {}).ok).toBe(true);
  }
});

function problemsOfMappings(...mappings: readonly MappingInput[]): readonly Problem[] {
  const texts = mappings.map((mapping) => ({ messageTemplate: "x", ...mapping }));
  return compileConfig({ hooks: { mappings: texts } }, {}).problems.filter(
    ({ code }) => code === "id_duplicate",
  );
}

test("planConfig() refuses an id that is taken, and says by which mapping", () => {
  const a = { match: { path: "a" } };
  const b = { match: { path: "b" } };
  expect(problemsOfMappings({ id: "x", ...a }, { id: " x", ...b })).toEqual([
    {
      code: "id_duplicate",
      severity: "error",
      path: ["hooks", "mappings", 1, "id"],
      message: 'The id "x" is taken by hooks.mappings[0].',
      hint: "Give each mapping its own id.",
    },
  ]);
  const third = problemsOfMappings(
    { id: "x", ...a },
    { id: "x", ...b },
    { id: "x", match: { path: "c" } },
  );
  expect(third.map(({ message }) => message)).toEqual(
    Array(2).fill('The id "x" is taken by hooks.mappings[0].'),
  );
});

test("planConfig() refuses an id that another mapping has by its place", () => {
  expect(
    problemsOfMappings({ id: "mapping-2", match: { path: "a" } }, { match: { path: "b" } }),
  ).toMatchObject([{ code: "id_duplicate", path: ["hooks", "mappings", 1, "id"] }]);
});

const createEnvironment = (hooks: HooksInput, options: CompileOptions) =>
  compileUsable({ hooks }, options).compiled.environment;

test("planConfig() serves where nothing is passed", () => {
  const { limits, transformTimeoutMs } = createEnvironment({}, {});
  expect(limits).toEqual({ maxCharacters: 1_000_000, maxIterations: 10_000, maxNesting: 50 });
  expect(transformTimeoutMs).toBe(10_000);
});

test("planConfig() makes unpredictable ids", () => {
  const { randomId } = createEnvironment({}, {});
  const ids = new Set(Array.from({ length: 100 }, randomId));
  expect(ids.size).toBe(100);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
});

test("planConfig() sets timers that can be called off", async () => {
  const { timer } = createEnvironment({}, {});
  const done: string[] = [];
  const cancel = timer(() => done.push("cancelled"), 5);
  await new Promise<void>((resolve) => {
    timer(() => {
      done.push("first");
      resolve();
    }, 1);
    timer(() => done.push("late"), 10_000)();
    cancel();
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(done).toEqual(["first"]);
});

test("planConfig() takes the ports that are passed", () => {
  const ports = { clock: () => 5, randomId: () => "id", timer: () => () => undefined };
  expect(createEnvironment({}, { ...ports, transformTimeoutMs: 50 })).toMatchObject({
    ...ports,
    transformTimeoutMs: 50,
  });
});

test("planConfig() takes limits from the config, and before them from the host", () => {
  const hooks = { limits: { maxCharacters: 500, maxIterations: 50, maxNesting: 5 } };
  expect(createEnvironment(hooks, {}).limits).toEqual(hooks.limits);
  expect(createEnvironment(hooks, { limits: { maxCharacters: 100 } }).limits).toEqual({
    maxCharacters: 100,
    maxIterations: 50,
    maxNesting: 5,
  });
});

test("planConfig() takes a limit that is undefined for one that was not passed", () => {
  const limits = { maxCharacters: undefined } as unknown as { maxCharacters: number };
  expect(createEnvironment({}, { limits }).limits.maxCharacters).toBe(1_000_000);
});

const AT = ["hooks", "mappings", 0];
const KEYS = [
  "messageTemplate",
  "textTemplate",
  "match",
  "deliver",
  "to",
  "action",
  "timeoutSeconds",
];

function keysOf(mapping: unknown): readonly string[] {
  const { config, problems } = parse({ hooks: { mappings: [mapping] } });
  const isIncomplete = findIncomplete(problems, config.hooks ?? {});
  return KEYS.filter((key) => isIncomplete(AT, [key]));
}

test("findIncomplete() knows the keys that were taken out of a mapping", () => {
  expect(keysOf({ deliver: "no", match: { path: "/" }, to: "x" })).toEqual(["match", "deliver"]);
  expect(keysOf({ messageTemplate: "x" })).toEqual([]);
});

test.each([
  ["message", "messageTemplate"],
  ["text", "textTemplate"],
  ["path", "match"],
])("findIncomplete() knows what the unknown key %s was meant for", (key, meant) => {
  expect(keysOf({ [key]: "x" })).toEqual([meant]);
});

test("findIncomplete() knows a key of the mapping that was put into the match", () => {
  expect(keysOf({ match: { path: "x", messageTemplate: "x" } })).toEqual([
    "messageTemplate",
    "match",
  ]);
});

test("findIncomplete() takes either text for that of an unknown action", () => {
  expect(keysOf({ action: "wakeup", textTemplate: "x" })).toEqual(["textTemplate", "action"]);
  expect(keysOf({ action: "wakeup" })).toEqual(["action"]);
});

test("planConfig() reports everything about a mapping at once", () => {
  const codesOf = (mapping: object) =>
    compileConfig({ hooks: { mappings: [mapping] } }, {}).problems.map(({ code }) => code);
  const path = { path: "hooks/ci" };
  expect(codesOf({ match: path, action: "agent-run" })).toEqual([
    "invalid_value",
    "match_repeats_base_path",
    "template_missing",
  ]);
  expect(codesOf({ match: path, deliver: "no", splitt: "x" }).toSorted()).toEqual([
    "match_repeats_base_path",
    "template_missing",
    "unknown_key",
    "wrong_type",
  ]);
  expect(codesOf({ chanel: "slack" }).toSorted()).toEqual([
    "match_missing",
    "template_missing",
    "unknown_key",
  ]);
  expect(codesOf({ action: "wakeup", textTemplate: "x", match: { path: "ci" } })).toEqual([
    "invalid_value",
  ]);
});
