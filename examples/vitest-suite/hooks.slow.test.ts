// Tests of mappings in vitest. In jest and node:test they are the same: the functions only throw.
import { compileHooks } from "@hookwright/core";
import { sample } from "@hookwright/samples";
import { expectAction, FIXED_PORTS, patchEvent, snapshotText } from "@hookwright/testing";
import { describe, expect, test } from "vitest";
import { config } from "./hooks.ts";

const hooks = compileHooks(config, FIXED_PORTS);

/** A sample with some fields changed. */
function changed(name: string, patch: Readonly<Record<string, unknown>>) {
  const result = patchEvent(sample(name), { patch });
  if (!result.ok) throw new Error(result.problem);
  return result.event;
}

const onMain = {
  "payload.workflow_run.head_branch": "main",
  "payload.workflow_run.conclusion": "failure",
};

describe("main-is-red", () => {
  test("a failed run of main starts a run", async () => {
    const explanation = await hooks.explain(changed("github/workflow-failed", onMain));
    expectAction(explanation).toMatch({
      becomes: "agent",
      mapping: "main-is-red",
      sessionKey: { startsWith: "hook:ci:", contains: ":main" },
      text: { contains: " failed on main: https://", excludes: ["{{", "undefined"] },
      empty: [],
    });
  });

  test.each([
    ["another branch", { "payload.workflow_run.head_branch": "topic" }],
    ["a run that passed", { "payload.workflow_run.conclusion": "success" }],
  ])("%s is nobody's business", async (_, patch) => {
    const event = changed("github/workflow-failed", { ...onMain, ...patch });
    expectAction(await hooks.explain(event)).toMatch({ becomes: "unmatched" });
  });
});

describe("merged", () => {
  test("a merged pull request is told at the next heartbeat", async () => {
    const resolution = await hooks.resolve(sample("github/pull-request-merged"));
    expectAction(resolution).toMatch({
      becomes: "wake",
      mapping: "merged",
      wakeMode: "next-heartbeat",
    });
    expect(snapshotText(resolution)).toMatchInlineSnapshot(`
      "wake by merged (next-heartbeat)
      --- from outside: webhook "merged" ---
      #2 was merged: Update the README with new information."
    `);
  });

  test("a pull request that is only closed is not", async () => {
    const event = changed("github/pull-request-merged", { "payload.pull_request.merged": false });
    expectAction(await hooks.resolve(event)).toMatch({ becomes: "unmatched" });
  });
});
