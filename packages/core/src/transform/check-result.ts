// What a transform returned → the part of an action in it, or what is wrong with it.
import { describeSchemaErrors, typeName } from "../config/describe-schema-error.ts";
import { checkTransformResultSchema } from "../generated/validators.ts";
import type { TransformResult } from "../model/transform.ts";

export type TransformOutcome =
  | { readonly kind: "unchanged" }
  | { readonly kind: "handled" }
  | { readonly kind: "changes"; readonly changes: TransformResult }
  | { readonly kind: "wrong"; readonly detail: string };

/** Never throws: a result may be a proxy, or have getters that do. */
export function checkTransformResult(result: unknown): TransformOutcome {
  if (result === undefined) return { kind: "unchanged" };
  if (result === null) return { kind: "handled" };
  if (typeof result !== "object" || Array.isArray(result)) {
    return {
      kind: "wrong",
      detail: `returned ${typeName(result)}, not part of an action`,
    };
  }
  try {
    // The copy is what is checked and used: a getter cannot answer differently the second time.
    return checkFields({ ...result });
  } catch {
    return { kind: "wrong", detail: "returned an object that cannot be read" };
  }
}

function checkFields(fields: Record<string, unknown>): TransformOutcome {
  if (fields["action"] === null) return { kind: "handled" };
  const changes = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  if (checkTransformResultSchema(changes)) return { kind: "changes", changes };
  const findings = describeSchemaErrors(changes, checkTransformResultSchema.errors ?? []);
  return {
    kind: "wrong",
    detail: `returned a wrong field: ${findings.map(({ message }) => message).join(" ")}`,
  };
}
