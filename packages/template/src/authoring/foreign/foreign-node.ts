// The tree of an expression as authors of other template languages write it. Types only.
import type { CallForm } from "./calls.ts";

/** `user.name`, `.name` of Go, `$json.body.name` of n8n, `items[*].name` of JSONPath. */
export interface ForeignPath {
  readonly type: "path";
  /** Names and indexes as our templates write them: `name`, `[first name]`, `0`. */
  readonly steps: readonly string[];
  /** `.name`: relative to the value that the block around is about. */
  readonly isDotted: boolean;
  /** What follows `[*]`: the path within each element. */
  readonly ofEach?: readonly string[];
}

/** A text, a number, or a word such as `true`. */
interface ForeignLiteral {
  readonly type: "literal";
  readonly kind: "text" | "number" | "word";
  readonly value: string;
}

/** `truncate x 80`, `x | truncate: 80`, `x.truncate(80)`. */
export interface ForeignCall {
  readonly type: "call";
  readonly name: string;
  readonly args: readonly ForeignNode[];
  readonly named: readonly (readonly [name: string, value: ForeignNode])[];
  readonly form: CallForm;
}

export interface ForeignOperation {
  readonly type: "operation";
  readonly operator: string;
  readonly left: ForeignNode;
  readonly right: ForeignNode;
}

/** `test ? yes : no`. */
interface ForeignChoice {
  readonly type: "choice";
  readonly test: ForeignNode;
  readonly yes: ForeignNode;
  readonly no: ForeignNode;
}

/** `["a", "b"]`. */
export interface ForeignList {
  readonly type: "list";
  readonly items: readonly ForeignNode[];
}

export type ForeignNode =
  | ForeignPath
  | ForeignLiteral
  | ForeignCall
  | ForeignOperation
  | ForeignChoice
  | ForeignList;

/** A whole expression, and whether anything in it is not of our language. */
export interface ForeignExpression {
  readonly node: ForeignNode;
  readonly isForeign: boolean;
}
