// A rule, or a part of one → the text of an expression: `payload.action == "opened"`.
import { readOperation } from "../../match/index.ts";

/** A longer expression is not read in a report. */
const MAX_TEXT_LENGTH = 160;

export function ruleToText(rule: unknown): string {
  const text = write(rule);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

const INFIX: ReadonlySet<string> = new Set(
  "== === != !== > >= < <= + - * / % in startsWith endsWith matches and or".split(" "),
);

/** Not deeper than a rule may be: a deeper one does not compile. */
function write(rule: unknown): string {
  if (Array.isArray(rule)) return `[${rule.map(write).join(", ")}]`;
  const operation = readOperation(rule);
  if (operation === undefined) return String(JSON.stringify(rule));
  const { name, args } = operation;
  if (name === "var") return writeVariable(args);
  if (name === "exists") return `exists(${args.map(writeName).join(", ")})`;
  if (name === "!") return `not ${writeOperand(args[0])}`;
  if (!INFIX.has(name) || args.length < 2) return `${name}(${args.map(write).join(", ")})`;
  if (name === "matches" && args.length > 2) return `matches(${args.map(write).join(", ")})`;
  return args.map(writeOperand).join(` ${name} `);
}

function writeVariable([name, ...fallback]: readonly unknown[]): string {
  const text = name === "" || name === null ? "element" : String(name);
  return [text, ...fallback.map(writeOperand)].join(" ?? ");
}

function writeName(name: unknown): string {
  return typeof name === "string" ? name : write(name);
}

function writeOperand(rule: unknown): string {
  const operation = readOperation(rule);
  const isInfix = operation !== undefined && INFIX.has(operation.name) && operation.args.length > 1;
  return isInfix ? `(${write(rule)})` : write(rule);
}
