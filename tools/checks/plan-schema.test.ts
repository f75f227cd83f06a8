// Here, and not in the core: Ajv compiles schemas with `new Function`, which the core's tests run without.
import { readdirSync, readFileSync } from "node:fs";
import Ajv from "ajv";
import { expect, test } from "vitest";
import { BASE_HOOKS } from "../../packages/conformance/src/base-config.ts";
import { allCases } from "../../packages/conformance/src/cases/index.ts";
import { plan } from "../../packages/core/src/plan.ts";
import type { GoldenCase } from "../../packages/core/test/golden/case.ts";
import { optionsFromCase } from "../../packages/core/test/golden/options.ts";

const core = new URL("../../packages/core/", import.meta.url);
const schema = JSON.parse(readFileSync(new URL("schema/plan.schema.json", core), "utf8"));
const check = new Ajv.default({ strict: true, allowUnionTypes: true }).compile(schema);

const cases = new URL("test/golden/cases/", core);
const ofGolden = readdirSync(cases).flatMap((file) =>
  (JSON.parse(readFileSync(new URL(file, cases), "utf8")) as GoldenCase[]).flatMap((golden) => {
    const made = plan(golden.config, optionsFromCase(golden.options ?? {}));
    return made.ok ? [made.plan] : [];
  }),
);
const ofConformance = allCases.flatMap(({ config, hooks }) => {
  const made = plan({ ...config, hooks: { ...BASE_HOOKS, ...hooks } });
  return made.ok ? [made.plan] : [];
});
const plans = [...ofGolden, ...ofConformance].map((one) => JSON.parse(JSON.stringify(one)));

test("plan.schema.json accepts the plan of every golden and conformance case, and describes each key of them", () => {
  expect(ofGolden.length).toBeGreaterThan(100);
  expect(ofConformance.length).toBeGreaterThan(100);
  for (const one of plans) expect(check(one) ? [] : check.errors).toEqual([]);
});

test("plan.schema.json refuses other formats, further keys and values of another type", () => {
  const [first] = plans;
  for (const change of [{ format: 2 }, { note: "" }, { mappings: [{}] }, { digest: "md5:0" }]) {
    expect(check({ ...first, ...change })).toBe(false);
  }
});
