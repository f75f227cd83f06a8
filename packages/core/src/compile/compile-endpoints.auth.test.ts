import { expect, test } from "vitest";
import { mapping, problemsOfAll } from "../../test/auth/configs.ts";
import { SECRET } from "../../test/auth/requests.ts";

const GITHUB = { provider: "github", secret: SECRET };

const codesOf = (...mappings: readonly object[]) =>
  problemsOfAll(mappings)
    .filter(({ code }) => !/unreachable|match_missing/.test(code))
    .map(({ code, path }) => [code, ...path.slice(2)].join(" "));

test("trap 18 compileEndpoints() wants a match.path", () => {
  expect(codesOf({ messageTemplate: "x", auth: GITHUB })).toEqual(["auth_misplaced 0 auth"]);
  expect(codesOf({ messageTemplate: "x", match: { source: "s" }, auth: "none" })).toEqual([
    "auth_misplaced 0 auth",
  ]);
});

test("compileEndpoints() refuses an auth on a built-in route", () => {
  expect(codesOf(mapping(GITHUB, "wake"), mapping(GITHUB, "agent"))).toEqual([
    "auth_misplaced 0 auth",
    "auth_misplaced 1 auth",
  ]);
});

test("trap 18 compileEndpoints() refuses two mappings of a name with different auth", () => {
  const conflict = ["auth_conflict 1 auth"];
  expect(codesOf(mapping(GITHUB), mapping({ ...GITHUB, secret: `${SECRET}2` }))).toEqual(conflict);
  expect(codesOf(mapping(GITHUB), mapping({ ...GITHUB, orToken: true }))).toEqual(conflict);
  expect(codesOf(mapping(GITHUB), mapping("none"))).toEqual(conflict);
});

test("trap 18 compileEndpoints() refuses a mapping without auth beside one with", () => {
  expect(codesOf(mapping(GITHUB), mapping(undefined))).toEqual(["auth_conflict 1 auth"]);
  expect(codesOf(mapping(undefined), mapping(GITHUB))).toEqual(["auth_conflict 1 auth"]);
  expect(codesOf(mapping(GITHUB), mapping(undefined, "/x/"))).toEqual(["auth_conflict 1 auth"]);
});

test("compileEndpoints() takes the same auth in any order of its keys, and another one elsewhere", () => {
  const one = { scheme: "hmac", secrets: [SECRET], signature: { header: "x-s", prefix: "a" } };
  const same = { signature: { prefix: "a", header: "x-s" }, secrets: [SECRET], scheme: "hmac" };
  expect(codesOf(mapping(one), mapping(same), mapping(undefined, "other"))).toEqual([]);
});

test("compileEndpoints() reports the problems of one auth once for all mappings of a name", () => {
  const wrong = { provider: "githb", secret: SECRET };
  expect(codesOf(mapping(wrong), mapping(wrong))).toEqual(["provider_unknown 0 auth provider"]);
});

test("compileEndpoints() says nothing more of an auth with something wrong in it", () => {
  expect(codesOf(mapping({ ...GITHUB, secrt: "x" }), mapping(GITHUB))).toEqual([
    "unknown_key 0 auth secrt",
  ]);
});
