// Exceptions of test files and mutants → which mutants are ignored, and which exceptions match none.
import type { Mutant } from "../mutate/model.ts";

/** An entry of `ignore` of a test file. */
export interface Exception {
  readonly mutant: string;
  /** The id of a mapping, with or without the keys of a part of it, or a partial: `kuma-up.when`, `partials.row`. */
  readonly at: string;
  readonly why: string;
  readonly file: string;
}

/** Whether an exception matches this mutant. */
export function isIgnored(
  { operator, mappingId, partial, path }: Mutant,
  { mutant, at }: Pick<Exception, "mutant" | "at">,
): boolean {
  if (operator !== mutant) return false;
  if (partial !== undefined) return at === `partials.${partial}`;
  const keys = path.slice(3);
  const names = [keys, keys[0] === "match" ? keys.slice(1) : keys].map((one) =>
    [mappingId, ...one].join("."),
  );
  return names.some((name) => name === at || name.startsWith(`${at}.`));
}

/** The exceptions that match none of the mutants. */
export function findUnused(
  exceptions: readonly Exception[],
  mutants: readonly Mutant[],
): readonly Exception[] {
  return exceptions.filter((one) => !mutants.some((mutant) => isIgnored(mutant, one)));
}
