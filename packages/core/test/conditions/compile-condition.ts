// A rule as written → its condition; what is wrong with it goes to `report`.

import { type RuleReport, readRule } from "../../src/authoring/rules/index.ts";
import type { ConfigPath } from "../../src/model/index.ts";
import { conditionFromTree } from "../../src/serving/match/index.ts";

export function compileCondition(rule: unknown, configPath: ConfigPath, report: RuleReport) {
  return conditionFromTree(readRule(rule, { configPath, report }));
}
