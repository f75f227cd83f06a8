// The rules, run against a host in a process of its own, whose time goes on by itself.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, aroundEach, beforeAll, describe, expect, TestRunner, test } from "vitest";
import { skipTitle } from "../../../tools/test-support/skip-title.mjs";
import { hostRules } from "./rules/all.ts";
import { asCurrentTest } from "./support/current-test.ts";
import { bundleHostProcess, ownProcess } from "./support/own-process.ts";
import { readNeeds } from "./support/real-time-needs.ts";

const folder = mkdtempSync(join(tmpdir(), "hookwright-host-process-"));
let program = "";

beforeAll(async () => {
  program = await bundleHostProcess(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const target = ownProcess(() => program);
const needs = readNeeds();
const skipped = new Set<string>();

// Most of a rule is waiting, so they run beside each other: 5 at a time, which is vitest's default.
describe.concurrent(`the ${target.name} engine keeps the rules`, { tags: "PRT-3" }, () => {
  aroundEach(asCurrentTest);
  hostRules(target);
  for (const task of TestRunner.getCurrentSuite().tasks) {
    const need = needs.get(task.name);
    if (need === undefined) continue;
    skipped.add(task.name);
    const name = skipTitle(task.name, `a rule that ${need}`);
    Object.assign(task, { name, mode: "skip" });
  }
});

test("each rule of the list is skipped", () => {
  expect([...skipped].sort()).toEqual([...needs.keys()].sort());
});
