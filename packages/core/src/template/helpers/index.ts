// The helpers that every template has, by name.
import type { Helper, HelperTable } from "../helper.ts";
import { eachHelper } from "./blocks/each.ts";
import { ifHelper, unlessHelper } from "./blocks/if.ts";
import { withHelper } from "./blocks/with.ts";
import { defaultHelper } from "./values/default.ts";
import { lookupHelper } from "./values/lookup.ts";

const BUILT_IN: readonly Helper[] = [
  ifHelper,
  unlessHelper,
  eachHelper,
  withHelper,
  // Values
  lookupHelper,
  defaultHelper,
];

export const builtInHelpers: HelperTable = new Map(BUILT_IN.map((helper) => [helper.name, helper]));
