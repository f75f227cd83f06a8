import { expect, test } from "vitest";
import { writePlan } from "../../authoring/plan/write-plan.ts";
import { plan as planOf } from "../../compile-hooks.ts";
import { VERSION } from "../../generated/version.ts";
import { link } from "./link.ts";
import type { Plan } from "./plan.ts";
import { digestOfPlan, readPlan } from "./read-plan.ts";

const CONFIG = {
  hooks: {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    partials: { who: "{{user.login}}" },
    mappings: [
      {
        match: { path: "ci", when: { in: ["red", { var: "payload.state" }] } },
        messageTemplate: "{{job}} is {{upper state}} by {{> who}}",
        sessionKey: "ci:{{job}}",
      },
      {
        match: { path: "github" },
        auth: { provider: "github", secret: { env: "GITHUB_SECRET" } },
        action: "wake",
        textTemplate: "Pushed.",
      },
    ],
  },
};

async function makeText(config: unknown = CONFIG): Promise<string> {
  const made = planOf(config);
  const written = made.ok ? await writePlan(made.plan) : made;
  if (!written.ok) throw new Error(JSON.stringify(written.problems));
  return written.text;
}

/** The file with something else in it, and a digest that fits. */
async function redigest(change: (plan: Record<string, unknown>) => object): Promise<string> {
  const { digest: _, ...plan } = JSON.parse(await makeText());
  const changed = change(plan);
  return JSON.stringify({ ...changed, digest: await digestOfPlan(JSON.stringify(changed)) });
}

const secrets = () => "a-token-of-at-least-24-characters";

test("readPlan() returns the plan of a text and of a parsed value, however the file is formatted", async () => {
  const text = await makeText();
  const made = planOf(CONFIG) as { readonly plan: Plan };
  const value = JSON.parse(text);
  for (const input of [
    text,
    value,
    `\uFEFF${JSON.stringify(value)}`,
    JSON.stringify(value, null, "\t"),
  ]) {
    const read = await readPlan(input);
    expect(read).toMatchObject({ ok: true, problems: [] });
    expect(read.ok && read.plan).toEqual(JSON.parse(JSON.stringify(made.plan)));
  }
});

test("readPlan() returns a plan that link() serves", async () => {
  const read = await readPlan(await makeText());
  const linked = read.ok ? link(read.plan, { secrets }) : read;
  if (!linked.ok) throw new Error(JSON.stringify(linked.problems));
  const payload = { job: "tests", state: "red", user: { login: "ada" } };
  const resolution = await linked.hooks.resolve({ path: "ci", payload });
  expect(resolution).toMatchObject({
    outcome: "action",
    action: { sessionKey: "ci:tests", untrustedText: "tests is RED by ada" },
  });
});

test.each<[string, unknown]>([
  ["no JSON", "hooks: {}"],
  ["half a file", '{ "format": 1'],
  ["nothing", undefined],
  ["a function", () => 0],
  ["a number that JSON does not have", 5n],
  ["a text of JSON", '"plan"'],
  ["a list", []],
  ["null", null],
  ["a config", CONFIG],
  ["inherited keys", Object.create({ format: 1, madeBy: VERSION })],
  ["keys behind __proto__", '{ "__proto__": { "format": 1, "madeBy": "1.0.0" } }'],
])("readPlan() refuses %s", async (_what, input) => {
  const read = await readPlan(input);
  expect(read).toMatchObject({
    ok: false,
    problems: [{ code: "plan_invalid", severity: "error" }],
  });
});

test("readPlan() takes no exception of a value for its own", async () => {
  const throwing = {
    toJSON: () => {
      throw new Error("hunter2");
    },
  };
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  for (const input of [
    throwing,
    cyclic,
    "[".repeat(200_000),
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("hunter2");
        },
      },
    ),
  ]) {
    const read = await readPlan(input);
    expect(read).toMatchObject({ ok: false, problems: [{ code: "plan_invalid" }] });
    expect(JSON.stringify(read)).not.toContain("hunter2");
  }
});

test("readPlan() and link() refuse a plan of another format, and say who made it", async () => {
  const value = { ...JSON.parse(await makeText()), format: 2, madeBy: "3.1.0" };
  const problem = {
    code: "plan_format",
    severity: "error",
    path: ["format"],
    message: `The plan has another format than 1, the only one that @hookwright/core ${VERSION} reads.`,
    hint: `Build it again with version ${VERSION}, or serve it with version 3.1.0, which made it.`,
  };
  expect(await readPlan(value)).toEqual({ ok: false, problems: [problem] });
  expect(link(value)).toEqual({ ok: false, problems: [problem] });
});

test("readPlan() names no other version for a plan of another format that this version made", async () => {
  const value = { ...JSON.parse(await makeText()), format: 2, madeBy: VERSION };
  expect(await readPlan(value)).toMatchObject({
    ok: false,
    problems: [{ code: "plan_format", hint: `Build it again with version ${VERSION}.` }],
  });
});

test("link() refuses what is not a plan", () => {
  expect(link(CONFIG as never)).toMatchObject({ ok: false, problems: [{ code: "plan_invalid" }] });
});

test("readPlan() repeats no name of a version that may be something else", async () => {
  const value = { ...JSON.parse(await makeText()), format: "x", madeBy: "1.0.0\nhunter2" };
  expect(JSON.stringify(await readPlan(value))).not.toContain("hunter2");
});

test("readPlan() warns of a plan that another version made", async () => {
  const read = await readPlan(await redigest((plan) => ({ ...plan, madeBy: "0.0.9" })));
  expect(read).toMatchObject({
    ok: true,
    problems: [{ code: "plan_version", severity: "warning", path: ["madeBy"] }],
  });
});

test.each<[string, (text: string) => string]>([
  ["a letter", (text) => text.replace("Pushed.", "pushed.")],
  ["a missing key", (text) => text.replace('"queryToken": true,', "")],
  ["a digest of another plan", (text) => text.replace(/sha256:.{8}/, "sha256:00000000")],
  ["no digest", (text) => text.replace(/"digest".*/, "")],
])("readPlan() finds %s by the digest", async (_what, damage) => {
  const text = await makeText();
  expect(damage(text)).not.toBe(text);
  expect(await readPlan(damage(text))).toMatchObject({
    ok: false,
    problems: [{ code: "plan_damaged", severity: "error", hint: expect.stringContaining("build") }],
  });
});

test.each<[string, (plan: Record<string, unknown>) => object]>([
  ["mappings", (plan) => ({ ...plan, mappings: {} })],
  ["partials", (plan) => ({ ...plan, partials: { who: "text" } })],
  ["policies", (plan) => ({ ...plan, policies: {} })],
])(
  "link() refuses a plan with a digest that fits and %s of another shape",
  async (_what, change) => {
    const read = await readPlan(await redigest(change));
    expect(read.ok && link(read.plan, { secrets })).toMatchObject({ ok: false });
  },
);

test("readPlan() refuses trees that are deeper than any plan", async () => {
  const rule = JSON.stringify({ kind: "list", at: [], items: [] });
  const nest = (depth: number): string =>
    rule.replace("[]}", "[").repeat(depth) + rule + "]}".repeat(depth);
  const deepen = (text: string, depth: number) =>
    text.replace(/"when":\{.*?\]\}/, `"when":${nest(depth)}`);
  const many = deepen(JSON.stringify(JSON.parse(await makeText())), 50_000);
  expect(await readPlan(many)).toMatchObject({
    problems: [{ code: "plan_damaged", message: TOO_DEEP }],
  });
});

const TOO_DEEP = "The plan is nested too deep.";

test("link() refuses a plan whose parts have the right shape and cannot be linked", async () => {
  const text = await redigest((plan) => {
    const [hook, ...others] = (plan["endpoints"] as Plan["endpoints"]).named.toReversed();
    const auth = {
      id: "a",
      path: [],
      orToken: false,
      secretPlaces: { headers: [], query: [], body: [] },
    };
    const named = [{ ...hook, auth: { kind: "token", ...auth, place: {}, tokens: [] } }, ...others];
    return { ...plan, endpoints: { named } };
  });
  const read = await readPlan(text);
  expect(read.ok && link(read.plan, { secrets })).toMatchObject({
    ok: false,
    problems: [{ code: "plan_damaged" }],
  });
});

test("readPlan() accepts the plan of every family of proof, and of every part of a template", async () => {
  const env = (name: string) => ({ env: name });
  const auths = {
    slack: { provider: "slack", secret: env("A") },
    meta: { provider: "meta", secret: env("A"), handshake: { verifyToken: env("B") } },
    echo: {
      token: env("A"),
      header: "x-token",
      handshake: { echo: { from: "query.q", to: "text" } },
    },
    jwt: { scheme: "jwt", secret: env("A"), issuer: "me", audience: "you" },
    sns: { provider: "sns", topics: ["arn:aws:sns:eu-west-1:123456789012:a"] },
    mailgun: { provider: "mailgun", secret: env("A") },
    adyen: { provider: "adyen", secret: env("A") },
    basic: { basic: { user: "ada", password: env("A") } },
    own: { verify: "own" },
    open: "none",
  };
  const template = [
    '{{#*inline "row"}}{{this}}{{/inline}}{{> row (lookup list 0) a=1}}',
    "{{#each list as |one|}}{{{one}}}{{else}}{{! none }}{{/each}}{{{{raw}}}}{{x}}{{{{/raw}}}}",
    '{{#> who}}nobody{{/who}}{{default a null undefined true "x" -0}}',
  ].join("\n");
  const mappings = Object.entries(auths).map(([path, auth]) => ({
    match: { path },
    auth,
    messageTemplate: "x",
  }));
  const made = planOf({
    hooks: {
      partials: { who: "{{a}}" },
      transforms: { env: ["HOME"], workers: 2 },
      mappings: [
        ...mappings,
        { match: { path: "t", not: { source: "s" } }, messageTemplate: template },
        {
          match: { path: "m" },
          transform: { module: "m.ts", lock: true },
          rateLimit: { events: 5, perSeconds: 60 },
        },
      ],
    },
  });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  expect(made.plan.modules).toEqual({ transforms: { env: ["HOME"], workers: 2 } });
  const written = await writePlan(made.plan);
  expect(await readPlan(written.ok && written.text)).toMatchObject({ ok: true, problems: [] });
});
