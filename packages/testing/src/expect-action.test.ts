import { expect, test } from "vitest";
import { compileHooks } from "../../core/src/engine.ts";
import { event } from "./event.ts";
import { ExpectationError, expectAction } from "./expect-action.ts";
import { FIXED_PORTS } from "./fixed-ports.ts";

const mapping = { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}} at {{now}}" };
const hooks = compileHooks({ hooks: { mappings: [mapping] } }, FIXED_PORTS);
const lint = event("ci", { payload: { job: "lint" } });

test("X7: expectAction() throws every wrong field in one message", async () => {
  const resolution = await hooks.resolve(lint);
  expect(() =>
    expectAction(resolution).toMatch({ mapping: "ci", text: { contains: "lint" } }),
  ).not.toThrow();
  const demand = () =>
    expectAction(resolution).toMatch({ mapping: "cd", to: "x", text: { contains: "test" } });
  expect(demand).toThrow(ExpectationError);
  expect(demand).toThrow(
    [
      "The event did not become what is expected:",
      '  mapping: expected "cd", seen "ci"',
      '  to: expected "x", seen (none)',
      '  text: expected {"contains":"test"}, seen "lint at 2026-01-02T03:04:05.000Z"',
    ].join("\n"),
  );
});

test("X7: expectAction() names what made a wrong text, where it has the explanation", async () => {
  const explanation = await hooks.explain(lint);
  const demand = (text: string) => () => expectAction(explanation).toMatch({ text });
  expect(demand("test at 2026-01-02T03:04:05.000Z")).toThrow(/\n {4}\{\{job\}\} ← payload\.job$/);
  expect(demand("lint on")).not.toThrow(/←/);
});
