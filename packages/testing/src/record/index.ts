// Requests that were received → event files without secrets: @hookwright/testing/record.
export { listComparedValues, listReadHeaders } from "./compared-values.ts";
export { createRecorder } from "./create-recorder.ts";
export {
  REPLACEMENT_REASONS,
  type ReplacementCounts,
  type ReplacementReason,
} from "./replacements.ts";
