// What integrators import from @hookwright/core/testing: events for tests, and the comparison of two configs.
export { type CompareOptions, compareHooks } from "./compare/compare-hooks.ts";
export { FIXED_ID, FIXED_TIME, fixedPorts } from "./compare/fixed-ports.ts";
export {
  CHANGE_CLASSES,
  type Change,
  type ChangeClass,
  type ChangeGroup,
  type ComparedEvent,
  type ComparedResult,
  type EventComparison,
  type HooksComparison,
  type RunsPerDay,
  type StaticChanges,
  type TextChange,
} from "./compare/model.ts";
export { event } from "./event.ts";
