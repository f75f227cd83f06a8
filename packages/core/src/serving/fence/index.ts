// Outside text → the same text between markers that nothing in the text can close.
export {
  cleanText,
  type FenceOptions,
  type FencePartsOptions,
  fenceNeutralizedParts,
  fenceParts,
  fenceText,
  neutralize,
  neutralizeLine,
  neutralizePieces,
} from "./neutralize.ts";
