// What a transform returned → its part of an action, or what is wrong with it.

import type { TransformResult } from "../../base/index.ts";
import { findSchemaErrors, typeName } from "../../base/index.ts";
import { RESULT_FIELDS } from "../../generated/field-lists.ts";
import { checkTransformResultSchema } from "../../generated/validators.ts";

type TransformOutcome =
  | { readonly kind: "unchanged" }
  | { readonly kind: "handled" }
  | {
      readonly kind: "changes";
      readonly changes: TransformResult;
      /** Fields that no action has, or that no transform may set. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: "wrong"; readonly detail: string };

/** Never throws, although the result may be a proxy or have getters that throw. */
export function checkTransformResult(result: unknown): TransformOutcome {
  if (result === undefined) return { kind: "unchanged" };
  if (result === null) return { kind: "handled" };
  try {
    if (typeName(result) !== "an object") {
      return { kind: "wrong", detail: `returned ${typeName(result)}, not part of an action` };
    }
    // The same copy is checked and used, because a getter may give another value the second time.
    return checkFields({ ...(result as object) });
  } catch {
    return { kind: "wrong", detail: "returned an object that cannot be read" };
  }
}

const FIELDS: ReadonlySet<string> = new Set(RESULT_FIELDS);

function checkFields(fields: Record<string, unknown>): TransformOutcome {
  if (fields["action"] === null) return { kind: "handled" };
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(set.filter(([name]) => FIELDS.has(name)));
  const ignored = set.map(([name]) => name).filter((name) => !FIELDS.has(name));
  const findings = findSchemaErrors(changes, checkTransformResultSchema);
  if (findings.length === 0) return { kind: "changes", changes, ignored };
  // The detail is part of a sentence in the log, which adds the full stop.
  const messages = findings.map(({ message }) => message).join(" ");
  return { kind: "wrong", detail: `returned a wrong field: ${messages.slice(0, -1)}` };
}
