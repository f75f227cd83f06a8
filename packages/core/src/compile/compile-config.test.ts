import { expect, test } from "vitest";
import { compileUsable } from "../../test/reporting.ts";
import type { Problem } from "../base/index.ts";
import type { MappingInput } from "../config/index.ts";
import { compileWithAdvice } from "../engine.ts";

const LONG = "a-token-of-at-least-24-characters";

test("compileConfig() fills in every default of the endpoint", () => {
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

test("compileConfig() takes what is written", () => {
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

test("compileConfig() takes what the host passes", () => {
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

test.each(["/", "//"])("compileConfig() says why %j is no base path", (path) => {
  expect(compileWithAdvice({ hooks: { path } }, {}).problems).toMatchObject([
    {
      code: "path_invalid",
      path: ["hooks", "path"],
      message: expect.stringContaining("each page of the server would be the name of a hook"),
      hint: expect.stringContaining("let a proxy add the path"),
    },
  ]);
});

test.each(["/a b", "/a?b=c", "/a#b"])("compileConfig() refuses the path %j", (path) => {
  expect(compileWithAdvice({ hooks: { path } }, {}).problems).toEqual([
    {
      code: "path_invalid",
      severity: "error",
      path: ["hooks", "path"],
      message: "hooks.path must name a path below the root, without spaces, query or fragment.",
      hint: 'Write "/hooks", the default.',
    },
  ]);
});

test("compileConfig() reports the problems of all stages at once", () => {
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
  const { problems } = compileWithAdvice(config, {});
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

test("compileConfig() does not blame a mapping for what was taken out of it", () => {
  const broken = [
    { message: "x", match: { path: "a" } },
    { messageTemplate: 5, match: { path: "b" } },
    { messageTemplate: "x", match: "github" },
    { match: { path: "d" }, transform: "github" },
  ];
  const { problems } = compileWithAdvice({ hooks: { mappings: broken } }, {});
  expect(problems.map(({ code, path }) => [code, ...path.slice(2)])).toEqual(
    expect.arrayContaining([
      ["unknown_key", 0, "message"],
      ["wrong_type", 1, "messageTemplate"],
      ["wrong_type", 2, "match"],
      ["wrong_type", 3, "transform"],
    ]),
  );
  expect(problems).toHaveLength(4);
});

test("compileConfig() goes on with what is left of a list of prefixes", () => {
  const result = compileWithAdvice({ hooks: { allowedSessionKeyPrefixes: [5, "ci:"] } }, {});
  expect(result.problems).toMatchObject([{ code: "wrong_type" }]);
});

test("compileConfig() gives no compiled config where there is an error", () => {
  expect(compileWithAdvice({ hooks: { path: "/" } }, {})).toEqual({
    ok: false,
    problems: [expect.objectContaining({ code: "path_invalid", severity: "error" })],
  });
});

test("compileConfig() never throws, whatever it is given", () => {
  for (const config of [undefined, null, 5, "hooks", [], [{}], { hooks: null }, { hooks: [] }]) {
    const { problems } = compileWithAdvice(config, {});
    expect(problems).toMatchObject([{ code: "wrong_type", severity: "error" }]);
  }
});

test("compileConfig() reads no secret for a config that exposes nothing", () => {
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

test("compileConfig() reports duplicate ids and a repeated base path with all other problems", () => {
  const mapping = { id: "ci", match: { path: "hooks/ci" }, messageTemplate: "{{a}}" };
  const { problems } = compileWithAdvice(
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

test("compileConfig() warns of a config without hooks, and says where its keys belong", () => {
  const keys = { enabled: true, mappings: [] };
  expect(compileUsable(keys).problems).toMatchObject([
    { code: "hooks_missing", severity: "warning", hint: expect.stringContaining('Put "enabled"') },
  ]);
  const { problems } = compileWithAdvice({ hooks: null }, {});
  expect(problems.map(({ code }) => code)).toEqual(["wrong_type"]);
});

test("compileConfig() takes the severity of missing hooks and secrets from its caller", () => {
  const strict = { severities: { hooks_missing: "error", hooks_misplaced: "error" } } as const;
  expect(compileWithAdvice({}, strict)).toMatchObject({
    ok: false,
    problems: [{ code: "hooks_missing", severity: "error" }],
  });
  const config = { hooks: {}, mappings: [] };
  expect(compileUsable(config).problems).toMatchObject([{ severity: "warning" }]);
  expect(compileWithAdvice(config, strict)).toMatchObject({
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

test("compileConfig() takes the severity of nothing else from its caller", () => {
  const severities = { path_invalid: "warning" } as object;
  expect(compileWithAdvice({ hooks: { path: "/" } }, { severities }).ok).toBe(false);
});

test.each(["~/hooks", "./hooks", "../hooks", ".", "C:/hooks", "c:hooks", "hooks\\x"])(
  "compileConfig() refuses the path %j, which is one of a file",
  (path) => {
    expect(compileWithAdvice({ hooks: { path } }, {}).problems).toMatchObject([
      {
        code: "path_invalid",
        severity: "error",
        message: "hooks.path is the path of the endpoint's URL, not of a file.",
      },
    ]);
  },
);

test("compileConfig() refuses a path that clients never send as it is written", () => {
  for (const path of ["/a/../b", "/a/./b", "/a/..", "/${BASE}/hooks", "/a{b}"]) {
    expect(compileWithAdvice({ hooks: { path } }, {}).problems).toMatchObject([
      { code: "path_invalid", message: expect.stringContaining("below the root") },
    ]);
  }
  for (const path of ["/.well-known/hooks", "/a..b", "/~user"]) {
    expect(compileWithAdvice({ hooks: { path } }, {}).ok).toBe(true);
  }
});

function problemsOfMappings(...mappings: readonly MappingInput[]): readonly Problem[] {
  const texts = mappings.map((mapping) => ({ messageTemplate: "x", ...mapping }));
  return compileWithAdvice({ hooks: { mappings: texts } }, {}).problems.filter(
    ({ code }) => code === "id_duplicate",
  );
}

test("compileConfig() refuses an id that is taken, and says by which mapping", () => {
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

test("compileConfig() refuses an id that another mapping has by its place", () => {
  expect(
    problemsOfMappings({ id: "mapping-2", match: { path: "a" } }, { match: { path: "b" } }),
  ).toMatchObject([{ code: "id_duplicate", path: ["hooks", "mappings", 1, "id"] }]);
});
