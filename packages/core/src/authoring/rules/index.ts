// A JSON Logic rule as written → its tree, and what is wrong with it.
export { type ForeignStep, findForeignStep } from "./foreign-step.ts";
export { nameField, nameInExpression } from "./name-field.ts";
export { OPERATORS, type Operation, readOperation, ruleToJson } from "./operators.ts";
export { type RuleFault, type RuleProblem, type RuleReport, readRule } from "./read-rule.ts";
