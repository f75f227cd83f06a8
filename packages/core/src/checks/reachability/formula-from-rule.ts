// A JSON Logic rule → the formula of the events that it holds for. What cannot be decided here
// becomes a variable of its own, so that the same rule is still recognized where it stands twice.
import { FALSE, type Formula, NOTHING, not, OPAQUE, TRUE } from "./formula.ts";

export function formulaFromRule(rule: unknown): Formula {
  if (typeof rule === "boolean") return rule ? TRUE : FALSE;
  const operation = readOperation(rule);
  return (operation && fromOperation(operation)) ?? opaque(rule);
}

interface Operation {
  readonly name: string;
  readonly args: readonly unknown[];
}

function readOperation(rule: unknown): Operation | undefined {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  const [entry, ...others] = Object.entries(rule);
  if (entry === undefined || others.length > 0) return undefined;
  const [name, written] = entry;
  return { name, args: Array.isArray(written) ? written : [written] };
}

function fromOperation({ name, args }: Operation): Formula | undefined {
  switch (name) {
    case "and":
      return { kind: "all", of: args.map(formulaFromRule) };
    case "or":
      return { kind: "any", of: args.map(formulaFromRule) };
    case "!":
      return not(formulaFromRule(args[0]));
    case "!!":
      return formulaFromRule(args[0]);
    case "var":
      return fromTruth(args);
    case "in":
      return fromMembership(args);
    case "==":
    case "===":
      return fromEquality(args, name === "==");
    case "!=":
    case "!==": {
      const equal = fromEquality(args, name === "!=");
      return equal && not(equal);
    }
    default:
      return undefined;
  }
}

/** Only the name decides which variable it is; a default value would need a look at its truth. */
function readVariable(rule: unknown): string | undefined {
  const operation = readOperation(rule);
  if (operation?.name !== "var" || operation.args.length !== 1) return undefined;
  const [name] = operation.args;
  if (typeof name !== "string" || name === "") return undefined;
  return name.startsWith("headers.") ? name.toLowerCase() : name;
}

function fromTruth(args: readonly unknown[]): Formula | undefined {
  const variable = readVariable({ var: args });
  if (variable === undefined) return undefined;
  return not({ kind: "atom", variable, values: new Set([NOTHING]) });
}

/** Membership compares strictly: only the texts themselves are in the list. */
function fromMembership([needle, list]: readonly unknown[]): Formula | undefined {
  const variable = readVariable(needle);
  if (variable === undefined || !Array.isArray(list) || !list.every(isPlainText)) return undefined;
  return { kind: "atom", variable, values: new Set(list.map((text) => `text ${text}`)) };
}

function fromEquality([a, b]: readonly unknown[], isLoose: boolean): Formula | undefined {
  const variable = readVariable(a) ?? readVariable(b);
  const literal = readVariable(a) === undefined ? a : b;
  if (variable === undefined || !isPlainText(literal)) return undefined;
  const values = new Set([`text ${literal}`]);
  // Only a payload can hold a list of one text, which is loosely equal to the text.
  if (isLoose && variable.startsWith("payload")) values.add(`like ${literal}`);
  return { kind: "atom", variable, values };
}

/** Texts that are equal to no number, so that two different ones are never equal to the same value. */
function isPlainText(value: unknown): value is string {
  return typeof value === "string" && Number.isNaN(Number(value));
}

function opaque(rule: unknown): Formula {
  const variable = `${OPAQUE}${JSON.stringify(rule)}`;
  return { kind: "atom", variable, values: new Set(["holds"]) };
}
