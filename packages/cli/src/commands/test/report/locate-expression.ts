// A wrong field of a case → the expression that made it, and its position in the config.
import type { Resolution } from "@hookwright/core";
import type { CaseResult, TextOrigin, WrongField } from "@hookwright/testing";
import type { UnitLocation } from "@hookwright/testing/coverage";
import type { LoadedSuite } from "@hookwright/testing/files";
import { locateValue, type WrittenDocument } from "@hookwright/testing/files";

/** Without a line if the expression occurs twice in the template. */
interface ExpressionLocation {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Undefined if no expression made it. */
export function locateExpression(
  { from }: WrongField,
  { explanation }: CaseResult,
  { config, document }: LoadedSuite,
): ExpressionLocation | undefined {
  if (from === undefined || explanation === undefined) return undefined;
  const found = findTemplate(from, mappingOf(explanation.resolution), document);
  const location = found && locateValue(found, document);
  const file = location?.file ?? config.filename;
  if (location === undefined || found?.span === undefined) return { file };
  const { line, column } = location.range.start;
  return { file, line, column };
}

export function placeToText({ file, line, column }: ExpressionLocation): string {
  return line === undefined ? file : `${file}:${line}:${column}`;
}

/** `hooks.json5:41:30 {{ref}} ← payload.ref` */
export function expressionToText(
  wrong: WrongField,
  result: CaseResult,
  loaded: LoadedSuite,
): string | undefined {
  const place = locateExpression(wrong, result, loaded);
  if (place === undefined) return undefined;
  const { expression, paths } = wrong.from as TextOrigin;
  return `${placeToText(place)} ${expression}${paths.length === 0 ? "" : ` ← ${paths.join(", ")}`}`;
}

/** The wrong fields of a case, for programs: `at` is the position of the expression that made one. */
export function locateAll(result: CaseResult, loaded: LoadedSuite): readonly object[] {
  return result.wrong.map((one) => {
    const at = locateExpression(one, result, loaded);
    return at === undefined ? one : { ...one, at };
  });
}

function mappingOf(resolution: Resolution): string | undefined {
  return resolution.outcome === "unmatched" ? undefined : resolution.mappingId;
}

/** Undefined if no file has the mapping; without a span if the expression occurs twice. */
function findTemplate(
  { field, expression }: TextOrigin,
  mappingId: string | undefined,
  { config }: WrittenDocument,
): UnitLocation | undefined {
  const { hooks } = config as { readonly hooks?: { readonly mappings?: unknown } };
  const mappings: readonly unknown[] = Array.isArray(hooks?.mappings) ? hooks.mappings : [];
  const index = mappings.findIndex((one, at) => idOf(one, at) === mappingId);
  const key = field === "message" || field === "text" ? `${field}Template` : field;
  const template = (mappings[index] as Readonly<Record<string, unknown>> | undefined)?.[key];
  if (typeof template !== "string") return undefined;
  const path = ["hooks", "mappings", index, key];
  const start = template.indexOf(expression);
  if (start < 0 || template.includes(expression, start + 1)) return { path };
  return { path, span: { start, end: start + expression.length } };
}

function idOf(mapping: unknown, at: number): unknown {
  const { id } = mapping as { readonly id?: unknown };
  return typeof id === "string" ? id : `mapping-${at + 1}`;
}
