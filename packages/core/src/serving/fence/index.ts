// Outside text → the same text between markers that nothing in it can close.
export {
  type FenceOptions,
  type FencePartsOptions,
  fenceNeutralizedParts,
  fenceParts,
  fenceText,
  neutralize,
  neutralizeLine,
} from "./neutralize.ts";
