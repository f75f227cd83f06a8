// The rules, run against the store and the engine of this package.
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, TestRunner, test } from "vitest";
import { hostRules } from "./rules/all.ts";
import { delayed } from "./support/delayed.ts";
import { embedded } from "./support/embedded.ts";
import { LIST, listOfNeeds, notingNeeds, type RealTimeNeed } from "./support/real-time-needs.ts";

describe(`the ${embedded.name} engine keeps the rules`, { tags: "PRT-3" }, () => {
  const needs = new Map<string, RealTimeNeed>();
  const target = notingNeeds(embedded, (need) => {
    const { name } = TestRunner.getCurrentTest() ?? expect.fail("outside of a test");
    if (!needs.has(name)) needs.set(name, need);
  });
  hostRules(target);
  const { tasks } = TestRunner.getCurrentSuite();

  afterAll(() => {
    // A part of the rules says nothing about the others.
    const isWhole = tasks.every((task) => task.type === "test" && task.result?.state === "pass");
    if (!isWhole) return;
    const inOrder = tasks.flatMap(({ name }) => {
      const need = needs.get(name);
      return need === undefined ? [] : [[name, need] as const];
    });
    const list = listOfNeeds(new Map(inOrder));
    if (process.env["HOOKWRIGHT_UPDATE"] !== undefined) writeFileSync(LIST, list);
    expect(readFileSync(LIST, "utf8"), "HOOKWRIGHT_UPDATE=1 writes the list anew").toBe(list);
  });
});

describe(`the ${delayed.name} engine keeps the rules`, { tags: "PRT-3" }, () => {
  hostRules(delayed);
});

// There is no engine for many machines yet.
test.skip(
  "two hosts on one distributed engine keep RUN-2, HB-1 and DEL-8 across machines (skipped: no engine is for many machines yet)",
  { tags: "PRT-4" },
  () => undefined,
);
