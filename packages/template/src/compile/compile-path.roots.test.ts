import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

const options = {
  headers: { "x-github-event": "push", "x-list": ["a", "b"] },
  query: { x: "1" },
};

describe("compilePath() of a root", () => {
  it.each([
    ["{{payload.a.b}}", "deep"],
    ["{{payload.list[0]}}", "one"],
    ["{{headers.X-GitHub-Event}}", "push"],
    ["{{headers.x-github-event}}", "push"],
    ['{{headers["X-GitHub-Event"]}}', "push"],
    ["{{headers.x-list}}", "a, b"],
    ["{{headers.x-list.length}}", "4"],
    ["{{headers.missing}}", ""],
    ["{{headers.constructor}}", ""],
    ["{{query.x}}", "1"],
    ["{{query.X}}", ""],
    ["{{path}}", "p"],
    ["{{path.length}}", "1"],
    ["{{now}}", "2026-01-02T03:04:05.678Z"],
    ["{{query}}", '{"x":"1"}'],
    ["{{headers}}", '{"x-github-event":"push","x-list":["a","b"]}'],
    ["{{payload}}", '{"a":{"b":"deep"},"list":["one"]}'],
  ])("reads %s", (source, text) => {
    expect(renderTemplate(source, { a: { b: "deep" }, list: ["one"] }, options)).toBe(text);
  });

  it("reads the body's own key for a root alone, and the root for a path from it", () => {
    const payload = { payload: { x: "own" }, headers: null, query: "q", path: "own", now: "own" };
    const source =
      "{{payload}} [{{headers}}] {{query}} {{path}} {{now}} {{payload.query}} {{query.x}}";
    expect(renderTemplate(source, payload, options)).toBe(
      '{"x":"own"} [] q p 2026-01-02T03:04:05.678Z q 1',
    );
  });

  it("treats a body that is not an object as one without keys", () => {
    expect(renderTemplate("{{payload}}", [1], options)).toBe("[1]");
    expect(renderTemplate("{{payload}}{{query.x}}", null, options)).toBe("1");
    expect(renderTemplate("{{payload}}", "text", options)).toBe("text");
  });

  it("prefers an own key of a block's element to the root", () => {
    const payload = { files: [{ path: "a.txt", headers: { X: "own" } }, { name: "b" }] };
    const source = "{{#each files}}{{path}} {{headers.X}} {{headers.X-GitHub-Event}};{{/each}}";
    expect(renderTemplate(source, payload, options)).toBe("a.txt own ;p  push;");
  });

  it("reads the body, and not the context, in a block that steps into the body", () => {
    const payload = { path: "own" };
    expect(renderTemplate("{{#with payload}}{{path}}{{/with}}", payload)).toBe("p");
    expect(renderTemplate("{{#with this}}{{path}}{{./path}}{{/with}}", payload)).toBe("pown");
  });

  it("follows ../ before it looks for the root", () => {
    const payload = { file: { path: "a.txt", part: { n: 1 } } };
    expect(
      renderTemplate("{{#with file}}{{#with part}}{{../path}}{{/with}}{{/with}}", payload),
    ).toBe("a.txt");
    expect(renderTemplate("{{#with file}}{{../path}}{{/with}}", payload)).toBe("p");
    expect(renderTemplate("[{{../path}}{{../../now}}]", payload)).toBe("[]");
  });

  it("knows the given roots and no others", () => {
    const payload = { item: "own item", mapping: "own mapping" };
    expect(renderTemplate("{{item}} {{mapping}}", payload)).toBe("own item own mapping");
    const roots = ["item", "index", "mapping"].map((name) => ({ name }));
    expect(renderTemplate("{{item}} {{index}} {{mapping}}", payload, { roots })).toBe(
      "the item 7 the-mapping",
    );
  });
});
