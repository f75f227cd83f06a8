// A config and events → what is legal and hardly meant: @hookwright/testing/findings.
export { findInEvents } from "./find-in-events.ts";
export type { FindInEventsOptions } from "./model.ts";
