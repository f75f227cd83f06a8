// The types of test cases, of what they expect, and of what they came to.
import type { Explanation, HookEvent } from "@hookwright/core";
import type { FieldValues } from "@hookwright/core/runtime";

/** What an event can become. */
export type Outcome = "agent" | "wake" | "skipped" | "handled" | "refused" | "unmatched";

/** Several demands on one value; all of them must hold. */
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

/** A field of an action that is no text to the agent, by its name in a run. */
export type ExpectedField = keyof FieldValues;

/** What is expected of one action. */
export type ActionExpectation = {
  readonly [Field in ExpectedField]?: FieldExpectation;
} & {
  readonly becomes?: "agent" | "wake";
  /** What stands inside the fence, without it. */
  readonly text?: FieldExpectation;
  /** The operator's words. */
  readonly instructions?: FieldExpectation;
  /** All that the agent reads; the ids of fences are `ID`. */
  readonly prompt?: FieldExpectation;
};

/** An element of a list that is expected to be refused. */
export interface ExpectedFailure {
  readonly index: number;
  readonly code?: string;
}

/** What is expected of an event. Only what is written is checked. */
export interface Expectation extends Omit<ActionExpectation, "becomes"> {
  readonly becomes?: Outcome;
  /** The code of the refusal. */
  readonly code?: string;
  /** The id of the mapping that takes the event; `null` where none does. */
  readonly mapping?: string | null;
  /** The expressions that may render nothing; any other fails. Absent: not checked. */
  readonly empty?: readonly string[];
  /** The actions of a list, in order. */
  readonly actions?: readonly ActionExpectation[];
  /** The number of actions. */
  readonly count?: number;
  /** The elements that are refused. Default, where `actions` or `count` stands: none. */
  readonly failed?: readonly ExpectedFailure[];
  /** Whether the whole action is compared with its snapshot. */
  readonly snapshot?: boolean;
}

/** Changes of an event: first what is removed, then what is set. */
export interface EventChanges {
  /** By dotted path, from `path`, `headers`, `query`, `payload` or `receivedAt`: `payload.review.state`. */
  readonly patch?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** One row of `each`: it overlays its case. */
export interface TestRow extends EventChanges {
  /** Stands behind the name of the case: `other reviews [dismissed]`. */
  readonly title: string;
  readonly event?: HookEvent;
  readonly expect?: Expectation;
}

/** One test of a mapping: an event, and what is expected of it. */
export interface TestCase extends EventChanges {
  /** Unique among the cases that run together. */
  readonly name: string;
  readonly event: HookEvent;
  /** Runs the case once for each row, in its place. */
  readonly each?: readonly TestRow[];
  readonly expect?: Expectation;
  /** `false`: it was suggested and nobody looked at it, so that it counts for no coverage. Default: true. */
  readonly reviewed?: boolean;
}

/** A case without rows, whose event has its changes. */
export interface SingleCase {
  readonly name: string;
  /** Of the case in the list that it was made of. */
  readonly index: number;
  /** Of the row, where it was made of one. */
  readonly row?: number;
  readonly event: HookEvent;
  readonly expect: Expectation;
  readonly reviewed: boolean;
  /** Why the event cannot be made: the case fails with it. */
  readonly problem?: string;
}

/** One thing that is not as expected. */
export interface WrongField {
  /** `mapping`, `text`, `actions[1].sessionKey`, `empty`. */
  readonly field: string;
  /** As the case has it: a value, `null` for absent, or the part of a matcher that does not hold. */
  readonly expected: unknown;
  /** `null`: there is none. */
  readonly seen: unknown;
  /** The expression that made what was seen, and the paths that it read, where one can be told. */
  readonly from?: TextOrigin;
}

/** What made a piece of a text. */
export interface TextOrigin {
  /** The templated field: `message`. */
  readonly field: string;
  /** As written, without braces. */
  readonly expression: string;
  readonly paths: readonly string[];
}

/** What a case says something about, for coverage. */
export interface Asserted {
  /** Whether it says which mapping takes the event, or that none does. */
  readonly matching: boolean;
  /**
   * The templated fields, by their names in `FieldReport`, whose values it checks: `message` and `text`
   * for `text`. `all`: a snapshot.
   */
  readonly fields: "all" | ReadonlySet<string>;
}

/** The snapshot of a case that wants one. */
export interface SnapshotResult {
  /** What was seen. */
  readonly text: string;
  /** `new`: there is none to compare with. */
  readonly state: "same" | "changed" | "new";
}

/** What one case came to. */
export interface CaseResult {
  readonly ok: boolean;
  readonly testCase: SingleCase;
  /** Every wrong field, not the first only. */
  readonly wrong: readonly WrongField[];
  /** Why, in the words of `explain`; empty where the case passes. */
  readonly reasons: readonly Reason[];
  readonly asserted: Asserted;
  /** Absent where the event could not be made. */
  readonly explanation?: Explanation;
  readonly snapshot?: SnapshotResult;
}

/** A line below a failed case: `nearest`, `refused`, `empty`. */
export interface Reason {
  readonly label: string;
  readonly text: string;
}
