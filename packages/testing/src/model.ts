// The types of test cases, expectations and results.
import type { Explanation, HookEvent } from "@hookwright/core";
import type { FieldValues } from "@hookwright/core/runtime";

/** What an event can become. */
export type Outcome =
  | "agent"
  | "wake"
  | "deliver"
  | "skipped"
  | "handled"
  | "refused"
  | "unmatched";

/** Several conditions on one value; all must hold. */
export interface Matcher {
  readonly equals?: string | number | boolean | null;
  /** Each must occur. */
  readonly contains?: string | readonly string[];
  /** None may occur. */
  readonly excludes?: string | readonly string[];
  readonly startsWith?: string;
  /** A pattern of the templates' linear language; it may match anywhere. */
  readonly matches?: string;
  /** In UTF-16 code units, as everywhere. */
  readonly maxChars?: number;
}

/** A value that must be equal, `null` for a field that must be absent, or a matcher. */
export type FieldExpectation = string | number | boolean | null | Matcher;

/** A field of an action other than its texts, by its name in a run. */
export type ExpectedField = keyof FieldValues;

/** The expectation of one action. */
export type ActionExpectation = {
  readonly [Field in ExpectedField]?: FieldExpectation;
} & {
  readonly becomes?: "agent" | "wake" | "deliver";
  /** The id of the mapping, where several get the event. */
  readonly mapping?: string;
  /** The key by which events are joined; `null` without a `coalesce`. */
  readonly coalesce?: FieldExpectation;
  /** The text inside the fence. */
  readonly text?: FieldExpectation;
  /** The text of the operator. */
  readonly instructions?: FieldExpectation;
  /** Everything that the agent reads; the ids of fences are `ID`. */
  readonly prompt?: FieldExpectation;
};

/** An element of a list that is expected to be refused. */
export interface ExpectedFailure {
  readonly index: number;
  readonly code?: string;
}

/** The expectation of an event. Only given fields are checked. */
export interface Expectation extends Omit<ActionExpectation, "becomes" | "mapping"> {
  readonly becomes?: Outcome;
  /** The code of the refusal. */
  readonly code?: string;
  /** The id of the mapping that takes the event, or a list of all that get it, in order; `null`: none does. */
  readonly mapping?: string | readonly string[] | null;
  /** The expressions that may render nothing; any other fails. Absent: not checked. */
  readonly empty?: readonly string[];
  /** The actions of a list or of several mappings, in order. */
  readonly actions?: readonly ActionExpectation[];
  /** The number of actions. */
  readonly count?: number;
  /** The elements that are refused. Default with `actions` or `count`: none. */
  readonly failed?: readonly ExpectedFailure[];
  /** Whether the whole action is compared with its snapshot. */
  readonly snapshot?: boolean;
}

/** Changes of an event: removals first, then values to set. */
export interface EventChanges {
  /** By dotted path, from `path`, `headers`, `query`, `payload` or `receivedAt`: `payload.review.state`. */
  readonly patch?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** One row of `each`: it overlays its case. */
export interface TestRow extends EventChanges {
  /** Added to the name of the case: `other reviews [dismissed]`. */
  readonly title: string;
  readonly event?: HookEvent;
  readonly expect?: Expectation;
}

/** One test of a mapping: an event and its expectation. */
export interface TestCase extends EventChanges {
  /** Unique among the cases that run together. */
  readonly name: string;
  readonly event: HookEvent;
  /** Runs the case once for each row instead. */
  readonly each?: readonly TestRow[];
  readonly expect?: Expectation;
  /** `false`: it was suggested and not reviewed, so it does not count for coverage. Default: true. */
  readonly reviewed?: boolean;
}

/** A case without rows, whose event has its changes. */
export interface SingleCase {
  readonly name: string;
  /** The index of its case in the list. */
  readonly index: number;
  /** The index of its row, if it has one. */
  readonly row?: number;
  readonly event: HookEvent;
  readonly expect: Expectation;
  readonly reviewed: boolean;
  /** Why the event cannot be made: the case fails with it. */
  readonly problem?: string;
}

/** One field that is not as expected. */
export interface WrongField {
  /** `mapping`, `text`, `actions[1].sessionKey`, `empty`. */
  readonly field: string;
  /** A value, `null` for absent, or the part of a matcher that does not hold. */
  readonly expected: unknown;
  /** The actual value; `null`: none. */
  readonly seen: unknown;
  /** The expression that made the actual value, and the paths that it read, if known. */
  readonly from?: TextOrigin;
}

/** The origin of a part of a text. */
export interface TextOrigin {
  /** The templated field: `message`. */
  readonly field: string;
  /** As written, without braces. */
  readonly expression: string;
  readonly paths: readonly string[];
}

/** What a case asserts, for coverage. */
export interface Asserted {
  /** Whether it asserts which mapping takes the event, or that none does. */
  readonly matching: boolean;
  /**
   * The templated fields, by their names in `FieldReport`, whose values it checks: `message` and `text`
   * for `text`. `all`: a snapshot.
   */
  readonly fields: "all" | ReadonlySet<string>;
}

/** The snapshot of a case. */
export interface SnapshotResult {
  /** The actual text. */
  readonly text: string;
  /** `new`: there is no stored one. */
  readonly state: "same" | "changed" | "new";
}

/** The result of one case. */
export interface CaseResult {
  readonly ok: boolean;
  readonly testCase: SingleCase;
  /** Every wrong field, not only the first. */
  readonly wrong: readonly WrongField[];
  /** Why it failed, as `explain` says it; empty if the case passes. */
  readonly reasons: readonly Reason[];
  readonly asserted: Asserted;
  /** Absent if the event could not be created. */
  readonly explanation?: Explanation;
  readonly snapshot?: SnapshotResult;
}

/** A line below a failed case: `nearest`, `refused`, `empty`. */
export interface Reason {
  readonly label: string;
  readonly text: string;
}
