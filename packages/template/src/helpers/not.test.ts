import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([true, 1, "a", "false", [0], {}])("not() of %j is false", (value) => {
  expect(renderTemplate("{{not value}}", { value })).toBe("false");
});

it.each([false, 0, "", [], null, undefined])("not() of %j is true", (value) => {
  expect(renderTemplate("{{not value}}", { value })).toBe("true");
});
