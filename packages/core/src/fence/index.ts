// What integrators import from @hookwright/core/fence.
export { type FenceOptions, fenceText, neutralize } from "./neutralize.ts";
