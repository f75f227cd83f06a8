// A transform as its author writes it → the same function, its types inferred and its result checked.
import type { PromiseOrValue } from "../model/resolution.ts";
import type {
  Transform,
  TransformCall,
  TransformContext,
  TransformResult,
} from "../model/transform.ts";

type Returned = PromiseOrValue<TransformResult | { action: null } | null | undefined>;

/** The fields of an object, or of one that a promise gives, that no action has: such as a misspelled one. */
type UnknownField<Value> =
  Awaited<Value> extends infer Part
    ? Part extends object
      ? Exclude<keyof Part, keyof TransformResult>
      : never
    : never;

/** An intersection with `unknown` changes nothing; with this, no function fits, and the error names the field. */
type Checked<Value> = [UnknownField<Value>] extends [never]
  ? unknown
  : { readonly "This field cannot be set by a transform": UnknownField<Value> };

/**
 * Gives a transform its types: write that of the payload at the context, and all else is inferred.
 * Each field of the result is checked, and a field that no action has is an error, a misspelled one too.
 * At run time it gives back the function that it got. `defineTransform<Push>(…)` is a shorter way,
 * which finds wrong types but no misspelled fields.
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
