// The resolution of an event and an expectation → every field that is not as expected.

import { isRecord } from "@hookwright/base";
import type { ActionResolution, Explanation, Resolution } from "@hookwright/core";
import { compilePattern } from "@hookwright/template/runtime";
import { withOrigin } from "./find-origin.ts";
import type {
  ActionExpectation,
  Expectation,
  ExpectedFailure,
  FieldExpectation,
  Matcher,
  WrongField,
} from "./model.ts";
import { ACTION_KEYS, viewAction } from "./view-action.ts";

/** The result of `hooks.resolve` or `hooks.explain`; `empty` needs the latter. */
export type Subject = Resolution | Explanation;

/**
 * Every field that is not as expected: first the outcome of the event, then the fields of its action. Snapshots are not
 * compared: see `snapshotText`.
 *
 * @example
 * ```ts
 * checkExpectation(await hooks.explain(push), { mapping: "push", text: { contains: "main" } }); // []
 * ```
 */
export function checkExpectation(
  subject: Subject,
  expectation: Expectation,
): readonly WrongField[] {
  const explanation = "resolution" in subject ? subject : undefined;
  const resolution = "resolution" in subject ? subject.resolution : subject;
  const ofOutcome = checkOutcome(resolution, expectation);
  const wrong = [
    ...ofOutcome,
    ...checkFields(resolution, expectation, ofOutcome.length > 0),
    ...checkList(resolution, expectation),
    ...checkEmpty(explanation, expectation),
  ];
  return explanation === undefined ? wrong : wrong.map((one) => withOrigin(one, explanation));
}

function checkOutcome(resolution: Resolution, expectation: Expectation): readonly WrongField[] {
  const { becomes, code, mapping } = expectation;
  const outcomes = listOutcomes(resolution);
  const seen = [...new Set(outcomes)].join(", ");
  const wrong: WrongField[] = [];
  if (becomes !== undefined && outcomes.some((one) => one !== becomes)) {
    wrong.push({ field: "becomes", expected: becomes, seen });
  }
  const refusal = resolution.outcome === "refused" ? resolution.refusal.code : null;
  if (code !== undefined && refusal !== code) {
    wrong.push({ field: "code", expected: code, seen: refusal });
  }
  const taker = findTaker(resolution);
  if (mapping !== undefined && !isSameTaker(taker, mapping)) {
    wrong.push({ field: "mapping", expected: mapping, seen: taker });
  }
  return wrong;
}

/** The mapping that gets the event, or all that do; null for none. */
function findTaker(resolution: Resolution): NonNullable<Expectation["mapping"]> | null {
  if (resolution.outcome === "unmatched") return null;
  const { mappingId = null } = resolution;
  return resolution.outcome === "batch" ? (resolution.mappingIds ?? mappingId) : mappingId;
}

/** A list of one is the mapping itself. */
function isSameTaker(
  taker: ReturnType<typeof findTaker>,
  expected: NonNullable<Expectation["mapping"]> | null,
): boolean {
  return JSON.stringify([taker].flat()) === JSON.stringify([expected].flat());
}

/** The resolution itself, or that of each element of a list. */
export function listSingle(
  resolution: Resolution,
): readonly Exclude<Resolution, { outcome: "batch" }>[] {
  if (resolution.outcome !== "batch") return [resolution];
  return resolution.elements.map((element) => element.resolution);
}

/** In the words of an expectation. */
export function listOutcomes(resolution: Resolution): readonly string[] {
  return listSingle(resolution).map((one) =>
    one.outcome === "action" ? one.action.kind : one.outcome,
  );
}

function listActions(resolution: Resolution): readonly ActionResolution[] {
  return listSingle(resolution).filter((one) => one.outcome === "action");
}

/** Fields at the top are those of the only action. Without one, a wrong outcome is reported already. */
function checkFields(
  resolution: Resolution,
  expectation: Expectation,
  isWrong: boolean,
): readonly WrongField[] {
  if (!ACTION_KEYS.some((key) => expectation[key] !== undefined)) return [];
  const [only, another] = listActions(resolution);
  if (another !== undefined) {
    return [{ field: "count", expected: 1, seen: listActions(resolution).length }];
  }
  if (only !== undefined) return checkAction(only, expectation);
  const seen = listOutcomes(resolution).join(", ");
  return isWrong ? [] : [{ field: "becomes", expected: "an action", seen }];
}

type Fields = Omit<ActionExpectation, "becomes" | "mapping">;

function checkAction(
  { action }: ActionResolution,
  expected: Fields,
  at = "",
): readonly WrongField[] {
  const view = viewAction(action);
  return ACTION_KEYS.flatMap((key) => {
    const demand: FieldExpectation | undefined = expected[key];
    if (demand === undefined) return [];
    return checkValue(view[key], demand).map((one) => ({ field: `${at}${key}`, ...one }));
  });
}

function checkList(resolution: Resolution, expectation: Expectation): readonly WrongField[] {
  const { actions, count, failed } = expectation;
  if (actions === undefined && count === undefined && failed === undefined) return [];
  const seen = listActions(resolution);
  const wanted = count ?? actions?.length ?? seen.length;
  const wrong = (actions ?? []).flatMap((expected, index) => {
    const one = seen[index];
    return one === undefined ? [] : checkElement(one, expected, `actions[${index}].`);
  });
  return [
    ...(seen.length === wanted ? [] : [{ field: "count", expected: wanted, seen: seen.length }]),
    ...wrong,
    ...checkFailures(resolution, failed ?? []),
  ];
}

function checkElement(
  one: ActionResolution,
  expected: ActionExpectation,
  at: string,
): readonly WrongField[] {
  const { mappingId = null } = one;
  const { kind } = one.action;
  const isOther = expected.mapping !== undefined && expected.mapping !== mappingId;
  const wrong = [
    ...(isOther ? [{ field: `${at}mapping`, expected: expected.mapping, seen: mappingId }] : []),
    ...checkAction(one, expected, at),
  ];
  if (expected.becomes === undefined || expected.becomes === kind) return wrong;
  return [{ field: `${at}becomes`, expected: expected.becomes, seen: kind }, ...wrong];
}

function checkFailures(
  resolution: Resolution,
  expected: readonly ExpectedFailure[],
): readonly WrongField[] {
  const elements = resolution.outcome === "batch" ? resolution.elements : [];
  const seen = elements.flatMap(({ index, resolution: one }) =>
    one.outcome === "refused" ? [{ index, code: one.refusal.code }] : [],
  );
  const isSame =
    seen.length === expected.length &&
    seen.every(({ index, code }) =>
      expected.some((one) => one.index === index && (one.code ?? code) === code),
    );
  return isSame ? [] : [{ field: "failed", expected, seen }];
}

function checkEmpty(
  explanation: Explanation | undefined,
  { empty }: Expectation,
): readonly WrongField[] {
  if (empty === undefined) return [];
  if (explanation === undefined) {
    const seen = "no explanation: pass what hooks.explain() gives";
    return [{ field: "empty", expected: empty, seen }];
  }
  const allowed = new Set(empty.map(bareExpression));
  const found = explanation.emptyExpressions
    .map(({ expression }) => bareExpression(expression))
    .filter((expression) => !allowed.has(expression));
  return found.length === 0 ? [] : [{ field: "empty", expected: empty, seen: [...new Set(found)] }];
}

/** `{{~ body ~}}` and `body` are one expression. */
function bareExpression(expression: string): string {
  return expression
    .replace(/^\{\{\{?~?&?/, "")
    .replace(/~?\}?\}\}$/, "")
    .trim();
}

/** One part of an expectation, and the actual value. */
interface WrongValue {
  readonly expected: unknown;
  readonly seen: unknown;
}

/** `seen` is null if there is no value. */
function checkValue(seen: unknown, expected: FieldExpectation): readonly WrongValue[] {
  if (!isRecord(expected)) return seen === expected ? [] : [{ expected, seen }];
  return checkMatcher(seen, expected);
}

function checkMatcher(seen: unknown, matcher: Matcher): readonly WrongValue[] {
  const text = seen === null ? undefined : String(seen);
  const { equals, startsWith, matches, maxChars } = matcher;
  const wrong: WrongValue[] = [];
  const demand = (holds: boolean, expected: unknown, found = seen): void => {
    if (!holds) wrong.push({ expected, seen: found });
  };
  if (equals !== undefined) demand(seen === equals, equals);
  for (const part of toList(matcher.contains)) {
    demand(text?.includes(part) === true, { contains: part });
  }
  for (const part of toList(matcher.excludes)) {
    demand(text?.includes(part) !== true, { excludes: part });
  }
  if (startsWith !== undefined) demand(text?.startsWith(startsWith) === true, { startsWith });
  if (matches !== undefined) {
    const compiled = compilePattern(matches, false);
    // A test has no budget: the time is linear.
    const holds = compiled.ok && text !== undefined && compiled.pattern(text, () => undefined);
    demand(holds, { matches }, findPatternProblem(matches) ?? seen);
  }
  if (maxChars !== undefined) {
    const { length } = text ?? "";
    demand(length <= maxChars, { maxChars }, `${length} characters`);
  }
  return wrong;
}

/** Why a pattern cannot be used in `matches`, as a sentence without a period; undefined if it can. */
export function findPatternProblem(source: string): string | undefined {
  const compiled = compilePattern(source, false);
  return compiled.ok ? undefined : `"matches" ${compiled.problem}`;
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
