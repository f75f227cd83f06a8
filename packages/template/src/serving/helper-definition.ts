// A template helper that an integrator adds.

/**
 * A pure function that templates can call: `{{name argument key=value}}`.
 *
 * Arguments are untrusted JSON values of any type; the result is rendered like a field. If the helper
 * throws or returns a promise, the event fails with `helper_failed`.
 *
 * @example
 * ```ts
 * const shout: HelperDefinition = { arity: [1, 1], call: ([text]) => `${String(text)}!` };
 * ```
 */
export interface HelperDefinition {
  /** The smallest and the largest number of arguments. Other numbers are config problems. */
  readonly arity: readonly [number, number];
  readonly call: (args: readonly unknown[], hash: Readonly<Record<string, unknown>>) => unknown;
}
