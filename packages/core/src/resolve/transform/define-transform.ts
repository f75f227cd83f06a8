// A transform as its author writes it → the same function, its types inferred and its result checked.
import type { PromiseOrValue } from "@hookwright/base";
import type {
  Transform,
  TransformCall,
  TransformContext,
  TransformResult,
} from "../../base/index.ts";

type Returned = PromiseOrValue<TransformResult | { action: null } | null | undefined>;

/** The fields of a result, or of a promised one, that no action has: for example misspelled ones. */
type UnknownField<Value> =
  Awaited<Value> extends infer Part
    ? Part extends object
      ? Exclude<keyof Part, keyof TransformResult>
      : never
    : never;

/** `unknown` accepts the function; the other type matches no function, and its error names the field. */
type Checked<Value> = [UnknownField<Value>] extends [never]
  ? unknown
  : { readonly "This field cannot be set by a transform": UnknownField<Value> };

/**
 * Types a transform: annotate the context with the type of the payload, and the rest is inferred.
 * A field of a wrong type and a field that no action has, such as a misspelled one, are errors.
 * At run time it returns its argument. `defineTransform<Push>(…)` is shorter, and finds wrong types but
 * no misspelled fields.
 *
 * @example
 * ```ts
 * export default defineTransform(({ payload }: TransformContext<{ ref: string }>) =>
 *   payload.ref === "refs/heads/main" ? { message: `Pushed to ${payload.ref}.` } : null,
 * );
 * ```
 */
export function defineTransform<Payload = unknown, Value extends Returned = Returned>(
  transform: ((context: TransformContext<Payload>, call: TransformCall) => Value) & Checked<Value>,
): Transform<Payload> {
  return transform;
}
