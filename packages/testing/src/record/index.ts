// Requests that were received → event files without secrets: @hookwright/testing/record.
export { listComparedValues, listReadHeaders } from "./compared-values.ts";
export { createRecorder } from "./create-recorder.ts";
export type { RandomBelow } from "./pseudonyms.ts";
export { createRedactor, type NamedEvent, type RedactedEvent } from "./redact-event.ts";
export type { RedactOptions } from "./redact-value.ts";
export {
  REPLACEMENT_REASONS,
  type ReplacementCounts,
  type ReplacementReason,
} from "./replacements.ts";
