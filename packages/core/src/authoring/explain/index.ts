// The walk per event with a trace → what it did and why.

export { type ProposedValue, REMOVED, valuesForAtom } from "./condition/atom-values.ts";
export { findNearestChange } from "./condition/nearest-change.ts";
export { atomsOf, ruleToText, splitRule } from "./condition/split-rule.ts";
export { explainEmptyCall } from "./explain-empty-call.ts";
export { explainEvent } from "./explain-event.ts";
export { listFieldReads } from "./field-reads.ts";
export { createConfigLocator } from "./locate-mapping.ts";
export { hintMissingList } from "./missing-list.ts";
export { findMeantRead } from "./nearest-field.ts";
export { readOrigin } from "./read-origin.ts";
export { findUnlikeValues } from "./unlike-values.ts";
