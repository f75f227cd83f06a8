// Two configs and events → how the second differs: @hookwright/testing/comparison.
export { type CompareOptions, compareEvents, compareHooks } from "./compare-hooks.ts";
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
  type SettingChange,
  type StaticChanges,
  type TextChange,
} from "./model.ts";
