// One operation of a condition → a warning of a text in it that looks like a pattern or a template.

import { parsePath } from "@hookwright/base";
import { type ConfigPath, createProblem, type Problem } from "../../model/index.ts";
import { nameField, type Operation, readOperation, ruleToJson } from "../rules/index.ts";
import { writeRule } from "./advise-rule.ts";
import {
  type ComparedName,
  findMeaning,
  type Meaning,
  ruleOfMeaning,
  ruleOfMeanings,
} from "./find-meaning.ts";

export function findPatternInRule(operation: Operation, at: ConfigPath): Problem | undefined {
  const { name, args } = operation;
  if (EQUALITIES.has(name)) return findInEquality(operation, at);
  if (name === "in") return findInList(operation, at);
  if (name === "matches") return findInPattern(operation, at);
  if (name !== "startsWith" && name !== "endsWith") return undefined;
  const [field, part] = args;
  const stars = name === "startsWith" ? /(?:\.?\*+|(?<=[A-Za-z])%)$/ : /^(?:\.?\*+|%(?=[A-Za-z]))/;
  if (typeof part !== "string" || readField(field) === undefined) return undefined;
  const rest = part.replace(stars, "");
  if (rest === part || rest === "") return undefined;
  return warn({ name, text: part, at }, { [name]: [field, rest] });
}

/** `/^v\d+/i`: a pattern is written here without slashes. */
const DELIMITED = /^\/(?:(\^.*)|(.*\$))\/([gimsuy]*)$/;

/** `pull_*`: in a pattern, the star repeats the character before it. */
const GLOB = /^[\w/:-]{2,}\*$/;

function findInPattern({ args }: Operation, at: ConfigPath): Problem | undefined {
  const [field, pattern] = args;
  if (typeof pattern !== "string") return undefined;
  const [delimited, starting, ending, flags = ""] = DELIMITED.exec(pattern) ?? [];
  const options = flags.includes("i") ? ["ignoreCase"] : args.slice(2);
  if (delimited !== undefined) {
    const message = `The slashes of ${JSON.stringify(pattern)} are part of the pattern, so it fits nothing.`;
    const inner = String(starting ?? ending).replaceAll("\\/", "/");
    const advice = writeRule({ matches: [field, inner, ...options] }, at);
    return createProblem("value_pattern", at, message, { severity: "warning", ...advice });
  }
  if (!GLOB.test(pattern) || readField(field) === undefined) return undefined;
  const message = `In the pattern ${JSON.stringify(pattern)} the star repeats the character before it, and does not match any text.`;
  const advice = writeRule({ startsWith: [field, pattern.slice(0, -1)] }, at);
  return createProblem("value_pattern", at, message, { severity: "warning", ...advice });
}

const EQUALITIES: ReadonlySet<string> = new Set(["==", "===", "!=", "!=="]);

interface Field {
  readonly read: { readonly var: string };
  readonly compared: ComparedName;
}

const KINDS: ReadonlyMap<unknown, ComparedName["kind"]> = new Map<unknown, ComparedName["kind"]>([
  ["headers", "header"],
  ["query", "query"],
]);

/** A `var` without a second value. */
function readField(rule: unknown): Field | undefined {
  const { name, args = [] } = readOperation(rule) ?? {};
  const [path] = args;
  if (name !== "var" || args.length !== 1 || typeof path !== "string") return undefined;
  const steps = parsePath(path) ?? [];
  const [root] = steps;
  const last = steps.findLast((step) => !/^\d+$/.test(step)) ?? "";
  return { read: { var: path }, compared: { kind: KINDS.get(root) ?? "field", name: last } };
}

function findInEquality({ name, args }: Operation, at: ConfigPath): Problem | undefined {
  const [field, literal] = readField(args[0]) === undefined ? args.toReversed() : args;
  const read = readField(field);
  if (read === undefined || typeof literal !== "string") return undefined;
  const meaning = findMeaning(literal, read.compared);
  if (meaning === undefined) return undefined;
  const rule = ruleOfMeaning(meaning, read.read);
  return warn({ name, text: literal, at }, name.startsWith("!") ? opposite(rule) : rule);
}

function opposite(rule: object | undefined): object | undefined {
  const { name, args } = readOperation(rule) ?? {};
  if (rule === undefined || name === undefined) return undefined;
  if (name === "==") return { "!=": args };
  if (name === "!=") return { "==": args };
  return name === "!" ? (args?.[0] as object) : { "!": rule };
}

/** `{ "in": [field, ["invoice.*", "charge.paid"]] }`, `{ "in": ["*urgent*", field] }`. */
function findInList({ name, args }: Operation, at: ConfigPath): Problem | undefined {
  const [wanted, second] = args;
  const part = readField(second);
  if (part !== undefined && typeof wanted === "string") {
    const meaning = findMeaning(wanted, part.compared);
    if (meaning?.is !== "part") return undefined;
    return warn({ name, text: wanted, at }, { in: [meaning.text, second] });
  }
  const read = readField(wanted);
  if (read === undefined || !Array.isArray(second)) return undefined;
  const found = second.map((value: unknown) =>
    typeof value === "string" ? findMeaning(value, read.compared) : undefined,
  );
  const first = found.findIndex((meaning) => meaning !== undefined);
  if (first === -1 || !second.every((value) => typeof value === "string")) return undefined;
  const meanings = found.map(
    (one, index): Meaning => one ?? { is: "text", value: String(second[index]) },
  );
  const any = meanings.find(({ is }) => is === "any");
  const rule = any ? ruleOfMeaning(any, read.read) : ruleOfMeanings(meanings, read.read);
  return warn({ name, text: second[first] as string, at }, rule);
}

interface Compared {
  readonly name: string;
  readonly text: string;
  readonly at: ConfigPath;
}

function warn({ name, text, at }: Compared, rule: object | undefined): Problem {
  const message = `"${name}" compares with the literal text, so ${JSON.stringify(text)} matches only itself.`;
  const advice =
    rule === undefined ? { hint: 'Write { "matches": [field, pattern] }.' } : writeRule(rule, at);
  return createProblem("value_pattern", at, message, { severity: "warning", ...advice });
}

/** An expression of a template, or of another system, as the author of a condition may write it. */
const EXPRESSION = /\$?\{\{\s*[\w$.@[\]'"-]+\s*\}\}|\$\{\s*[\w$.@[\]'"-]+\s*\}/;

/** All arguments of an operation that are fixed texts: conditions read fields with `var` alone. */
export function findExpressionInRule(
  { name, args, isList }: Operation,
  at: ConfigPath,
): Problem | undefined {
  // The name of a field is looked at where it is read.
  if (name === "var" || name === "exists" || name.startsWith("missing")) return undefined;
  // Where no part is read, the comparison itself is reported.
  if (args.every((arg) => readOperation(arg) === undefined)) return undefined;
  const texts = args.flatMap((arg, index) => textsOf(arg, isList ? [...at, index] : at));
  const found = texts.find(({ text }) => EXPRESSION.test(text));
  if (found === undefined) return undefined;
  const { text, path } = found;
  const expression = String(EXPRESSION.exec(text)?.[0]);
  const message = `"${name}" compares with the literal text, so "${expression}" is not filled in.`;
  const value = meantValue(text, expression);
  const advice =
    value === undefined
      ? { hint: 'To read a field of the event write { "var": "payload.field" }.' }
      : {
          hint: `Write ${ruleToJson(value)}.`,
          change: { kind: "replace", value, path, safe: false } as const,
        };
  return createProblem("value_expression", path, message, { severity: "warning", ...advice });
}

function textsOf(arg: unknown, path: ConfigPath): readonly { text: string; path: ConfigPath }[] {
  if (Array.isArray(arg)) return arg.flatMap((one, index) => textsOf(one, [...path, index]));
  return typeof arg === "string" ? [{ text: arg, path }] : [];
}

/** `{{id}}` is a field, `order-{{id}}` a text and a field. */
function meantValue(text: string, expression: string): unknown {
  const field = nameField(expression.replace(/^\$\{(?!\{)(.*)\}$/, "{{$1}}"));
  if (field === undefined) return undefined;
  const [before = "", after = ""] = text.split(expression);
  const parts = [before, { var: field }, after].filter((part) => part !== "");
  if (EXPRESSION.test(after)) return undefined;
  return parts.length === 1 ? parts[0] : { cat: parts };
}
