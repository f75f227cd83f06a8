// The fields of a request or of a transform's result → the issues of the invalid ones.

import { FIELD_FORMS, type FieldForm } from "../../generated/field-lists.ts";
import { type Issue, typeName } from "../../model/index.ts";

/** The fields that are checked, in the order in which they are reported. */
interface CheckedFields {
  readonly known: readonly string[];
  /** A required text. */
  readonly required?: string;
}

/** `value` has only own properties. */
export function findWrongFields(
  value: object,
  { known, required }: CheckedFields,
): readonly Issue[] {
  const fields = value as Readonly<Record<string, unknown>>;
  const issues: Issue[] = [];
  const add = (name: string, fault: string) => {
    issues.push({ path: `/${name}`, message: `"${name}" ${fault}.` });
  };
  if (required !== undefined && fields[required] === undefined) add(required, "is required");
  for (const name of known) {
    const found = fields[name];
    if (found === undefined) continue;
    const fault = faultOf(name, found);
    if (fault !== undefined) add(name, fault);
    else if (name === required && !/\S/u.test(found as string)) add(name, "must not be blank");
  }
  return issues;
}

const TEXT: FieldForm = { type: "string" };

function faultOf(name: string, value: unknown): string | undefined {
  const { type, words, minimum = Number.NEGATIVE_INFINITY } = FIELD_FORMS[name] ?? TEXT;
  if (words !== undefined) {
    if (words.includes(value)) return undefined;
    return `must be ${words.map((word) => `"${word}"`).join(" or ")}`;
  }
  // JSON has no such number, but a transform may return one.
  const isNumber = typeof value === "number";
  if (typeof value !== type || (isNumber && !Number.isFinite(value))) {
    return `must be ${TYPE_WORDS[type as keyof typeof TYPE_WORDS]}, not ${typeName(value)}`;
  }
  return isNumber && value < minimum ? `must be at least ${minimum}` : undefined;
}

const TYPE_WORDS = { boolean: "true or false", number: "a number", string: "a string" };
