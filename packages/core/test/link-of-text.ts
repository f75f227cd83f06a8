// A config → its plan as JSON text and back, which must have the shape of a plan → hooks: what a server has that was
// built ahead.

import { expect } from "vitest";
import { findMisshapen } from "../src/authoring/plan/find-misshapen.ts";
import type { CompileOptions } from "../src/authoring/plan/options.ts";
import { planShape } from "../src/authoring/plan/plan-shape.ts";
import { plan } from "../src/compile-hooks.ts";
import { type LinkResult, link } from "../src/serving/link/link.ts";

export function linkOfText(config: unknown, options: CompileOptions = {}): LinkResult {
  const planned = plan(config, options);
  if (!planned.ok) return planned;
  const read = JSON.parse(JSON.stringify(planned.plan));
  expect(findMisshapen(read, planShape)).toBe(undefined);
  return link(read, options);
}
