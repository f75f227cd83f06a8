import { expect, test } from "vitest";
import { BEARER, createHarness, TOKEN } from "../../test/ingress/harness.ts";

const mappings = [{ match: { path: "ci" }, messageTemplate: "{{job}}" }];
const QUERY = `token=${TOKEN}`;

test("markDeprecated() adds a Deprecation header to every answer that ?token= opened", async () => {
  const harness = createHarness({ hooks: { mappings } });
  const statuses: number[] = [];
  for (const [target, body] of [
    ["wake", '{"text":"x"}'],
    ["ci", "{}"],
    ["ci", "{"],
    ["unknown", "{}"],
  ]) {
    const answer = await harness.send({
      target: `/hooks/${target}?${QUERY}`,
      headers: {},
      body: body ?? "",
    });
    statuses.push(answer.status);
    expect(answer.headers["deprecation"]).toMatch(/^@\d+$/);
  }
  expect(statuses).toEqual([200, 202, 400, 404]);
});

test("markDeprecated() leaves other answers as they are", async () => {
  const harness = createHarness();
  const answers = [
    await harness.send(),
    await harness.send({ headers: { "x-gateway-token": TOKEN } }),
    await harness.send({ target: `/hooks/wake?${QUERY}`, headers: BEARER }),
    await harness.send({ target: "/hooks/wake?token=wrong", headers: {} }),
  ];
  for (const { headers } of answers) expect(headers).not.toHaveProperty("deprecation");
});

test("createQueryTokenWarning() warns once for each name of a hook", async () => {
  const harness = createHarness({ hooks: { mappings } });
  for (const name of ["wake", "wake", "ci", "wake", "ci", "unknown"]) {
    await harness.send({ target: `/hooks/${name}?${QUERY}`, headers: {} });
  }
  expect(harness.warnings).toEqual([
    'The hook "wake" was called with ?token=, which is deprecated: send "Authorization: Bearer …".',
    'The hook "ci" was called with ?token=, which is deprecated: send "Authorization: Bearer …".',
  ]);
});

test("createQueryTokenWarning() keeps names to one short line and remembers a thousand", async () => {
  const harness = createHarness({ hooks: { mappings: [{ messageTemplate: "{{job}}" }] } });
  const ofConfig = harness.warnings.length;
  await harness.send({ target: `/hooks/a\u0085b${"x".repeat(200)}?${QUERY}`, headers: {} });
  expect(harness.warnings[ofConfig]).toContain(`"a b${"x".repeat(125)}"`);
  for (let index = 0; index < 1_100; index++) {
    await harness.send({ target: `/hooks/${index}?${QUERY}`, headers: {} });
  }
  expect(harness.warnings).toHaveLength(ofConfig + 1_000);
});

test("createIngress() answers 401 to ?token= where it is switched off", async () => {
  const harness = createHarness({ ingress: { queryToken: false } });
  const answer = await harness.send({ target: `/hooks/wake?${QUERY}`, headers: {} });
  expect(answer.status).toBe(401);
  expect(harness.warnings).toEqual([]);
});
