import { expect, test } from "vitest";
import { renderTemplate } from "../../test/render.ts";

test("compileExpression() reads a key that another field names from the body before its key payload", () => {
  const body = { name: "x", x: "of the body", payload: { x: "of its key", y: "only of its key" } };
  expect(renderTemplate("{{lookup payload name}}", body)).toBe("of the body");
  expect(renderTemplate("{{lookup payload name}}", { ...body, name: "y" })).toBe("only of its key");
});
