import { expect, test } from "vitest";
import { problemOfTemplate } from "../../test/render.ts";
import { builtInHelpers } from "../helpers/index.ts";
import { compileTemplate } from "../template.ts";

const needy = [...builtInHelpers.values()].filter(
  ({ arity: [least], kind }) => least > 1 && kind === "value",
);

test.each(needy.map(({ name }) => name))(
  "checkCall() has an example that compiles for %s with too few arguments",
  (name) => {
    const { code, hint = "" } = problemOfTemplate(`{{${name} a}}`);
    expect(code).toBe("template_helper_misused");
    const example = /^Write it as in "(.*)"\.$/.exec(hint)?.[1];
    expect(example).toContain(`{{${name} `);
    expect(compileTemplate(example as string).problems).toEqual([]);
  },
);

test("checkCall() says that an argument of other engines has no name here", () => {
  expect(problemOfTemplate("{{truncate a max=8}}").hint).toBe(
    'The value of "max" stands without its name behind the first argument. Write it as in "{{truncate title 80}}".',
  );
  expect(problemOfTemplate("{{truncate a ellipsis='x'}}").hint).toMatch(/^Write it as in/);
  expect(problemOfTemplate("{{upper b=1}}").hint).toBe(undefined);
});
