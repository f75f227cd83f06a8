// What integrators import from @hookwright/core/testing: events for tests.
export { event } from "./event.ts";
export type * from "./model.ts";
