// The helpers that every template has, by name. A new one is a row in the file of its theme.
import type { Helper, HelperTable } from "../render/helper.ts";
import { blocksHelpers } from "./blocks.ts";
import { decodeHelpers } from "./decode.ts";
import { groupsHelpers } from "./groups.ts";
import { htmlHelpers } from "./html.ts";
import { listsHelpers } from "./lists.ts";
import { logicHelpers } from "./logic.ts";
import { markdownHelpers } from "./markdown.ts";
import { numbersHelpers } from "./numbers.ts";
import { searchHelpers } from "./search.ts";
import { textHelpers } from "./text.ts";
import { timeHelpers } from "./time.ts";
import { valuesHelpers } from "./values.ts";

const BUILT_IN: readonly Helper[] = [
  ...blocksHelpers,
  ...valuesHelpers,
  ...textHelpers,
  ...searchHelpers,
  ...listsHelpers,
  ...groupsHelpers,
  ...logicHelpers,
  ...timeHelpers,
  ...numbersHelpers,
  ...markdownHelpers,
  ...decodeHelpers,
  ...htmlHelpers,
];

/** The helpers that every template has, by name. */
export const builtInHelpers: HelperTable = new Map(BUILT_IN.map((helper) => [helper.name, helper]));
