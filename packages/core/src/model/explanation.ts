// What `explain` reports: the resolution and each step towards it.
import type { Resolution } from "./resolution.ts";

/** A value of the event that an operator saw; absent where the event has none. */
export interface SeenValue {
  /** The name of a field, or the rule that was evaluated: `payload.action`. */
  readonly expression: string;
  readonly value?: unknown;
}

/**
 * An atom of a condition: an operator that compares or looks something up. `and`, `or`, `!` and `if`,
 * which join atoms, are none.
 */
export interface AtomReport {
  /** Keys and indexes from the root of the rule. */
  readonly path: readonly (string | number)[];
  /** `payload.action == "opened"`. */
  readonly expression: string;
  /** By itself, whether or not the condition needed it; absent where it cannot be evaluated. */
  readonly holds?: boolean;
  /** None for fixed values, which the expression shows. */
  readonly seen: readonly SeenValue[];
  /** Where the nearest change that makes the mapping match changes this atom: that change, in words. */
  readonly wouldMatchIf?: string;
}

/** Whether and why one mapping matched. Mappings after the first match are not tried. */
export interface MatchReport {
  readonly mappingId: string;
  readonly result: "matched" | "not matched" | "not tried";
  /** The clause that failed: `path`, `source`, `headers.x-event`, `query.kind`, `when`, `not` or `auth`. */
  readonly clause?: string;
  /** The event's value for that clause; absent where it has none. */
  readonly seen?: string;
  /** The nearest changes of the event that would have satisfied every clause, in words. */
  readonly wouldMatchIf?: string;
  /**
   * The atoms of the condition where it was asked, from left to right, each evaluated by itself; those of the condition
   * under `match.not` where that clause failed.
   */
  readonly atoms?: readonly AtomReport[];
}

/** Who a piece of rendered text comes from. */
export type SpanOrigin =
  | { readonly kind: "operator" }
  | {
      readonly kind: "payload";
      /** The expression as written. */
      readonly expression: string;
      /** The paths that it read: `payload.messages.0.subject`, `headers.x-event`, `now`. */
      readonly paths: readonly string[];
      /** The helpers that the values went through. */
      readonly helpers: readonly string[];
    };

/** A piece of a rendered field. Joined in order, the texts of all spans are the field's text. */
export interface Span {
  readonly text: string;
  readonly origin: SpanOrigin;
}

/** One templated field as rendered, before the transform, the policies and the fence. */
export interface FieldReport {
  readonly field: string;
  /** The index of the element, where the mapping makes one action per element. */
  readonly index?: number;
  readonly text: string;
  readonly spans: readonly Span[];
}

/**
 * Why a helper gave nothing. `missing`: its argument is missing or null. `not_a_date`, `not_a_number`,
 * `not_json`: it cannot read the value as that. `day_first`: it is a date where `dayFirst` is the other
 * way round. `unset_date`: the value is what programs write for no date. `zero`: it would divide by it.
 * `too_long`: the number has more digits than it calculates with. `format`: the pattern or the zone, which
 * the event chose, is none.
 */
export interface EmptyReason {
  readonly helper: string;
  readonly code:
    | "missing"
    | "not_a_date"
    | "day_first"
    | "unset_date"
    | "not_a_number"
    | "not_json"
    | "zero"
    | "too_long"
    | "format";
  /** Where the value stands: `payload.created_at`; absent where it was computed or is fixed. */
  readonly path?: string;
  /** What the helper saw; absent where nothing was there. */
  readonly value?: unknown;
}

/** An expression that rendered nothing. */
export interface EmptyExpression {
  readonly field: string;
  readonly expression: string;
  /** The name in the payload that was probably meant. */
  readonly nearest?: string;
  /** What to write, as a sentence, where no other name will do: the path leads into a text that holds JSON. */
  readonly hint?: string;
  /** Why its helpers gave nothing, innermost first; absent where none did. */
  readonly reasons?: readonly EmptyReason[];
}

/** A block, and which half of it was rendered. In a loop, turns with the same half are one report. */
export interface BlockReport {
  readonly field: string;
  /** The index of the element, where the mapping makes one action per element. */
  readonly index?: number;
  /** The opening tag as written: `{{#if merged}}`. */
  readonly expression: string;
  /** What stands behind the opening tag, what stands behind the `{{else}}`, or nothing where there is no such half. */
  readonly rendered: "body" | "else" | "none";
  /** How often the block came to this result. */
  readonly times: number;
  /** How many elements or keys a loop went through; absent for other blocks. Of the first time. */
  readonly turns?: number;
  /** What decided it, the first time; absent where the argument came to nothing. */
  readonly value?: unknown;
  /** What the argument read, the first time. */
  readonly seen: readonly SeenValue[];
  /** The helpers that the values went through. */
  readonly helpers: readonly string[];
  /** Why its helpers gave nothing; absent where none did. */
  readonly reasons?: readonly EmptyReason[];
}

/** An element of the list of `forEach`, and what `forEach.when` says of it. */
export interface ElementReport {
  readonly index: number;
  readonly isChosen: boolean;
  readonly atoms: readonly AtomReport[];
  /** The nearest change that would choose it, in words. */
  readonly wouldBeChosenIf?: string;
}

/**
 * What one may not expect. `number_precision`: a number is beyond what a double holds. `path_missing`: a condition or
 * `forEach` reads what the event does not have, and something near is there. `payload_key`: the body has a key `payload` of its own. `text_compared`: a condition compares a boolean of the event with a
 * text such as "no". `transform_left_out`: what is reported is what the mapping makes
 * without its transform.
 */
export interface ExplanationNote {
  readonly code:
    | "number_precision"
    | "path_missing"
    | "payload_key"
    | "text_compared"
    | "transform_left_out";
  readonly message: string;
}

/** Options of `explain`. */
export interface ExplainOptions {
  /** `skip` leaves the transform of the mapping out: its code is not run. Default: `run`. */
  readonly transforms?: "run" | "skip";
  /** `skip` leaves out why mappings did not match, which is most of the work. Default: `report`. */
  readonly matches?: "report" | "skip";
}

/** How an event was resolved, step by step. */
export interface Explanation {
  readonly resolution: Resolution;
  readonly notes: readonly ExplanationNote[];
  readonly matches: readonly MatchReport[];
  readonly fields: readonly FieldReport[];
  readonly emptyExpressions: readonly EmptyExpression[];
  /** The blocks of all templates, from outside to inside. */
  readonly blocks: readonly BlockReport[];
  /** The first elements that `forEach.when` was asked about; none without such a rule. */
  readonly elements: readonly ElementReport[];
  /** What each stage did and decided, in order, one sentence each. */
  readonly stages: readonly string[];
}

/**
 * `shadowed`: earlier mappings, or a built-in route, take all of its events. `contradictory`: no event
 * can match it. `unknown`: it depends on rules that are not analysed, such as comparisons of numbers,
 * or on too many cases; the report never guesses.
 */
export type Verdict = "reachable" | "shadowed" | "contradictory" | "unknown";

/** Whether any event can reach one mapping. */
export interface MappingReachability {
  readonly mappingId: string;
  readonly verdict: Verdict;
  /** The earlier mapping that takes every event by itself, where one does. */
  readonly shadowedBy?: string;
  /** Earlier mappings that take, or may take, some of its events. */
  readonly overlaps: readonly string[];
}
