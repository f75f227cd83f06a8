import { expect, test } from "vitest";
import { createHarness } from "../../test/ingress/harness.ts";
import { findRoute } from "./create-ingress.ts";

test.each([
  ["/hooks/wake", "wake"],
  ["/hooks/github/", "github"],
  ["/hooks//github", "github"],
  ["/hooks/wake/", "wake/"],
  ["/hooks//wake", "/wake"],
  ["/hooks//agent//", "/agent//"],
  ["/hooks/%2e/wake", "%2e/wake"],
  ["/hooks/a/b", "a/b"],
  ["/hooks", ""],
  ["/hooks/", ""],
  ["/hooks/wake%2F", "wake%2F"],
])("findRoute() takes from %s the name %j", (target, name) => {
  expect(findRoute(target, "/hooks")).toEqual({ name, query: "" });
});

test.each([
  ["/hooks/wake?x=1", { name: "wake", query: "x=1" }],
  ["/hooks/wake?", { name: "wake", query: "" }],
  ["/hooks/wake?a=1?b=2", { name: "wake", query: "a=1?b=2" }],
  ["/hooks?x=/y", { name: "", query: "x=/y" }],
])("findRoute() splits %s at the first question mark", (target, route) => {
  expect(findRoute(target, "/hooks")).toEqual(route);
});

test.each([
  ["http://example.com/hooks/wake", { name: "wake", query: "" }],
  [
    "HTTPS://example.com:8443/hooks/a/b?x=http://y/hooks",
    { name: "a/b", query: "x=http://y/hooks" },
  ],
  ["http://user@[::1]:80/hooks", { name: "", query: "" }],
])("findRoute() reads the absolute form %s like a path", (target, route) => {
  expect(findRoute(target, "/hooks")).toEqual(route);
});

test.each([
  "/",
  "*",
  "hooks/wake",
  "ftp://example.com/hooks/wake",
  "http:/hooks/wake",
  "http://example.com",
  "http://example.com?/hooks/wake",
  "http://example.com/x/../hooks/wake",
  "http://example.com//hooks/wake",
  "/http://example.com/hooks/wake",
  "/hook",
  "/hooksX",
  "/hooks-of-others/wake",
  "/hooks%2Fwake",
  "/Hooks/wake",
  "/x/../hooks/wake",
  "/./hooks/wake",
  "//hooks/wake",
  "/other?next=/hooks/wake",
  "/hooks;v=1/wake",
  "/hooks\\wake",
])("findRoute() leaves %s alone", (target) => {
  expect(findRoute(target, "/hooks")).toBe(undefined);
});

test("findRoute() takes a base path of two segments as a whole", () => {
  expect(findRoute("/api/hooks/wake", "/api/hooks")).toEqual({ name: "wake", query: "" });
  expect(findRoute("/api/wake", "/api/hooks")).toBe(undefined);
  expect(findRoute("/hooks/wake", "/api/hooks")).toBe(undefined);
});

test("createIngress() leaves every request alone unless hooks.enabled is true", () => {
  expect(createHarness().isOurs("/hooks/wake")).toBe(true);
  expect(createHarness().isOurs("/elsewhere")).toBe(false);
  const disabled = createHarness({ hooks: { enabled: false } });
  expect(disabled.isOurs("/hooks/wake")).toBe(false);
  expect(disabled.records).toEqual([]);
});
