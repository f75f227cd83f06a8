import fc from "fast-check";
import { expect, test } from "vitest";
import { plan } from "../../compile-hooks.ts";
import type { Problem } from "../../model/problem.ts";
import type { LinkPorts } from "./link.ts";
import { link } from "./link.ts";
import type { Plan } from "./plan.ts";

const TOKEN = "a-token-of-at-least-24-characters";
const SECRET = "another-secret-of-more-than-16-bytes";

const served = {
  hooks: {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    mappings: [
      {
        match: { path: "github" },
        auth: { provider: "github", secret: "${GITHUB_SECRET}" },
        messageTemplate: "{{action}}",
      },
    ],
  },
};

const secrets: LinkPorts["secrets"] = (reference) =>
  "env" in reference ? { HOOK_TOKEN: TOKEN, GITHUB_SECRET: SECRET }[reference.env] : undefined;

const planOf = (config: unknown, options: Parameters<typeof plan>[1] = {}): Plan => {
  const result = plan(config, options);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join(" "));
  return JSON.parse(JSON.stringify(result.plan)) as Plan;
};

const mapped = (mapping: object) => ({
  hooks: { mappings: [{ match: { path: "x" }, messageTemplate: "m", ...mapping }] },
});

const problemsOf = (made: Plan, ports: LinkPorts = {}): readonly Problem[] => {
  const result = link(made, ports);
  return result.ok ? result.hooks.warnings : result.problems;
};

test("plan() holds references to secrets, and link() their values", () => {
  const made = planOf(served);
  expect(made.hasSecrets).toBe(false);
  expect(made.tokens).toEqual([{ path: ["hooks", "token"], secret: { env: "HOOK_TOKEN" } }]);
  const linked = link(made, { secrets });
  expect(linked.ok && linked.hooks.verifyToken(TOKEN)).toBe(true);
  expect(linked.ok && linked.hooks.hideSecrets(`see ${SECRET}`)).toBe("see ***");
});

test.each([
  ["the token", { hooks: { ...served.hooks, token: TOKEN } }],
  [
    "a secret of an auth",
    mapped({ auth: { provider: "github", secret: SECRET }, match: { path: "y" } }),
  ],
  [
    "the token of the mail watcher",
    { hooks: { ...served.hooks, gmail: { pushToken: SECRET, account: "a@example.com" } } },
  ],
])("plan() says that it holds the text of a secret: %s", (_what, config) => {
  expect(planOf(config).hasSecrets).toBe(true);
});

test("link() reports every secret that is missing, at once", () => {
  expect(problemsOf(planOf(served), { secrets: () => undefined })).toMatchObject([
    { code: "secret_missing", severity: "error", path: ["hooks", "token"] },
    { code: "secret_missing", path: ["hooks", "mappings", 0, "auth", "secret"] },
  ]);
});

test("link() checks the value of each secret", () => {
  const weak: LinkPorts["secrets"] = () => "changeme";
  expect(problemsOf(planOf(served), { secrets: weak }).map(({ code }) => code)).toEqual([
    "token_placeholder",
    "secret_placeholder",
    "token_shared",
    "secret_short",
  ]);
});

test("link() reports what the ports lack", () => {
  const config = {
    hooks: {
      ...served.hooks,
      mappings: [
        { match: { path: "a" }, auth: { verify: "mine" }, messageTemplate: "m" },
        { match: { path: "b" }, messageTemplate: "m", transform: { module: "shape.js" } },
        {
          match: { path: "c" },
          auth: { scheme: "jwt", jwks: "https://a.example/keys" },
          messageTemplate: "m",
        },
      ],
    },
  };
  expect(problemsOf(planOf(config), { secrets }).map(({ code }) => code)).toEqual([
    "verifier_unknown",
    "keys_port_missing",
    "transform_unavailable",
  ]);
});

const shout = { arity: [1, 1], call: ([text]: readonly unknown[]) => `${text}!` } as const;
const shouting = planOf(mapped({ messageTemplate: "{{shout a}}", name: "{{shout b}}" }), {
  helpers: { shout },
});

test("link() gets the helpers of a plan again, by their names", async () => {
  const linked = link(shouting, { helpers: { shout } });
  const resolution = linked.ok && (await linked.hooks.resolve({ path: "x", payload: { a: "hi" } }));
  expect(resolution).toMatchObject({ action: { untrustedText: "hi!" } });
});

test("link() names each template whose helper was not passed, or does not take its call", () => {
  expect(problemsOf(shouting)).toMatchObject([
    {
      code: "template_helper_unknown",
      path: ["hooks", "mappings", 0, "messageTemplate"],
      message:
        'Cannot link messageTemplate of mapping "mapping-1": the helper "shout" was not passed.',
      hint: 'Pass it: link(plan, { helpers: { "shout": … } }).',
    },
    { code: "template_helper_unknown", path: ["hooks", "mappings", 0, "name"] },
  ]);
  const other = { ...shout, arity: [2, 2] } as const;
  expect(problemsOf(shouting, { helpers: { shout: other } })[0]).toMatchObject({
    code: "template_helper_misused",
    message:
      'Cannot link messageTemplate of mapping "mapping-1": the helper "shout" does not take this call.',
  });
  const wrong = { shout: 5 } as never;
  expect(problemsOf(shouting, { helpers: wrong })[0]).toMatchObject({ path: ["helpers", "shout"] });
});

test("link() reports a tree that does not fit the rest of its plan", () => {
  const made = planOf({
    hooks: {
      partials: { part: "{{a}}" },
      mappings: [{ match: { path: "x" }, messageTemplate: "{{> part}}" }],
    },
  });
  expect(problemsOf({ ...made, partials: {} })).toMatchObject([
    {
      code: "template_partial_unknown",
      message: 'Cannot link messageTemplate of mapping "mapping-1": its tree is damaged.',
    },
  ]);
});

test("link() returns the warnings of authoring before its own", () => {
  const config = { hooks: { ...served.hooks, mappings: [{ messageTemplate: "{{a}}" }] } };
  const warnings = problemsOf(planOf(config), { secrets: () => "a-short-token" });
  expect(warnings.map(({ code }) => code)).toEqual(["match_missing", "token_short"]);
});

test("link() returns hooks without explain() and reachability(), with the names of the mappings", () => {
  const linked = link(planOf(served), { secrets });
  expect(linked).toMatchObject({
    hooks: { mappings: [{ id: "mapping-1", action: "agent", match: { path: "github" } }] },
  });
  expect(linked.ok && Object.keys(linked.hooks)).not.toContain("explain");
  expect(linked.ok && Object.keys(linked.hooks)).not.toContain("reachability");
});

test("plan() makes data of any value, or reports what is wrong with it", () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withNullPrototype: true }), (hooks) => {
      const result = plan({ hooks });
      if (result.ok) expect(typeof JSON.stringify(result.plan)).toBe("string");
      else expect(result.problems.some(({ severity }) => severity === "error")).toBe(true);
    }),
  );
});
