// A config and the stubs of a test file → what its mutants are compiled with.
import type { Transforms } from "@hookwright/core";
import { stubTransforms, type TransformStub } from "../stub-transforms.ts";
import { modulesOf } from "./measure-suites.ts";

export { SEVERITIES } from "./measure-suites.ts";

/** Modules are never called here: cases that run them see a mapping without its transform, and fail. */
export function stubsFor(
  config: unknown,
  stubs: Readonly<Record<string, TransformStub>>,
): Transforms {
  return stubTransforms(modulesOf(config), stubs).transforms;
}
