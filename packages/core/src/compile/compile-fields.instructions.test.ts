import { expect, test } from "vitest";
import type { MappingInput } from "../config/config.ts";
import { compileWithAdvice } from "../engine.ts";

const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "{{a}}" };

function compile(changes: MappingInput) {
  const config = { hooks: { mappings: [{ ...mapping, ...changes }] } };
  const result = compileWithAdvice(config, {});
  const mappings = result.ok ? result.compiled.mappings : [];
  return { instructions: mappings[0]?.instructions, problems: result.problems };
}

test.each(["Review the change.", "It is {{now}}.", "This is {{mapping}}.", "For {{path}}."])(
  "compileInstructions() accepts %j",
  (instructions) => {
    const result = compile({ instructions });
    expect(result.problems).toEqual([]);
    expect(result.instructions?.source).toBe(instructions);
  },
);

test.each([
  "{{a}}",
  "{{payload.a}}",
  "{{headers.x-a}}",
  "{{query.a}}",
  "Review{{#if a}} at once{{/if}}.",
  "{{#each items}}x{{/each}}",
  "{{lookup payload 'a'}}",
])("compileInstructions() lets no sender give orders: %j", (instructions) => {
  const result = compile({ instructions });
  expect(result.instructions).toBe(undefined);
  expect(result.problems).toEqual([
    {
      code: "instructions_untrusted",
      severity: "error",
      path: ["hooks", "mappings", 0, "instructions"],
      message:
        'The instructions of mapping "mapping-1" read the event; they stand outside of the fence, where a sender could then give orders.',
      hint: "Move the expression into messageTemplate; {{now}} and {{mapping}} may stay, and {{path}} with a match.path.",
    },
  ]);
});

test("compileInstructions() refuses {{path}} where the mapping takes any name", () => {
  const { problems } = compile({ match: { source: "x" }, instructions: "{{path}}" });
  expect(problems).toMatchObject([{ code: "instructions_untrusted" }]);
});

test("compileInstructions() refuses {{item}} and {{index}}, which the sender's list decides", () => {
  for (const instructions of ["{{item}}", "{{index}}"]) {
    const { problems } = compile({ forEach: "items", messageTemplate: "{{item}}", instructions });
    expect(problems).toMatchObject([{ code: "instructions_untrusted" }]);
  }
});

test("compileInstructions() names the template of a wake", () => {
  const { problems } = compile({ action: "wake", textTemplate: "x", instructions: "{{a}}" });
  expect(problems.at(-1)).toMatchObject({
    code: "instructions_untrusted",
    hint: expect.stringContaining("into textTemplate;"),
  });
});

test("compileInstructions() reports a template that does not compile once", () => {
  const { problems } = compile({ instructions: "{{#if a}}" });
  expect(problems).toMatchObject([
    { code: "template_unclosed", path: ["hooks", "mappings", 0, "instructions"] },
  ]);
});
