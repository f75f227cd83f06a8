// What integrators import from @hookwright/core/fence.
export { type FenceOptions, type FencePartsOptions, fenceParts, fenceText } from "./fence-text.ts";
export { neutralize } from "./neutralize.ts";
