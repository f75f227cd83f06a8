// A config and events → what is legal and hardly meant: @hookwright/testing/findings.
export { type FindInEventsOptions, findInEvents } from "./find-in-events.ts";
