// A config → what the walk per event runs on, or its problems.
export { type CompileResult, compileConfig } from "./compile-config.ts";
export { compileTemplateOptions } from "./compile-template-options.ts";
export type { CompileOptions, ProbedOptions } from "./options.ts";
export { channelNamesOf, type OwnChannel } from "./plan-policies.ts";
