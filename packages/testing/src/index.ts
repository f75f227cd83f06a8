// What integrators import from @hookwright/testing: events, cases and expectations.
export { checkExpectation, findPatternProblem, type Subject } from "./check-expectation.ts";
export { modulesOf, stubbedOptions } from "./compile-options.ts";
export { type EventParts, event } from "./event.ts";
export { expandCases } from "./expand-cases.ts";
export {
  type ActionAssertions,
  describeWrong,
  ExpectationError,
  expectAction,
} from "./expect-action.ts";
export { FIXED_ID, FIXED_NOW, FIXED_PORTS } from "./fixed-ports.ts";
export type * from "./model.ts";
export { type PatchEventResult, patchEvent } from "./patch-event.ts";
export { type CaseHooks, type RunCasesOptions, runCase, runCases } from "./run-case.ts";
export { snapshotText } from "./snapshot-text.ts";
export { type StubbedTransforms, stubTransforms, type TransformStub } from "./stub-transforms.ts";
export { ACTION_KEYS, type ActionKey } from "./view-action.ts";
