// What explain says where it leaves the transform of a mapping out.
import { expect, test } from "vitest";
import type { ExplainOptions } from "../base/explanation.ts";
import type { MappingInput } from "../config/config.ts";
import { compileHooks } from "../engine.ts";

async function explain(mapping: Partial<MappingInput>, options?: ExplainOptions) {
  let calls = 0;
  const transforms = {
    "t.js": {
      default: () => {
        calls += 1;
        return { message: "of the transform" };
      },
    },
  };
  const config = {
    hooks: {
      mappings: [{ id: "m", match: { path: "ci" }, transform: { module: "t.js" }, ...mapping }],
    },
  };
  const event = { path: "ci", payload: { job: "lint", list: [1, 2] } };
  const explanation = await compileHooks(config, { transforms }).explain(event, options);
  return { calls, ...explanation };
}

const NOTE = {
  code: "transform_left_out",
  message:
    'The transform of mapping "m" was left out. What is shown is what the mapping alone makes.',
};

test("S4 explain() leaves the transform out where it is told to, and says so", async () => {
  const { calls, notes, resolution, stages } = await explain(
    { messageTemplate: "{{job}}" },
    { transforms: "skip" },
  );
  expect(calls).toBe(0);
  expect(notes).toEqual([NOTE]);
  expect(resolution).toMatchObject({ outcome: "action", action: { untrustedText: "lint" } });
  expect(stages[0]).toBe("The policies accept the agent action.");
});

test("S4 explain() runs the transform where it is told to, or nothing is said", async () => {
  for (const options of [undefined, {}, { transforms: "run" }] as const) {
    const { calls, notes, resolution } = await explain({ messageTemplate: "{{job}}" }, options);
    expect([calls, notes]).toEqual([1, []]);
    expect(resolution).toMatchObject({ action: { untrustedText: "of the transform" } });
  }
});

test("S4 explain() says that only the transform gives an action its text", async () => {
  const { notes, resolution } = await explain({}, { transforms: "skip" });
  expect(notes).toEqual([NOTE]);
  expect(resolution).toMatchObject({
    outcome: "refused",
    mappingId: "m",
    refusal: {
      code: "empty_text",
      message: "Only the transform, which was left out, gives this action a text.",
    },
  });
});

test("S4 explain() says once that the transform is left out for all elements of a list", async () => {
  const mapping = { forEach: "list", messageTemplate: "{{item}}" };
  const { calls, notes, resolution } = await explain(mapping, { transforms: "skip" });
  expect([calls, notes]).toEqual([0, [NOTE]]);
  expect(resolution).toMatchObject({ outcome: "batch", elements: [{ index: 0 }, { index: 1 }] });
});

test("S4 explain() says nothing of a transform that the mapping does not have", async () => {
  const hooks = compileHooks({ hooks: { mappings: [{ messageTemplate: "x" }] } });
  const { notes } = await hooks.explain({ path: "ci", payload: {} }, { transforms: "skip" });
  expect(notes).toEqual([]);
});
