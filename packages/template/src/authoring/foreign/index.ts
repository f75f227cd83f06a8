// What authors write who know another template language → what to write here. Only who compiles for people asks.
import type { TemplateAdviser } from "../../serving/link/compile-state.ts";
import { hintHelper } from "./hint-helper.ts";
import { hintRewrites } from "./hint-rewrites.ts";

export type { ForeignConstruct } from "./edits.ts";
export { findForeign } from "./find-foreign.ts";
export { hintRewrite } from "./hint-rewrites.ts";

/** Knows the names and the syntax of other template languages. */
export const TEMPLATE_ADVISER: TemplateAdviser = { hintHelper, hintRewrites };
