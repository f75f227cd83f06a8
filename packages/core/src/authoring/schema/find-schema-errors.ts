// A value and the check of a schema → everything that is wrong with it, each reported once.
import { readOwn } from "@hookwright/base";
import {
  describeSchemaError,
  type SchemaCheck,
  type SchemaError,
  stepsFromPointer,
} from "./describe-schema-error.ts";

export interface SchemaFinding {
  readonly keyword: string;
  /** Keys from the root of the checked value. */
  readonly steps: readonly (string | number)[];
  /** The value that is of none of its types because of that: the one at `steps`, or what contains it. */
  readonly unusable: readonly (string | number)[];
  readonly message: string;
  readonly error: SchemaError;
}

/** Everything that the check finds wrong with a value; nothing where it is right. */
export function findSchemaErrors(value: unknown, check: SchemaCheck): readonly SchemaFinding[] {
  check(value);
  return describeSchemaErrors(value, check.errors ?? []);
}

/** Branches of an `anyOf` each complain for themselves; the error of the `anyOf` says it once. */
function describeSchemaErrors(
  root: unknown,
  errors: readonly SchemaError[],
): readonly SchemaFinding[] {
  const reported = new Set<string>();
  const outer = errors.filter(({ schemaPath }) => !schemaPath.includes("/anyOf/"));
  const reportedBelow = listReportedBelow(outer);
  const emptyLists = new Map(
    errors.filter(({ keyword }) => keyword === "minItems").map((one) => [one.instancePath, one]),
  );
  const relevant = outer.filter(
    (error) =>
      !isReported(error, reported) &&
      !(error.keyword === "anyOf" && reportedBelow.has(error.instancePath)),
  );
  const places = new Map(errors.map((error, at) => [error, at]));
  const all = relevant.flatMap((error) => {
    const ofShape = error.keyword === "anyOf" ? errorsOfShape(error, errors, places) : [];
    // A reference within a reference is a mistake of its own.
    const isNested = ofShape.some((found) => isReferenceWithin(root, found));
    return ofShape.length === 0 || isNested
      ? [{ found: error, whole: error }]
      : ofShape.map((found) => ({ found, whole: error }));
  });
  return all.map(({ found, whole }) => {
    // An empty list is the right shape with nothing in it, which "not accepted" would not say.
    const emptyList = found.keyword === "anyOf" ? emptyLists.get(found.instancePath) : undefined;
    const error = emptyList ?? withTypes(found, errors, places.get(found) as number);
    const described = describeSchemaError(root, error);
    const unusable = whole === found ? described.steps : stepsFromPointer(root, whole);
    return { ...described, keyword: error.keyword, unusable, error };
  });
}

/** For a value whose type fits no shape, the types are reported instead of the shapes. */
function withTypes(
  error: SchemaError,
  errors: readonly SchemaError[],
  before: number,
): SchemaError {
  if (error.keyword !== "anyOf") return error;
  const types: string[] = [];
  let last = before;
  // The inner one of two comes first; the shapes of the outer one follow it.
  while (errors[last + 1]?.instancePath === error.instancePath) last += 1;
  for (let at = last; at >= 0; at--) {
    const { instancePath, keyword, params } = errors[at] as SchemaError;
    if (!`${instancePath}/`.startsWith(`${error.instancePath}/`)) break;
    if (instancePath !== error.instancePath || keyword === "anyOf") continue;
    // A shape whose type is right is wrong for another reason.
    if (keyword !== "type" && keyword !== "enum" && keyword !== "const") return error;
    types.unshift(String(params["type"] ?? "string"));
  }
  if (types.length === 0) return error;
  return { ...error, keyword: "type", params: { type: [...new Set(types)].join(",") } };
}

function isReferenceWithin(root: unknown, error: SchemaError): boolean {
  if (error.keyword !== "type" || !/\/(?:env|file)$/.test(error.instancePath)) return false;
  const steps = stepsFromPointer(root, error);
  const value = steps.reduce<unknown>((outer, step) => readOwn(outer, String(step)), root);
  return typeof value === "object" && value !== null;
}

/**
 * What is wrong with an object in the shape that was meant: the one that knows most of its keys. Empty where several
 * are left that say different things, and for a value of another type.
 */
function errorsOfShape(
  anyOf: SchemaError,
  errors: readonly SchemaError[],
  places: ReadonlyMap<SchemaError, number>,
): readonly SchemaError[] {
  const { instancePath, schemaPath: path } = anyOf;
  const before = places.get(anyOf) as number;
  const shapes = new Map<string, SchemaError[]>();
  // Those of its shapes are right before it: a config has thousands of others.
  for (let at = before - 1; at >= 0; at--) {
    const error = errors[at] as SchemaError;
    if (!`${error.instancePath}/`.startsWith(`${instancePath}/`)) break;
    const inside =
      error.schemaPath.startsWith(`${path}/`) && error.schemaPath.slice(path.length + 1);
    // A definition has paths of its own.
    const shape = inside
      ? inside.slice(0, inside.indexOf("/"))
      : error.schemaPath.replace(/^(.*\/anyOf\/\d+)\/.*/, "$1");
    const found = shapes.get(shape);
    if (found === undefined) shapes.set(shape, [error]);
    else found.unshift(error);
  }
  const isOfOther = (error: SchemaError): boolean =>
    error.instancePath === instancePath &&
    /^(?:type|const|enum|pattern|minItems)$/.test(error.keyword);
  const meant = [...shapes.values()].filter((shape) => !shape.some(isOfOther));
  if (meant.length === 0) return errorsOfOnlyType([...shapes.values()], instancePath);
  const least = Math.min(...meant.map((shape) => unknownKeysOf(shape).length));
  const nearest = meant.filter((shape) => unknownKeysOf(shape).length === least);
  const [first = [], ...others] = nearest;
  const unknown = unknownKeysOf(first);
  if (others.length > 0) {
    const isShared = (error: SchemaError): boolean =>
      others.every((shape) => unknownKeysOf(shape).some((one) => isOfSameKey(one, error)));
    return unknown.every(isShared) ? unknown : [];
  }
  const reported = first.filter(({ keyword, schemaPath }) => {
    // A misspelt key is also missing under its right name.
    if (keyword === "required") return unknown.length === 0;
    return (
      keyword === "additionalProperties" ||
      /\/anyOf\/\d+\/(?:properties|additionalProperties|items)\//.test(schemaPath)
    );
  });
  const within = reported.filter(({ keyword }) => keyword === "anyOf");
  return reported.flatMap((error) => {
    if (within.some((one) => error.schemaPath.startsWith(`${one.schemaPath}/`))) return [];
    if (error.keyword !== "anyOf") return [error];
    const ofShape = errorsOfShape(error, errors, places);
    return ofShape.length === 0 ? [error] : ofShape;
  });
}

/** What is wrong with a value of the type of one shape alone: it is none of its words, or it is blank. */
function errorsOfOnlyType(
  shapes: readonly (readonly SchemaError[])[],
  instancePath: string,
): readonly SchemaError[] {
  const ofType = shapes.filter(
    (shape) => !shape.some((one) => one.keyword === "type" && one.instancePath === instancePath),
  );
  const [only = []] = ofType;
  const reported = only.filter(({ keyword }) => /^(?:const|enum|pattern)$/.test(keyword));
  return ofType.length === 1 ? reported : [];
}

function unknownKeysOf(errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors.filter(({ keyword }) => keyword === "additionalProperties");
}

function isOfSameKey(one: SchemaError, other: SchemaError): boolean {
  return one.params["additionalProperty"] === other.params["additionalProperty"];
}

/** If one `anyOf` is inside another, the inner one comes first, and says what is wrong. */
function isReported({ keyword, instancePath }: SchemaError, reported: Set<string>): boolean {
  if (keyword !== "anyOf") return false;
  if (reported.has(instancePath)) return true;
  reported.add(instancePath).add(instancePath.slice(0, instancePath.lastIndexOf("/")));
  return false;
}

/**
 * Where something other than an `anyOf` is wrong, and what contains it: a branch that is a definition of its own
 * says what is wrong in it, and the shape as a whole is right.
 */
function listReportedBelow(errors: readonly SchemaError[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { keyword, instancePath } of errors) {
    const isShape = keyword === "anyOf";
    const start = isShape ? instancePath.slice(0, instancePath.lastIndexOf("/")) : instancePath;
    for (let path = start; !paths.has(path); path = path.slice(0, path.lastIndexOf("/"))) {
      paths.add(path);
      if (path === "") break;
    }
  }
  return paths;
}
