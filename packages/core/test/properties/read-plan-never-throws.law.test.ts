// Laws: readPlan never throws, whatever is given; a plan that it accepts is linked and resolves, or is refused by link.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { writePlan } from "../../src/authoring/plan/write-plan.ts";
import { plan } from "../../src/compile-hooks.ts";
import { link } from "../../src/serving/link/link.ts";
import { digestOfPlan, readPlan } from "../../src/serving/link/read-plan.ts";
import { echoTransform, events, everyStage, jsonValues, texts } from "./arbitraries.ts";

/** For when the laws are tried twenty thousand times. */
const TIME = { timeout: 600_000 };

const PROVEN = {
  hooks: {
    ...everyStage.hooks,
    enabled: true,
    token: { env: "TOKEN" },
    throttle: { trustedProxies: ["10.0.0.0/8"] },
    partials: { who: "{{user.login}}" },
    mappings: [
      ...(everyStage.hooks?.mappings ?? []),
      ...(
        [
          ["github", { provider: "github", secret: { env: "A" } }],
          ["slack", { provider: "slack", secret: { env: "A" } }],
          ["sns", { provider: "sns", topics: ["arn:aws:sns:eu-west-1:123456789012:a"] }],
          ["mailgun", { provider: "mailgun", secret: { env: "A" } }],
          [
            "twilio",
            {
              provider: "twilio",
              secret: { env: "A" },
              publicUrl: "https://a.example/hooks/twilio",
            },
          ],
          ["basic", { basic: { user: "a", password: { env: "A" } } }],
          ["own", { verify: "own" }],
          ["open", "none"],
        ] as const
      ).map(([path, auth]) => ({ match: { path }, auth, messageTemplate: "{{> who}} {{a}}" })),
    ],
  },
  agents: everyStage.agents,
};

async function makePlan(): Promise<Record<string, unknown>> {
  const made = plan(PROVEN);
  const written = made.ok ? await writePlan(made.plan) : made;
  if (!written.ok) throw new Error(JSON.stringify(written.problems));
  return JSON.parse(written.text);
}

/** Every value in a plan, by its keys. */
function listPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => listPaths(item, [...path, key]))];
}

function changeAt(value: unknown, [key, ...rest]: readonly string[], change: Change): unknown {
  if (key === undefined) return change.kind === "replace" ? change.value : value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    if (name !== key) return [[name, item]];
    if (rest.length > 0) return [[name, changeAt(item, rest, change)]];
    if (change.kind === "remove") return [];
    return change.kind === "replace"
      ? [[name, change.value]]
      : [
          [name, item],
          [change.key, item],
        ];
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

type Change =
  | { readonly kind: "replace"; readonly value: unknown }
  | { readonly kind: "remove" }
  | { readonly kind: "copy"; readonly key: string };

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("replace" as const), value: jsonValues }),
  fc.record({
    kind: fc.constant("replace" as const),
    value: fc.constantFrom<unknown>(-1, 0.5, 1e308, "", [], {}, [[]], [{}], null, true, "{{", "\\"),
  }),
  fc.constant({ kind: "remove" as const }),
  fc.record({
    kind: fc.constant("copy" as const),
    key: fc.constantFrom("__proto__", "x", "toJSON"),
  }),
);

const ports = {
  secrets: () => "a-token-of-at-least-24-characters",
  transforms: echoTransform,
  verifiers: { own: () => true },
  keys: { fetch: () => Promise.reject(new Error("offline")) },
};

test("readPlan() refuses any text and any value that is not a plan", TIME, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(texts, jsonValues, fc.anything()), async (input) => {
      expect((await readPlan(input)).ok).toBe(false);
    }),
    { numRuns: runs(300) },
  );
});

test(
  "readPlan() refuses a plan with any change, whose digest is that of another",
  TIME,
  async () => {
    const made = await makePlan();
    const paths = listPaths(made).slice(1);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), changes, async (path, change) => {
        const changed = changeAt(made, path, change);
        fc.pre(JSON.stringify(changed) !== JSON.stringify(made));
        expect((await readPlan(changed)).ok).toBe(false);
      }),
      { numRuns: runs(300) },
    );
  },
);

test(
  "readPlan() accepts of changed plans with a new digest only what link() serves or refuses",
  TIME,
  async () => {
    const { digest: _, ...made } = await makePlan();
    const paths = listPaths(made).slice(1);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...paths), changes), { minLength: 1, maxLength: 3 }),
        events,
        async (some, event) => {
          const changed = some.reduce<unknown>(
            (value, [path, change]) => changeAt(value, path, change),
            made,
          );
          const digest = await digestOfPlan(JSON.stringify(changed));
          const read = await readPlan({ ...(changed as object), digest });
          const linked = read.ok ? link(read.plan, ports) : read;
          if (!linked.ok) {
            expect(linked.problems.map(({ code }) => code)).not.toEqual([]);
            return;
          }
          accepted += 1;
          expect(await linked.hooks.resolve(event)).toHaveProperty("outcome");
        },
      ),
      { numRuns: runs(1_000) },
    );
    expect(accepted).toBeGreaterThan(0);
  },
);
