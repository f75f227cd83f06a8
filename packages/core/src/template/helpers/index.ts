// The helpers that every template has, by name.
import type { Helper, HelperTable } from "../helper.ts";
import { eachHelper } from "./each.ts";
import { ifHelper, unlessHelper } from "./if.ts";
import { lookupHelper } from "./lookup.ts";
import { withHelper } from "./with.ts";

const BUILT_IN: readonly Helper[] = [ifHelper, unlessHelper, eachHelper, withHelper, lookupHelper];

export const builtInHelpers: HelperTable = new Map(BUILT_IN.map((helper) => [helper.name, helper]));
