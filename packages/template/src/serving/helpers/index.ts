// The helpers that every template has, by name. A new one stands in the file of its theme, and in the list there.
import type { Helper, HelperTable } from "../render/helper.ts";
import { ARITHMETIC_HELPERS } from "./arithmetic.ts";
import { BLOCKS_HELPERS } from "./blocks.ts";
import { DECODE_HELPERS } from "./decode.ts";
import { GROUPS_HELPERS } from "./groups.ts";
import { HTML_HELPERS } from "./html.ts";
import { LISTS_HELPERS } from "./lists.ts";
import { LOGIC_HELPERS } from "./logic.ts";
import { MARKDOWN_HELPERS } from "./markdown.ts";
import { NUMBERS_HELPERS } from "./numbers.ts";
import { SEARCH_HELPERS } from "./search.ts";
import { TEXT_HELPERS } from "./text.ts";
import { TIME_HELPERS } from "./time.ts";
import { VALUES_HELPERS } from "./values.ts";

const BUILT_IN: readonly Helper[] = [
  ...BLOCKS_HELPERS,
  ...VALUES_HELPERS,
  ...TEXT_HELPERS,
  ...SEARCH_HELPERS,
  ...LISTS_HELPERS,
  ...GROUPS_HELPERS,
  ...LOGIC_HELPERS,
  ...TIME_HELPERS,
  ...NUMBERS_HELPERS,
  ...ARITHMETIC_HELPERS,
  ...MARKDOWN_HELPERS,
  ...DECODE_HELPERS,
  ...HTML_HELPERS,
];

/** The helpers that every template has, by name. */
export const builtInHelpers: HelperTable = new Map(BUILT_IN.map((helper) => [helper.name, helper]));
