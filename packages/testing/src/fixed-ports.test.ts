import { expect, test } from "vitest";
import type { Action } from "../../core/src/base/action.ts";
import { compileHooks } from "../../core/src/engine.ts";
import { FIXED_ID, FIXED_NOW, FIXED_PORTS } from "./fixed-ports.ts";
import { snapshotText } from "./snapshot-text.ts";
import { viewAction } from "./view-action.ts";

test("FIXED_PORTS gives the same time and id again and again", () => {
  const { clock, randomId } = FIXED_PORTS;
  expect([clock(), randomId(), randomId()]).toEqual([FIXED_NOW, FIXED_ID, FIXED_ID]);
  expect(new Date(FIXED_NOW).toISOString()).toBe("2026-01-02T03:04:05.000Z");
});

test("FIXED_ID is shown as ID in snapshots and to expectations, and a payload's ID is not it", async () => {
  const mapping = { id: "ci", match: { path: "ci" }, messageTemplate: "{{a}}", name: "{{a}}" };
  const hooks = compileHooks({ hooks: { mappings: [mapping] } }, FIXED_PORTS);
  const resolution = await hooks.resolve({ path: "ci", payload: { a: "ID" } });
  const { action } = resolution as { readonly action: Action };
  expect(action).toMatchObject({ sessionKey: `hook:${FIXED_ID}` });
  expect(viewAction(action)).toMatchObject({ sessionKey: "hook:ID", name: "ID", to: null });
  expect(snapshotText(resolution)).toContain("sessionKey: hook:ID\n");
});
