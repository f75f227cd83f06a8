import { expect, test } from "vitest";
import { requestOf } from "../../../../core/test/auth/requests.ts";
import { canonicalQuery } from "./canonical-query.ts";

const of = (target: string, paths: { publicPath?: string; basePath?: string } = {}) =>
  canonicalQuery(requestOf({ target, method: "post" }), {
    publicPath: paths.publicPath,
    basePath: paths.basePath ?? "",
  });

test.each([
  ["/hooks/x", "POST&/hooks/x&"],
  ["/hooks/x/", "POST&/hooks/x&"],
  ["/", "POST&/&"],
  ["", "POST&/&"],
  ["/a&b", "POST&/a%26b&"],
  ["/x?b=2&a=1", "POST&/x&a=1&b=2"],
  ["/x?a=2&a=1&a=", "POST&/x&a=,1,2"],
  ["/x?jwt=secret&a=1", "POST&/x&a=1"],
  ["/x?a=%27(!)*%20+%C3%A9~", "POST&/x&a=%27%28%21%29%2A%20%20%C3%A9~"],
  ["/x?a", "POST&/x&a="],
])("canonicalQuery() writes %j as Atlassian does", (target, text) => {
  expect(of(target)).toBe(text);
});

test("canonicalQuery() uses the public path without the app's base path", () => {
  expect(of("/inner?a=1", { publicPath: "/app/hooks/x", basePath: "/app" })).toBe(
    "POST&/hooks/x&a=1",
  );
  expect(of("/app", { basePath: "/app" })).toBe("POST&/&");
  expect(of("/hooks/x", { basePath: "/app" })).toBe("POST&/hooks/x&");
});

test("canonicalQuery() returns undefined for a query that cannot be decoded", () => {
  expect(of("/x?a=%ff")).toBeUndefined();
});
