// The types of `explain`: the resolution and each step towards it.
import type { ConfigPath } from "@hookwright/base";
import type { TextSpan } from "@hookwright/template/runtime";
import type { Resolution } from "./resolution.ts";

/** Where a part of the config is written. */
export interface ConfigLocation {
  /** Keys and indexes from the root of the config. */
  readonly path: ConfigPath;
  /** The part of the text at that path; absent for the whole value. */
  readonly span?: TextSpan;
}

/** A value of the event that an operator read; absent if the event has none. */
export interface SeenValue {
  /** The name of a field, or the evaluated rule: `payload.action`. */
  readonly expression: string;
  readonly value?: unknown;
}

/**
 * An atom of a condition: an operator that compares or looks something up. `and`, `or`, `!` and `if` join
 * atoms and are not atoms themselves.
 */
export interface AtomReport {
  /** Keys and indexes from the root of the rule. */
  readonly path: readonly (string | number)[];
  /** Only with the option `details`; absent for a mapping of a preset. */
  readonly at?: ConfigLocation;
  /** `payload.action == "opened"`. */
  readonly expression: string;
  /** The result of the atom alone, even if the condition did not need it; absent if it cannot be evaluated. */
  readonly holds?: boolean;
  /** Empty for constants, which the expression shows. */
  readonly seen: readonly SeenValue[];
  /** The change of this atom, in words, if the nearest change that makes the mapping match includes it. */
  readonly wouldMatchIf?: string;
  /** A change of the event that gives the atom the other result; only with the option `details`. */
  readonly change?: EventChange;
}

/** A change of an event, as `patchEvent` of `@hookwright/testing` takes it: removals first, then values to set. */
export interface EventChange {
  /** By dotted path, from `path`, `headers`, `query` or `payload`: `payload.review.state`. */
  readonly patch?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** One clause of a mapping and the event. Each was asked alone, also behind one that failed. */
export interface ClauseReport {
  /** `auth`, `path`, `source`, `headers.x-event`, `query.kind`, `when` or `not`. */
  readonly clause: string;
  /** `undecided`: the condition cannot be evaluated for this event, so that the mapping does not match. */
  readonly result: "passed" | "failed" | "undecided";
  /** The values that pass; absent for `auth`, `when` and `not`. */
  readonly wanted?: readonly string[];
  /** The event's value, if any. */
  readonly seen?: string;
  /** Of `when`, and of the condition under `not`. */
  readonly atoms?: readonly AtomReport[];
  /** Only with the option `details`; absent for a mapping of a preset. */
  readonly at?: ConfigLocation;
  /** A change of the event that gives the clause the other result; only with the option `details`. */
  readonly change?: EventChange;
}

/** Whether and why one mapping matched. Mappings after the first match without `continue` are not tried. */
export interface MatchReport {
  readonly mappingId: string;
  readonly result: "matched" | "not matched" | "not tried";
  /** The clause that failed: `path`, `source`, `headers.x-event`, `query.kind`, `when`, `not` or `auth`. */
  readonly clause?: string;
  /** The event's value for that clause, if any. */
  readonly seen?: string;
  /** The nearest changes of the event that would have satisfied every clause, in words. */
  readonly wouldMatchIf?: string;
  /**
   * The atoms of the condition, if it was evaluated, from left to right, each evaluated alone. If `match.not`
   * failed, those of its condition.
   */
  readonly atoms?: readonly AtomReport[];
  /**
   * All clauses, in order; only with the option `details`. Absent for a mapping of another hook, and for one that was
   * not tried.
   */
  readonly clauses?: readonly ClauseReport[];
  /**
   * The nearest change that would make the mapping match, tried on the event; only with the option `details`.
   * An earlier mapping may still take the changed event. Absent if the mapping matched, belongs to another hook,
   * or no change was found.
   */
  readonly change?: EventChange;
}

/** Which mapping a report is about, if several get the event. */
export interface OfMapping {
  /** Absent if one mapping gets the event. */
  readonly mappingId?: string;
}

/** The origin of a piece of rendered text. */
export type SpanOrigin =
  | { readonly kind: "operator" }
  | {
      readonly kind: "payload";
      /** The expression as written. */
      readonly expression: string;
      /** The paths that it reads: `payload.messages.0.subject`, `headers.x-event`, `now`. */
      readonly paths: readonly string[];
      /** The helpers that processed the values. */
      readonly helpers: readonly string[];
    };

/** A piece of a rendered field. Joined in order, the texts of all spans are the field's text. */
export interface Span {
  readonly text: string;
  readonly origin: SpanOrigin;
  /**
   * The expression, or the literal text. White space that the template removes may be missing at its ends, and
   * a comment may be within it. Only with the option `details`; absent for the indent of a partial, and for a text
   * of a preset.
   */
  readonly at?: ConfigLocation;
}

/** One templated field as rendered, before the transform, the policies and the fence. */
export interface FieldReport extends OfMapping {
  readonly field: string;
  /** The key of the mapping that holds the template: `messageTemplate` for the field `message`. */
  readonly key: string;
  /** The index of the element, if the mapping makes one action per element. */
  readonly index?: number;
  readonly text: string;
  readonly spans: readonly Span[];
}

/** A piece of a part of the action. */
export interface PartPiece {
  /** As the agent gets it: markers and control tokens in outside text are replaced. */
  readonly text: string;
  /** The index of the span that it was, in the report of the field; absent for a text of a transform. */
  readonly span?: number;
}

/** Which spans became a part of the action. Joined in order, the pieces are the text of the part. */
export interface PartReport extends OfMapping {
  /** The index of the element, if the mapping makes one action per element. */
  readonly index?: number;
  /** The index in `parts` of the action. */
  readonly part: number;
  readonly field: string;
  readonly pieces: readonly PartPiece[];
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
  /** The path of the value: `payload.created_at`; absent if it is computed or constant. */
  readonly path?: string;
  /** The value that the helper got, if any. */
  readonly value?: unknown;
}

/** An expression that rendered nothing. */
export interface EmptyExpression extends OfMapping {
  readonly field: string;
  readonly expression: string;
  /** Only with the option `details`; absent for a text of a preset. */
  readonly at?: ConfigLocation;
  /** The name in the payload that was probably intended. */
  readonly nearest?: string;
  /** What to write, as a sentence, if no other name helps: the path leads into a text that contains JSON. */
  readonly hint?: string;
  /** Why its helpers returned nothing, innermost first; absent if they did not. */
  readonly reasons?: readonly EmptyReason[];
}

/** An expression that the event did not reach: it is in an arm that was not rendered. */
export interface UnreachedExpression extends OfMapping {
  readonly field: string;
  readonly expression: string;
  /** Only with the option `details`; absent for a text of a preset. */
  readonly at?: ConfigLocation;
}

/** A block and the half of it that was rendered. In a loop, iterations with the same half are one report. */
export interface BlockReport extends OfMapping {
  readonly field: string;
  /** The index of the element, where the mapping makes one action per element. */
  readonly index?: number;
  /** The opening tag as written: `{{#if merged}}`. */
  readonly expression: string;
  /** The opening tag; only with the option `details`, and absent for a text of a preset. */
  readonly at?: ConfigLocation;
  /** The part after the opening tag, the part after `{{else}}`, or nothing if there is no such part. */
  readonly rendered: "body" | "else" | "none";
  /** How often the block had this result. */
  readonly times: number;
  /** The number of elements or keys of a loop, the first time; absent for other blocks. */
  readonly turns?: number;
  /** The value of the argument, the first time, if any. */
  readonly value?: unknown;
  /** The values that the argument read, the first time. */
  readonly seen: readonly SeenValue[];
  /** The helpers that the values went through. */
  readonly helpers: readonly string[];
  /** Why its helpers returned nothing; absent if they did not. */
  readonly reasons?: readonly EmptyReason[];
}

/** An element of the list of `forEach`, and the result of `forEach.when` for it. */
export interface ElementReport extends OfMapping {
  readonly index: number;
  readonly isChosen: boolean;
  readonly atoms: readonly AtomReport[];
  /** The nearest change that would select it, in words. */
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
  /** `skip` does not run the transform of the mapping. Default: `run`. */
  readonly transforms?: "run" | "skip";
  /** `skip` omits why mappings did not match, which is most of the work. Default: `report`. */
  readonly matches?: "report" | "skip";
  /**
   * `report` adds what an editor shows: where everything is written (`at`), which spans became which part, the
   * expressions that were not reached, every clause of the mappings of its hook with what it saw, and changes of the
   * event that give a clause, an atom or a mapping the other result; each change was tried. Default: `skip`, which
   * takes half the time.
   */
  readonly details?: "report" | "skip";
}

/** How an event was resolved, step by step. */
export interface Explanation {
  readonly resolution: Resolution;
  readonly notes: readonly ExplanationNote[];
  readonly matches: readonly MatchReport[];
  readonly fields: readonly FieldReport[];
  /** Of each action of a mapping, which spans became its parts; empty without the option `details`. */
  readonly parts: readonly PartReport[];
  readonly emptyExpressions: readonly EmptyExpression[];
  /** Empty without the option `details`. */
  readonly unreachedExpressions: readonly UnreachedExpression[];
  /** The blocks of all templates, from outside to inside. */
  readonly blocks: readonly BlockReport[];
  /** The first elements that `forEach.when` was evaluated on; empty without such a rule. */
  readonly elements: readonly ElementReport[];
  /** What each stage did and decided, in order, one sentence each. */
  readonly stages: readonly string[];
}

/**
 * `shadowed`: earlier mappings, or a built-in route, match all of its events. `contradictory`: no event can
 * match it. `unknown`: it depends on rules that are not analyzed, such as comparisons of numbers, or on too
 * many cases; the report never guesses.
 */
export type Verdict = "reachable" | "shadowed" | "contradictory" | "unknown";

/** Whether any event can reach one mapping. */
export interface MappingReachability {
  readonly mappingId: string;
  readonly verdict: Verdict;
  /** The earlier mapping that alone matches all of its events, if there is one. */
  readonly shadowedBy?: string;
  /** Earlier mappings that match, or may match, some of its events. */
  readonly overlaps: readonly string[];
}
