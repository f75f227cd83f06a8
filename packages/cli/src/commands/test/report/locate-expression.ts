// A wrong field of a case → the expression that made it, and where that stands in the config.
import type { ConfigDocument } from "@hookwright/config";
import type { Resolution } from "@hookwright/core";
import type { CaseResult, ValueOrigin, WrongField } from "@hookwright/core/testing";
import type { LoadedSuite } from "../../../testing/load-suite.ts";

/** `hooks.json5:41:30 {{ref}} ← payload.ref`, or undefined where no expression made it. */
export function locateExpression(
  { from }: WrongField,
  { explanation }: CaseResult,
  { config, document }: LoadedSuite,
): string | undefined {
  if (from === undefined || explanation === undefined) return undefined;
  const paths = from.paths.length === 0 ? "" : ` ← ${from.paths.join(", ")}`;
  const at = findPosition(from, mappingOf(explanation.resolution), document);
  return `${config.filename}${at} ${from.expression}${paths}`;
}

function mappingOf(resolution: Resolution): string | undefined {
  return resolution.outcome === "unmatched" ? undefined : resolution.mappingId;
}

/** Nothing where the mapping stands in another file, or has the expression twice. */
function findPosition(
  { field, expression }: ValueOrigin,
  mappingId: string | undefined,
  { config, rangeOf }: ConfigDocument,
): string {
  const { hooks } = config as { readonly hooks?: { readonly mappings?: unknown } };
  const mappings: readonly unknown[] = Array.isArray(hooks?.mappings) ? hooks.mappings : [];
  const index = mappings.findIndex((one, at) => idOf(one, at) === mappingId);
  const key = field === "message" || field === "text" ? `${field}Template` : field;
  const template = (mappings[index] as Readonly<Record<string, unknown>> | undefined)?.[key];
  if (typeof template !== "string") return "";
  const start = template.indexOf(expression);
  if (start < 0 || template.includes(expression, start + 1)) return "";
  const within = { start, end: start + expression.length };
  const { line, column } = rangeOf(["hooks", "mappings", index, key], { within }).start;
  return `:${line}:${column}`;
}

function idOf(mapping: unknown, at: number): unknown {
  const { id } = mapping as { readonly id?: unknown };
  return typeof id === "string" ? id : `mapping-${at + 1}`;
}
