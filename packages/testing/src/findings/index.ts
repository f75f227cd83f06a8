// A config and events → what is valid but probably not meant: @hookwright/testing/findings.
export { type FindInEventsOptions, findInEvents } from "./find-in-events.ts";
