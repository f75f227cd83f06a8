import { expect, test } from "vitest";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { ruleOf, subjectOf } from "../../test/matching/rules.ts";
import { acceptsProof, indexMappings } from "./index-mappings.ts";

const AUTH = { id: "auth:ci", orToken: false };

test("acceptsProof() accepts an event for which the caller vouches", () => {
  expect(acceptsProof(undefined, undefined)).toBe(true);
  expect(acceptsProof(AUTH, undefined)).toBe(true);
});

test("acceptsProof() accepts a proof of its own auth alone", () => {
  expect(acceptsProof(AUTH, "auth:ci")).toBe(true);
  expect(acceptsProof(AUTH, "auth:other")).toBe(false);
  expect(acceptsProof(AUTH, "")).toBe(false);
});

test("trap 38 acceptsProof() takes the hook token for a signature only where the auth says so", () => {
  expect(acceptsProof(AUTH, "token")).toBe(false);
  expect(acceptsProof({ ...AUTH, orToken: true }, "token")).toBe(true);
  expect(acceptsProof(undefined, "token")).toBe(true);
});

test("trap 18 acceptsProof() gives the event of a signed hook to no mapping without an auth", () => {
  expect(acceptsProof(undefined, "auth:ci")).toBe(false);
  expect(acceptsProof(undefined, "")).toBe(false);
});

test("trap 18 indexMappings() passes over mappings that ask for another proof", () => {
  const items = [
    { id: "catch-all", rule: ruleOf({}) },
    { id: "signed", rule: ruleOf({ path: "ci", auth: AUTH }) },
  ];
  const index = indexMappings(items);
  const find = (proof: string | undefined, path = "ci") =>
    index.find(subjectOf({ path, proof }), eventBudget())?.id;
  expect(find("auth:ci")).toBe("signed");
  expect(find("token")).toBe("catch-all");
  expect(find(undefined)).toBe("catch-all");
  expect(find("auth:ci", "other")).toBeUndefined();
});
