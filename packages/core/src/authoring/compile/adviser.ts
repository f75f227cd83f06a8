// What compiling asks of the advice room, so that who only serves need not load it. Types only.
import type * as advice from "../advice/index.ts";

/** Knows what is hardly meant, and what to write in place of a mistake. Without one, problems have no hint. */
export type Adviser = Pick<
  typeof advice,
  | "adviseMapping"
  | "adviseRules"
  | "checkConditions"
  | "checkEffects"
  | "checkForeignSyntax"
  | "checkMappings"
  | "checkLiterals"
  | "checkMatchValues"
  | "checkMisplaced"
  | "checkOpenPrefixes"
  | "checkPartials"
  | "checkPresence"
  | "checkSharedToken"
  | "checkVendorHeaders"
>;
