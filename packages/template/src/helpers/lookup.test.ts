import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ["{{lookup o k}}", { o: { a: 1 }, k: "a" }, "1"],
  ["{{lookup o k}}", { o: { 5: "five" }, k: 5 }, "five"],
  ["{{lookup o k}}", { o: { "[1]": "list" }, k: [1] }, "list"],
  ["{{lookup o k}}", { o: ["a", "b"], k: 1 }, "b"],
  ["{{lookup o k}}", { o: ["a", "b"], k: "length" }, "2"],
  ["[{{lookup o k}}]", { o: {}, k: "constructor" }, "[]"],
  ["[{{lookup o k}}]", { o: JSON.parse('{"__proto__": 1}'), k: "__proto__" }, "[]"],
  ["[{{lookup o 'a'}}]", {}, "[]"],
  ["[{{lookup o 'a'}}]", { o: null }, "[]"],
  ["{{lookup o 'a'}}", { o: 0 }, "0"],
])("lookup() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("lookup() takes no named arguments", () => {
  expect(problemOfTemplate("{{lookup a 'b' c=1}}").message).toBe(
    'helper "lookup" has no named argument "c"',
  );
});
