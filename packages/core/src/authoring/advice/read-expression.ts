// The expression of another system, such as `body.action == "opened"` → the rule that says the same.

import { pathFromSteps } from "@hookwright/base";
import { nameInExpression, readOperation } from "../rules/index.ts";

interface ReadExpression {
  readonly rule: object;
  /** The rule if a name such as `event` is a key of the body itself. */
  readonly otherwise?: object | undefined;
  /** The clause of a match that says the same. */
  readonly clause?: string | undefined;
}

/** A longer expression is not a slip. */
const MAX_LENGTH = 500;

/** Undefined unless it is a comparison, or several that are joined by `and` and `or`. */
export function readExpression(text: string): ReadExpression | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = unwrap(text);
  const rule = readJoined(plain, "or", fieldOf) ?? readField(plain, plain !== text);
  if (rule === undefined) return undefined;
  const otherwise = readJoined(plain, "or", otherFieldOf);
  const differs = JSON.stringify(otherwise) !== JSON.stringify(rule);
  return { rule, otherwise: differs ? otherwise : undefined, clause: clauseOf(rule) };
}

/** `{{ … }}`, `={{ … }}`, `${{ … }}`, `${ … }` around the whole. */
function unwrap(text: string): string {
  for (const form of WRAPPINGS) {
    const inner = form
      .exec(text)
      ?.slice(1)
      .find((part) => part !== undefined);
    if (inner !== undefined) return inner;
  }
  return text;
}

/** Blocks that write something where the condition holds, and jq's `select`. */
const WRAPPINGS: readonly RegExp[] = [
  /^\s*(?:=?\$?\{\{(?!-?\s*#?\s*(?:if|end)\b)([^{}]*)\}\}|\$\{([^{}]*)\})\s*$/,
  /^\s*\{\{-?~?\s*#?\s*if\s+([^{}]*?)\s*-?~?\}\}\s*(?:true|1|yes)?\s*\{\{-?~?\s*(?:\/if|end)\s*-?~?\}\}\s*$/,
  /^\s*\{%-?\s*if\s+([^%]*?)\s*-?%\}\s*(?:true|1|yes)?\s*\{%-?\s*endif\s*-?%\}\s*$/,
  /^\s*\.?\s*\|?\s*select\((.*)\)\s*$/,
];

type Name = (text: string) => string | undefined;

const fieldOf: Name = (text) => {
  const named = nameInExpression(text);
  return named && spell(named.steps);
};

const otherFieldOf: Name = (text) => {
  const named = nameInExpression(text);
  return named && spell(named.otherwise ?? named.steps);
};

/** A field alone, which has to be true: in an expression, or by a path. */
function readField(text: string, isWrapped: boolean): object | undefined {
  const isName = isWrapped
    ? /^\s*\.?[$A-Za-z_][^\s=<>!&|]*\s*$/
    : /^\s*\.?[$A-Za-z_][\w$]*\.[\w.$[\]'"-]+\s*$/;
  const path = isName.test(text) ? fieldOf(text.trim()) : undefined;
  return path === undefined ? undefined : { var: path };
}

/** Names of headers are compared in lower case. */
function spell([root = "", name, ...rest]: readonly string[]): string | undefined {
  if (name === undefined) return root;
  return pathFromSteps([root, root === "headers" ? name.toLowerCase() : name, ...rest]);
}

/** `a == 'x' && b == 'y'`; undefined if a part is not a comparison. */
function readJoined(text: string, operator: "or" | "and", name: Name): object | undefined {
  const whole = readComparison(text, name);
  if (whole !== undefined) return whole;
  const parts = text.split(operator === "or" ? /\|\||\sor\s/i : /&&|\sand\s/i);
  const rules = parts.map((part) =>
    operator === "or" ? readJoined(part, "and", name) : readComparison(part, name),
  );
  if (rules.length === 1) return rules[0];
  return rules.includes(undefined) ? undefined : { [operator]: rules };
}

/** What names a field: `body.action`, `$json["body"]["action"]`, `$('Webhook').item.json.action`. */
const OPERAND = String.raw`((?:\$\([^()]*\)|triggerBody\(\)|\.?[$A-Za-z_])(?:[\w$?-]|\.(?!\w+\()|\[(?:"[^"]*"|'[^']*'|\d+)\])*)`;

const LITERAL = String.raw`("[^"]*"|'[^']*'|\`[^\`]*\`|-?(?:0|[1-9]\d*)(?:\.\d+)?\b|true\b|false\b|null\b)`;

const LIST = String.raw`[[(]\s*(${LITERAL}(?:\s*,\s*${LITERAL})*)\s*[\])]`;

type Build = (parts: readonly string[], name: Name) => object | undefined;

/** Each form, and the rule of it. */
const FORMS: readonly (readonly [form: RegExp, build: Build])[] = [
  form(String.raw`${OPERAND}\s*([=!]==?|[<>]=?)\s*${LITERAL}`, ([field, sign, value], name) =>
    compare(name(field as string), sign as string, valueOfLiteral(value as string)),
  ),
  form(String.raw`${LITERAL}\s*([=!]==?|[<>]=?)\s*${OPERAND}`, ([value, sign, field], name) =>
    compare(
      name(field as string),
      FLIPPED.get(sign as string) ?? (sign as string),
      valueOfLiteral(value as string),
    ),
  ),
  // `{{action}} == opened`: in braces there is a field, and the rest is a text.
  form(String.raw`\{\{\s*([\w$.-]+)\s*\}\}\s*([=!]==?)\s*([\w.-]+)`, ([field, sign, word], name) =>
    compare(
      name(field as string),
      sign as string,
      LITERAL_WORD.test(word as string) ? JSON.parse(word as string) : word,
    ),
  ),
  form(String.raw`${OPERAND}\s+(not\s+)?in\s+${LIST}`, ([field, not, list], name) => {
    return negate(
      not !== undefined,
      compare(name(field as string), "in", literalsOf(list as string)),
    );
  }),
  form(
    String.raw`(!?)${OPERAND}\.(startsWith|endsWith|contains|includes|matches)\(\s*${LITERAL}\s*\)`,
    ([not, field, method, value], name) =>
      negate(not === "!", call(method, name(field as string), value)),
  ),
  form(
    String.raw`(!?)(startsWith|endsWith|contains)\(\s*${OPERAND}\s*,\s*${LITERAL}\s*\)`,
    ([not, method, field, value], name) =>
      negate(not === "!", call(method, name(field as string), value)),
  ),
  form(String.raw`${OPERAND}\s*=~\s*(?:/(.+)/|${LITERAL})`, ([field, pattern, value], name) =>
    call("matches", name(field as string), pattern === undefined ? value : JSON.stringify(pattern)),
  ),
  // Tekton: `header.match("X-GitHub-Event", "push")`.
  form(
    String.raw`headers?\.(?:match|canonical)\(\s*${LITERAL}\s*(?:,\s*|\)\s*==\s*)${LITERAL}\s*\)?`,
    ([header, value]) =>
      compare(
        spell(["headers", String(valueOfLiteral(header as string))]),
        "==",
        valueOfLiteral(value as string),
      ),
  ),
  form(String.raw`(!?)(?:has|exists|defined|isset)\(\s*${OPERAND}\s*\)`, ([not, field], name) => {
    const path = name(field as string);
    return negate(not === "!", path === undefined ? undefined : { exists: path });
  }),
  form(String.raw`(?:!\s*|not\s+)${OPERAND}`, ([field], name) => {
    const path = name(field as string);
    return path === undefined ? undefined : { "!": { var: path } };
  }),
  // Templates of Go and of Handlebars: `eq .action "opened"`.
  form(
    String.raw`(eq|ne|gt|lt|ge|le|gte|lte)\s+${OPERAND}\s+${LITERAL}`,
    ([word, field, value], name) =>
      compare(
        name(field as string),
        CALLED.get(word as string) as string,
        valueOfLiteral(value as string),
      ),
  ),
  form(
    String.raw`${OPERAND}\s+(?:is|equals)\s+(not\s+)?(?:${LITERAL}|([\w-]+))`,
    ([field, not, value, word], name) =>
      compare(
        name(field as string),
        not === undefined ? "==" : "!=",
        value === undefined ? readLiteral(word as string) : valueOfLiteral(value),
      ),
  ),
  form(String.raw`${LITERAL}\s+(not\s+)?in\s+${OPERAND}`, ([value, not, field], name) => {
    const path = name(field as string);
    const part = valueOfLiteral(value as string);
    return negate(
      not !== undefined,
      path === undefined ? undefined : { in: [part, { var: path }] },
    );
  }),
  form(
    String.raw`(!?)${LIST}\.(?:includes|contains)\(\s*${OPERAND}\s*\)`,
    ([not, list, ...rest], name) =>
      negate(not === "!", compare(name(rest.at(-1) as string), "in", literalsOf(list as string))),
  ),
  form(
    String.raw`(?:len|length|size|count)\(\s*${OPERAND}\s*\)\s*([=!]==?|[<>]=?)\s*${LITERAL}`,
    ([field, sign, value], name) => {
      const path = name(field as string);
      const length = path === undefined ? undefined : `${path}.length`;
      return compare(length, sign as string, valueOfLiteral(value as string));
    },
  ),
];

function form(source: string, build: Build): readonly [RegExp, Build] {
  return [new RegExp(String.raw`^\s*\(?\s*${source}\s*\)?\s*$`), build];
}

const CALLED: ReadonlyMap<string, string> = new Map([
  ["eq", "=="],
  ["ne", "!="],
  ["gt", ">"],
  ["lt", "<"],
  ["ge", ">="],
  ["gte", ">="],
  ["le", "<="],
  ["lte", "<="],
]);

const FLIPPED: ReadonlyMap<string, string> = new Map([
  ["<", ">"],
  ["<=", ">="],
  [">", "<"],
  [">=", "<="],
]);

function readComparison(text: string, name: Name): object | undefined {
  const plain = /\{\{.*\}\}\s*[=!]==?\s*[\w.-]+\s*$/.test(text)
    ? text
    : text.replaceAll(/\{\{\s*|\s*\}\}/g, "");
  for (const [pattern, build] of FORMS) {
    const found = pattern.exec(plain);
    if (found !== null) return build(found.slice(1), name);
  }
  return undefined;
}

function literalsOf(list: string): readonly unknown[] {
  return Array.from(list.matchAll(new RegExp(LITERAL, "g")), ([value]) => valueOfLiteral(value));
}

function valueOfLiteral(text: string): unknown {
  // JMESPath has JSON between backticks, in which quotes may be left out.
  const inner = /^["'`]/.test(text) ? text.slice(1, -1) : text;
  if (text.startsWith("`")) return readLiteral(inner);
  return inner === text ? JSON.parse(text) : inner;
}

function readLiteral(text: string): unknown {
  if (LITERAL_WORD.test(text)) return JSON.parse(text);
  return text.replaceAll(/^"|"$/g, "");
}

const LITERAL_WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/;

function compare(path: string | undefined, operator: string, value: unknown): object | undefined {
  if (path === undefined) return undefined;
  return { [operator]: [{ var: path }, value] };
}

function call(
  method: string | undefined,
  path: string | undefined,
  written: string | undefined,
): object | undefined {
  if (path === undefined || method === undefined || written === undefined) return undefined;
  const value = valueOfLiteral(written);
  const isPart = method === "contains" || method === "includes";
  return isPart ? { in: [value, { var: path }] } : { [method]: [{ var: path }, value] };
}

function negate(isNegated: boolean, rule: object | undefined): object | undefined {
  return isNegated && rule !== undefined ? { "!": rule } : rule;
}

/** `{ "==": [{ "var": "headers.x-event" }, "push"] }` → `"headers": { "x-event": "push" }`. */
function clauseOf(rule: object): string | undefined {
  const operation = readOperation(rule);
  const name = operation?.name;
  const path = String(readOperation(operation?.args[0])?.args[0]);
  const value = operation?.args[1];
  const [, clause, key] = /^(headers|query)\.([\w-]+)$/.exec(path) ?? [];
  const isText = typeof value === "string" || (Array.isArray(value) && value.every(isString));
  if (clause === undefined || !isText || (name !== "==" && name !== "===" && name !== "in")) {
    return undefined;
  }
  return `"${clause}": { "${key}": ${JSON.stringify(value)} }`;
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}
