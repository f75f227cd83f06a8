// A rule as written → its tree; all that is wrong with it goes to `report`.

import { describeArity, parsePath } from "@hookwright/base";
import { compilePattern } from "@hookwright/template/runtime";
import {
  type ConfigCode,
  type ConfigPath,
  createProblem,
  type Problem,
} from "../../model/index.ts";
import { type FieldRead, IGNORE_CASE, type RuleNode } from "../../serving/match/index.ts";
import { type ForeignStep, findForeignStep } from "./foreign-step.ts";
import { nameField } from "./name-field.ts";
import { OPERATORS, type Operator } from "./operators.ts";

/**
 * What was written instead of a rule, as data. What it may mean is decided elsewhere: advice/advise-rule.ts
 * knows that.
 */
export type RuleFault =
  /** Neither an operation nor a boolean. */
  | { readonly is: "no rule"; readonly value: unknown }
  | { readonly is: "several operators"; readonly rule: object }
  | {
      readonly is: "unknown operator";
      readonly name: string;
      /** What the operator was given. */
      readonly written: unknown;
    }
  /** Two fixed values are compared; one of them may be the name of a field. */
  | { readonly is: "fixed values"; readonly field: string | undefined }
  /** The part is the first argument, and the whole text the second. */
  | {
      readonly is: "reversed arguments";
      readonly operator: string;
      readonly args: readonly unknown[];
      readonly operatorPath: ConfigPath;
    }
  | { readonly is: "no pattern" }
  /** The parser of patterns knows what to write. */
  | { readonly is: "wrong pattern"; readonly hint: string | undefined }
  | { readonly is: "no path" }
  | { readonly is: "wrong brackets"; readonly name: string }
  | {
      readonly is: "many arguments";
      readonly operator: string;
      readonly args: readonly unknown[];
      readonly operatorPath: ConfigPath;
    }
  | { readonly is: "no name" }
  /** `payload.items[*].id`. */
  | { readonly is: "foreign step"; readonly name: string; readonly step: ForeignStep }
  | {
      readonly is: "unknown root";
      readonly name: string;
      readonly root: string;
      readonly roots: readonly string[];
      readonly isOfEvent: boolean;
    };

/** What is wrong and where. It has no hint yet. */
export interface RuleProblem extends Problem {
  readonly fault?: RuleFault;
}

export type RuleReport = (found: RuleProblem) => void;

/** Where a rule is, and what gets its problems. */
interface RulePosition {
  /** `item`: the event with one element of `forEach`, so that a rule can read `item` and `index`. */
  readonly scope: "event" | "item";
  /** The path of the rule in the config. */
  readonly configPath: ConfigPath;
  readonly report: RuleReport;
}

/**
 * The tree of any value. What is wrong is reported, and becomes a part of the tree with the value null. A rule that was read
 * before needs no `report`.
 *
 * In JSON Logic any value but an operation is a constant: an expression of another language, written as text, would
 * hold for every event.
 */
export function readRule(
  rule: unknown,
  { scope = "event", configPath = [], report = () => undefined }: Partial<RulePosition> = {},
): RuleNode {
  if (isRule(rule)) return readPart(rule, { scope, configPath, report, rulePath: [] });
  const message = 'A condition must be an object with one operator, such as "==", or a boolean.';
  const problem = createProblem("wrong_type", configPath, message);
  report({ ...problem, fault: { is: "no rule", value: rule } });
  return { kind: "wrong", at: [] };
}

function isRule(rule: unknown): boolean {
  if (typeof rule === "boolean") return true;
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return false;
  return Object.keys(rule).length > 0;
}

/** Each level is a call at run time. Rules that people write have about five levels. */
const MAX_RULE_DEPTH = 50;

interface RuleState extends Omit<RulePosition, "scope"> {
  /** The path from the root of the rule. */
  readonly rulePath: ConfigPath;
  /** `element`: of a list in the rule; `reduction`: the pair that `reduce` makes. */
  readonly scope: RulePosition["scope"] | "element" | "reduction";
}

function readPart(part: unknown, state: RuleState): RuleNode {
  const at = state.rulePath;
  if (at.length > 2 * MAX_RULE_DEPTH) {
    const message = `The rule is nested more than ${MAX_RULE_DEPTH} deep.`;
    return refuse(state, "condition_too_deep", message);
  }
  if (Array.isArray(part)) return readList(part, state);
  if (typeof part !== "object" || part === null) {
    const value = { kind: "value", at, value: part } as const;
    return isOutsideJson(part) ? { ...value, number: String(part) } : value;
  }
  const [name, ...others] = Object.keys(part);
  if (name === undefined) return { kind: "value", at, value: part };
  if (others.length > 0) {
    const message = `An operation has one key, not ${others.length + 1}: ${[name, ...others].join(", ")}.`;
    const fault: RuleFault = { is: "several operators", rule: part };
    return refuse(state, "condition_operator_unknown", message, fault);
  }
  const written = (part as Record<string, unknown>)[name];
  const operator = OPERATORS.get(name);
  if (operator !== undefined) return readOperator(name, operator, { written, state });
  const fault: RuleFault = { is: "unknown operator", name, written };
  const message = `There is no operator "${name}".`;
  return refuse(stepInto(state, name), "condition_operator_unknown", message, fault, at);
}

function readList(items: readonly unknown[], state: RuleState): RuleNode {
  // One by one: a call takes some 100,000 arguments, and a list may have more values.
  const nodes = items.map((item, index) => readPart(item, stepInto(state, index)));
  const at = state.rulePath;
  return items.every((item) => isScalar(item) && !isOutsideJson(item))
    ? { kind: "value", at, value: items }
    : { kind: "list", at, items: nodes };
}

/** The arguments of one operator. */
interface Arguments {
  readonly operator: string;
  readonly args: readonly unknown[];
  /** The path of the operation. */
  readonly at: ConfigPath;
  /** The state for the arguments of the operator. */
  readonly state: RuleState;
  /** The path of one argument: a single one need not be in a list. */
  readonly stateAt: (index: number) => RuleState;
  /** Reads one argument, in the scope of the operation or in another one. */
  readonly read: (index: number, scope?: RuleState["scope"]) => RuleNode;
}

function readOperator(
  name: string,
  operator: Operator,
  { written, state }: { readonly written: unknown; readonly state: RuleState },
): RuleNode {
  const args = Array.isArray(written) ? written : [written];
  const inside = stepInto(state, name);
  const [least, most] = operator.arity;
  if (args.length < least || args.length > most) {
    const message = `"${name}" takes ${describeArity(operator.arity, "or")}, not ${args.length}.`;
    const isMany = args.length > most && args.length > 1;
    const fault: RuleFault | undefined = isMany
      ? { is: "many arguments", operator: name, args, operatorPath: pathOf(inside) }
      : undefined;
    return refuse(inside, "condition_arguments", message, fault, state.rulePath);
  }
  if (["comparison", "text"].includes(operator.kind) && args.every(isFixed)) {
    warnOfFixed(name, args, inside);
  }
  const stateAt = (index: number) => (Array.isArray(written) ? stepInto(inside, index) : inside);
  return READERS[operator.kind]({
    operator: name,
    args,
    at: state.rulePath,
    state: inside,
    stateAt,
    read: (index, scope = state.scope) => {
      const own = stateAt(index);
      return readPart(args[index], own.scope === scope ? own : { ...own, scope });
    },
  });
}

/** The path of what is read of the parsed value is fixed text, like all names. */
function readParsed({ operator, args, at, state, read }: Arguments): RuleNode {
  const [, path] = args;
  if (path !== undefined && (typeof path !== "string" || parsePath(path) === undefined)) {
    const message = '"parseJson" takes a JSON text, and a path in it that is written as text.';
    return refuse(state, "condition_arguments", message, { is: "no path" }, at);
  }
  return { kind: "call", at, operator, args: args.map((_arg, index) => read(index)) };
}

const READERS: Readonly<Record<Operator["kind"], (written: Arguments) => RuleNode>> = {
  variable: readPresence,
  scoped: readWalk,
  text: readText,
  lazy: readCall,
  parsed: readParsed,
  comparison: readCall,
  value: readCall,
};

function readCall({ operator, args, at, read }: Arguments): RuleNode {
  return { kind: "call", at, operator, args: args.map((_arg, index) => read(index)) };
}

function readPresence(written: Arguments): RuleNode {
  const { operator, args, at, state, stateAt, read } = written;
  switch (operator) {
    case "var": {
      const field = { ...readField(args[0], state), at };
      const fallback = args.length > 1 ? read(1) : undefined;
      return field.kind === "field" && fallback !== undefined ? { ...field, fallback } : field;
    }
    case "exists": {
      const parts = args.map((arg, index) => {
        // A rule instead of a name is evaluated, and its value is the name.
        const isNamed = typeof arg !== "object" || arg === null || Array.isArray(arg);
        return isNamed ? readField(arg, stateAt(index)) : read(index);
      });
      return { kind: "presence", at, operator, parts };
    }
    case "missing": {
      const names: readonly unknown[] = Array.isArray(args[0]) ? args[0] : args;
      return { kind: "presence", at, operator, parts: names.map((name) => readField(name, state)) };
    }
    default:
      return readMissingSome(written);
  }
}

function readMissingSome({ args: [least, names], at, state }: Arguments): RuleNode {
  if (typeof least !== "number" || !Array.isArray(names)) {
    const message = '"missing_some" takes a number and a list of names.';
    return refuse(state, "condition_arguments", message, undefined, at);
  }
  const parts = names.map((name) => readField(name, state));
  return { kind: "presence", at, operator: "missing_some", parts, least };
}

const ROOTS: Readonly<Record<RuleState["scope"], readonly string[] | undefined>> = {
  event: ["payload", "headers", "query", "path", "now"],
  item: ["item", "index", "payload", "headers", "query", "path", "now"],
  reduction: ["current", "accumulator"],
  // Elements are part of the payload and may have any names.
  element: undefined,
};

/** The empty name is the data itself, as in json-logic-js. */
function readField(name: unknown, state: RuleState): RuleNode {
  const isOfEvent = state.scope === "event" || state.scope === "item";
  if (name === "" || name === null) {
    if (!isOfEvent) return fieldOf(state, "", []);
    const message = 'The "var" of a condition must name a field of the event.';
    return refuse(state, "condition_variable", message, { is: "no name" });
  }
  if (typeof name !== "string" && typeof name !== "number") {
    return refuse(state, "condition_variable", "The name of a variable must be fixed text.");
  }
  const text = String(name);
  const steps = parsePath(text);
  if (steps === undefined) {
    const message = `The brackets of "${text}" do not fit.`;
    return refuse(state, "condition_variable", message, { is: "wrong brackets", name: text });
  }
  const roots = ROOTS[state.scope];
  if (roots === undefined || roots.includes(steps[0] as string)) {
    const step = findForeignStep(text);
    if (step !== undefined) warnOfStep(text, step, state);
    return fieldOf(state, name, steps);
  }
  const [root = ""] = text.split(/[.[]/, 1);
  const fault: RuleFault = { is: "unknown root", name: text, root, roots, isOfEvent };
  return refuse(state, "condition_variable", `There is no "${root}" to read.`, fault);
}

function fieldOf(
  { scope, rulePath }: RuleState,
  name: string | number,
  steps: readonly string[],
): RuleNode & FieldRead {
  const of = scope === "event" || scope === "item" ? "event" : "element";
  return { kind: "field", at: rulePath, name, steps, of };
}

function readWalk({ operator, args, at, stateAt, read }: Arguments): RuleNode {
  const walk = { kind: "each", at, operator: operator as "map", list: read(0) } as const;
  if (args.length === 1) return walk;
  if (operator === "reduce") {
    const rule = read(1, "reduction");
    return args.length > 2 ? { ...walk, rule, initial: read(2) } : { ...walk, rule };
  }
  const rule = read(1, "element");
  // No rule around `find` can read a field of what it finds.
  if (args.length < 3) return { ...walk, rule };
  return { ...walk, rule, field: readField(args[2], { ...stateAt(2), scope: "element" }) };
}

/** startsWith, endsWith, matches. */
function readText(written: Arguments): RuleNode {
  if (written.operator === "matches") return readMatches(written);
  const { operator, state } = written;
  const call = readCall(written);
  if (isReversed(written)) {
    const message = `"${operator}" takes the whole text first, and its part second.`;
    warn(state, "condition_arguments", message, reversed(written));
  }
  return call;
}

/** `in` takes the part first, so that many authors write it first here. */
function isReversed({ args: [first, second] }: Arguments): boolean {
  const isOperation = typeof second === "object" && second !== null && !Array.isArray(second);
  return typeof first === "string" && isOperation;
}

function reversed({ operator, args, state }: Arguments): RuleFault {
  return { is: "reversed arguments", operator, args, operatorPath: pathOf(state) };
}

/** A sender must not choose a pattern: it would be parsed for each event. */
function readMatches(written: Arguments): RuleNode {
  const { args, at, state, read } = written;
  const whole = read(0);
  const [, source, option] = args;
  const refuseAt = (index: number, message: string, fault?: RuleFault) =>
    refuse(stepInto(state, index), "condition_arguments", message, fault, at);
  if (typeof source !== "string") {
    const fault: RuleFault = isReversed(written) ? reversed(written) : { is: "no pattern" };
    return refuseAt(1, '"matches" takes a text and a pattern that is written as text.', fault);
  }
  if (option !== undefined && option !== IGNORE_CASE) {
    return refuseAt(2, `The third argument of "matches" can only be "${IGNORE_CASE}".`);
  }
  const compiled = compilePattern(source, option === IGNORE_CASE);
  if (!compiled.ok) {
    const fault: RuleFault = { is: "wrong pattern", hint: compiled.hint };
    return refuseAt(1, `"matches" ${compiled.problem}.`, fault);
  }
  const others = args.slice(1).map((_arg, index) => read(index + 1));
  return { kind: "call", at, operator: "matches", args: [whole, ...others] };
}

function isFixed(arg: unknown): boolean {
  return isScalar(arg) || (Array.isArray(arg) && arg.every(isFixed));
}

/** YAML and JSON5 have such numbers. */
function isOutsideJson(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** An author may have forgotten `var`: the name of the field is then compared as a text. */
function warnOfFixed(name: string, args: readonly unknown[], state: RuleState): void {
  const message = `"${name}" compares fixed values, so its result is the same for every event.`;
  const index = args.findIndex((arg) => nameField(arg) !== undefined);
  const field = nameField(args[index]);
  const stateOfField = field === undefined ? state : stepInto(state, index);
  warn(stateOfField, "condition_variable", message, { is: "fixed values", field });
}

/** It would be the name of a field, which no sender has. */
function warnOfStep(name: string, step: ForeignStep, state: RuleState): void {
  const message = `"${step.written}" in "${name}" is the name of a field here, and does not mean what it means in other tools.`;
  warn(state, "condition_variable", message, { is: "foreign step", name, step });
}

type ConditionCode = Extract<ConfigCode, `condition_${string}`>;

function refuse(
  state: RuleState,
  code: ConditionCode,
  message: string,
  fault?: RuleFault,
  at: ConfigPath = state.rulePath,
): RuleNode {
  const problem = createProblem(code, pathOf(state), message);
  state.report(fault === undefined ? problem : { ...problem, fault });
  return { kind: "wrong", at };
}

/** For rules that can be evaluated but are probably not what the author meant. */
function warn(state: RuleState, code: ConditionCode, message: string, fault: RuleFault): void {
  const problem = createProblem(code, pathOf(state), message, { severity: "warning" });
  state.report({ ...problem, fault });
}

function pathOf({ configPath, rulePath }: RuleState): ConfigPath {
  return [...configPath, ...rulePath];
}

/** Not a spread: this runs for each part of each rule. */
function stepInto(
  { configPath, report, rulePath, scope }: RuleState,
  step: string | number,
): RuleState {
  return { configPath, report, rulePath: [...rulePath, step], scope };
}
