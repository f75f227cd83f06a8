// What became of an event → a demand that throws, for any test runner.
import { checkExpectation, type Subject } from "./check-expectation.ts";
import type { Expectation, WrongField } from "./model.ts";

/** What `expectAction` throws: every wrong field in one message, and as data. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
  readonly wrong: readonly WrongField[];

  constructor(wrong: readonly WrongField[]) {
    super(`The event did not become what is expected:\n${wrong.map(describeWrong).join("\n")}`);
    this.wrong = wrong;
  }
}

/** The demands on what became of an event. */
export interface ActionDemand {
  /** Throws `ExpectationError` unless everything that is written is as it is. */
  readonly toMatch: (expectation: Omit<Expectation, "snapshot">) => void;
}

/**
 * Checks an expectation in vitest, jest, node:test or any other runner: what is wrong is thrown. For a
 * snapshot, give `snapshotText` to that of the runner.
 *
 * @example
 * ```ts
 * expectAction(await hooks.explain(push)).toMatch({ mapping: "push", text: { contains: "main" } });
 * ```
 */
export function expectAction(subject: Subject): ActionDemand {
  return {
    toMatch: (expectation) => {
      const wrong = checkExpectation(subject, expectation);
      if (wrong.length > 0) throw new ExpectationError(wrong);
    },
  };
}

/** `  mapping: expected "github-review", seen (none)` */
export function describeWrong({ field, expected, seen, from }: WrongField): string {
  const origin = from === undefined ? "" : `\n    ${from.expression} ← ${from.paths.join(", ")}`;
  return `  ${field}: expected ${showValue(expected)}, seen ${showValue(seen)}${origin}`;
}

/** JSON, so that control characters of the event are visible. */
function showValue(value: unknown): string {
  return value === null ? "(none)" : JSON.stringify(value);
}
