export { meantMappingKey } from "./common-mistakes.ts";
export type * from "./config.ts";
export { defineHooks } from "./define-hooks.ts";
export { defineMapping } from "./define-mapping.ts";
export {
  type CompiledSource,
  findEndOfSpan,
  locateInWritten,
  locateSpan,
  spanInWritten,
} from "./locate-in-written.ts";
export type {
  ForEach,
  Mapping,
  MappingAuth,
  MappingBody,
} from "./mapping.ts";
export { ONE_MAILBOX } from "./misnamed-keys.ts";
export {
  normalizeBasePath,
  normalizeMapping,
  normalizeMappings,
  normalizeMatch,
} from "./normalize-mappings.ts";
export { parseConfig } from "./parse-config.ts";
export type { Preset } from "./presets.ts";
export { gmailPreset, MAIL_PATH } from "./presets.ts";
