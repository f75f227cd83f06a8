// What integrators import from @hookwright/core/fence.
export { type FenceOptions, fenceText } from "./fence-text.ts";
export { neutralize } from "./neutralize.ts";
