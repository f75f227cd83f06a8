// The resolution of an event → an assertion that throws, for any test runner.
import { callerStack, withStack } from "./caller-stack.ts";
import { checkExpectation, type Subject } from "./check-expectation.ts";
import type { Expectation, WrongField } from "./model.ts";

/** What `expectAction` throws: every wrong field in one message, and as data. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
  readonly wrong: readonly WrongField[];

  constructor(wrong: readonly WrongField[]) {
    super(`The event does not match the expectation:\n${wrong.map(describeWrong).join("\n")}`);
    this.wrong = wrong;
  }
}

/** The assertions on the resolution of an event. */
export interface ActionAssertions {
  /** Throws `ExpectationError` if a field of the expectation differs. Its stack begins at the caller. */
  readonly toMatch: (expectation: Omit<Expectation, "snapshot">) => void;
}

/**
 * Checks an expectation in vitest, jest, node:test or any other runner: failures are thrown. For a snapshot, pass
 * `snapshotText` to the runner's own assertion.
 *
 * @example
 * ```ts
 * expectAction(await hooks.explain(push)).toMatch({ mapping: "push", text: { contains: "main" } });
 * ```
 */
export function expectAction(subject: Subject): ActionAssertions {
  if (!isSubject(subject)) throw withStack(new TypeError(NO_SUBJECT), callerStack(expectAction));
  const toMatch: ActionAssertions["toMatch"] = (expectation) => {
    const wrong = checkExpectation(subject, expectation);
    if (wrong.length > 0) throw withStack(new ExpectationError(wrong), callerStack(toMatch));
  };
  return { toMatch };
}

/** JavaScript has no types, and a promise would look like an event without an outcome. */
function isSubject(given: unknown): given is Subject {
  return (
    typeof given === "object" && given !== null && ("outcome" in given || "resolution" in given)
  );
}

const NO_SUBJECT =
  "expectAction() needs what hooks.explain or hooks.resolve resolves to. Write: expectAction(await hooks.explain(event)).";

/** `  mapping: expected "github-review", seen (none)` */
export function describeWrong({ field, expected, seen, from }: WrongField): string {
  const origin = from === undefined ? "" : `\n    ${from.expression} ← ${from.paths.join(", ")}`;
  return `  ${field}: expected ${showValue(expected)}, seen ${showValue(seen)}${origin}`;
}

/** JSON, so that control characters of the event are visible. */
function showValue(value: unknown): string {
  return value === null ? "(none)" : JSON.stringify(value);
}
