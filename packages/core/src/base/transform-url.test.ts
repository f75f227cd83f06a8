import { expect, test } from "vitest";
import { createTransformUrl, createUrlFromParts } from "./transform.ts";

test.each([
  ["/hooks/ci", "http://localhost/hooks/ci"],
  ["/hooks/ci?a=1&b=%20", "http://localhost/hooks/ci?a=1&b=%20"],
  ["https://gateway.example:8443/hooks/ci?a=1", "http://localhost/hooks/ci?a=1"],
  ["HTTP://gateway.example", "http://localhost/"],
  ["hooks/ci", "http://localhost/hooks/ci"],
  ["//evil.example/ci", "http://localhost//evil.example/ci"],
  ["/@evil.example/ci", "http://localhost/@evil.example/ci"],
])("createTransformUrl() puts %s on localhost", (target, href) => {
  const url = createTransformUrl(target);
  expect(url).toBeInstanceOf(URL);
  expect(url.href).toBe(href);
});

test.each([
  ["/ci?token=secret", ""],
  ["/ci?a=1&token=secret&b=2&token=other", "?a=1&b=2"],
  ["/ci?%74oken=secret&a=1", "?a=1"],
  ["/ci?tokens=1", "?tokens=1"],
])("createTransformUrl() leaves the token out of %s", (target, search) => {
  expect(createTransformUrl(target).search).toBe(search);
});

test("createUrlFromParts() makes a URL of the name and the query, without the token", () => {
  const parts = {
    basePath: "/hooks",
    path: "a/b?c#d",
    query: { token: "t", x: "1", y: undefined },
  };
  const url = createUrlFromParts(parts);
  expect(url).toBeInstanceOf(URL);
  expect(url.href).toBe("http://localhost/hooks/a/b%3Fc%23d?x=1");
});

test("createUrlFromParts() and createTransformUrl() take any text, halves of pairs included", () => {
  const path = "\ud800";
  expect(createUrlFromParts({ basePath: "", path, query: { a: path } }).search).toBe(
    "?a=%EF%BF%BD",
  );
  expect(createTransformUrl(`/${path}`).pathname).toBe("/%EF%BF%BD");
});
