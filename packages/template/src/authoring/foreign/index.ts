// What authors write who know another template language → what to write here.
export type { ForeignConstruct } from "./edits.ts";
export { findForeign } from "./find-foreign.ts";
export { hintHelper } from "./hint-helper.ts";
export { hintRewrite, hintRewrites } from "./hint-rewrites.ts";
