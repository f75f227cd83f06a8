// Redaction alone, also in a browser: `@hookwright/testing/redact`. Nothing here reaches a module of Node.
export { nameEvent } from "./event-name.ts";
export type { RandomBelow } from "./pseudonyms.ts";
export { redactConfigText } from "./redact-config-text.ts";
export { createRedactor, type NamedEvent, type RedactedEvent } from "./redact-event.ts";
export type { RedactOptions } from "./redact-value.ts";
