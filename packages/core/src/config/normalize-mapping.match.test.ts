import { expect, test } from "vitest";
import { normalizeMatch } from "./normalize-mappings.ts";

test("normalizeMatch() asks for nothing where nothing is written", () => {
  expect(normalizeMatch()).toStrictEqual({ headers: [], query: [] });
  expect(normalizeMatch({})).toStrictEqual({ headers: [], query: [] });
});

test("normalizeMatch() strips outer slashes and spaces of the path", () => {
  for (const path of ["clink/payment", "/clink/payment", " //clink/payment/ "]) {
    expect(normalizeMatch({ path }).path).toBe("clink/payment");
  }
});

test("normalizeMatch() trims the source and keeps its case", () => {
  expect(normalizeMatch({ source: " GitHub " }).source).toBe("GitHub");
});

test("normalizeMatch() compares header names in lower case and query names as they are", () => {
  const { headers, query } = normalizeMatch({
    headers: { " X-GitHub-Event ": "push" },
    query: { Kind: ["full", "Brief"] },
  });
  expect(headers).toEqual([{ name: "x-github-event", values: ["push"] }]);
  expect(query).toEqual([{ name: "Kind", values: ["full", "Brief"] }]);
});

test("normalizeMatch() trims values of headers, and of nothing else", () => {
  const { headers, query } = normalizeMatch({
    headers: { "x-event": [" push ", "release"] },
    query: { kind: " full" },
  });
  expect(headers[0]?.values).toEqual(["push", "release"]);
  expect(query[0]?.values).toEqual([" full"]);
});

test("normalizeMatch() keeps a condition as it is, even one that is false", () => {
  expect(normalizeMatch({ when: false })).toHaveProperty("when", false);
  const when = { "==": [1, 1] };
  expect(normalizeMatch({ when }).when).toBe(when);
});

test("normalizeMatch() normalizes what must not match, at any depth", () => {
  const match = { not: { path: "/a/", not: { headers: { "X-B": "c" } } } };
  expect(normalizeMatch(match).not).toEqual({
    path: "a",
    headers: [],
    query: [],
    not: { headers: [{ name: "x-b", values: ["c"] }], query: [] },
  });
});
