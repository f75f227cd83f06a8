// What a helper is: a function of values, or a block that decides what to render.
import type { ReadSet } from "../origin/read.ts";
import type { Frame } from "./frame.ts";

/** Named arguments: `{{date x zone="UTC"}}`. */
export type HelperHash = Readonly<Record<string, unknown>>;

export type HelperCall = (args: readonly unknown[], hash: HelperHash, frame: Frame) => unknown;

export interface ValueHelper {
  readonly kind: "value";
  readonly name: string;
  /** How many arguments it takes, from and to. */
  readonly arity: readonly [number, number];
  /** The named arguments that it knows; absent: any. */
  readonly hash?: readonly string[];
  readonly call: HelperCall;
  /** Looks, once, at the arguments that the template writes as literals. */
  readonly prepare?: (literals: CallLiterals) => Preparation;
}

/** An argument as written in the template; absent: only the event tells. */
export type LiteralArgument = { readonly value: unknown } | undefined;

export interface CallLiterals {
  readonly args: readonly LiteralArgument[];
  readonly hash: Readonly<Record<string, LiteralArgument>>;
}

/** What to call in place of `call`; or a problem of the config, as the rest of a sentence. */
export type Preparation =
  | { readonly call: HelperCall }
  | { readonly problem: string; readonly hint?: string };

/** The two halves of a block, ready to be rendered. */
export interface BlockParts {
  readonly main: (frame: Frame) => string;
  readonly otherwise: (frame: Frame) => string;
  /** Whether the block names parameters: `as |item index|`. */
  readonly hasLocals: boolean;
  /** What the argument is read from: to be passed on to `enterFrame`. */
  readonly from: ReadSet;
}

export interface BlockHelper {
  readonly kind: "block";
  readonly name: string;
  readonly arity: readonly [number, number];
  /** The named arguments that it knows. */
  readonly hash: readonly string[];
  /** Whether it gives values to the names behind `as`. */
  readonly givesLocals: boolean;
  /** Whether the main half sees another context than the block stands in. */
  readonly changesContext: boolean;
  readonly render: (
    args: readonly unknown[],
    hash: HelperHash,
    block: BlockParts,
    frame: Frame,
  ) => string;
}

export type Helper = ValueHelper | BlockHelper;
export type HelperTable = ReadonlyMap<string, Helper>;

/** Thrown where a helper of the integrator threw; whoever renders turns it into a result. */
export class HelperFailedError extends Error {}
