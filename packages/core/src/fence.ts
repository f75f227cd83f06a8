// What integrators import from @hookwright/core/fence.
export {
  type FenceOptions,
  type FencePartsOptions,
  fenceParts,
  fenceText,
  neutralize,
} from "./serving/fence/index.ts";
