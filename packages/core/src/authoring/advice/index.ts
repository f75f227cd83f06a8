// What is valid in a config but probably not meant: keys without effect, mappings that no event reaches.
export { adviseRules } from "./advise-rule.ts";
export { checkConditions } from "./check-conditions.ts";
export { checkEffects } from "./check-effects.ts";
export { checkForeignSyntax } from "./check-foreign-syntax.ts";
export { checkLiterals } from "./check-literals.ts";
export { checkMappings } from "./check-mappings.ts";
export { checkMatchValues } from "./check-match-values.ts";
export { checkOpenPrefixes } from "./check-open-prefixes.ts";
export { checkPartials, listPartials } from "./check-partials.ts";
export { checkMisplaced, checkPresence } from "./check-presence.ts";
export { checkVendorHeaders } from "./check-vendor-headers.ts";
export type { ForeignAgents, MappingReads } from "./checked-mapping.ts";
export { foreignAgentsOf } from "./lints/agent-commands-exposed.ts";
