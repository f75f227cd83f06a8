// A template helper that an integrator adds.

/**
 * A pure function that templates can call: `{{name argument key=value}}`.
 *
 * Arguments are untrusted JSON values of any type; what it returns is rendered like a field. A helper
 * that throws, or gives a promise, makes the event fail with `helper_failed`.
 *
 * @example
 * ```ts
 * const shout: HelperDefinition = { arity: [1, 1], call: ([text]) => `${String(text)}!` };
 * ```
 */
export interface HelperDefinition {
  /** How many arguments it takes, from and to. Other numbers are config problems. */
  readonly arity: readonly [number, number];
  readonly call: (args: readonly unknown[], hash: Readonly<Record<string, unknown>>) => unknown;
}
