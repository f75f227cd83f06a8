// What a helper is: a function of values, or a block that decides what to render.
import type { TemplateLocation } from "../../text-span.ts";
import type { ReadSet } from "../origin.ts";
import type { Frame } from "./frame.ts";

/** Named arguments: `{{date x zone="UTC"}}`. */
export type HelperHash = Readonly<Record<string, unknown>>;

export type HelperCall = (args: readonly unknown[], hash: HelperHash, frame: Frame) => unknown;

export interface ValueHelper {
  readonly kind: "value";
  readonly name: string;
  /** The smallest and the largest number of arguments. */
  readonly arity: readonly [number, number];
  /** The named arguments that it accepts; undefined: any. */
  readonly hash?: readonly string[] | undefined;
  readonly call: HelperCall;
  /**
   * Called instead of `call` if the first argument is the body's own key `payload`, by the root of
   * that name: the body may have the field that is wanted, too.
   */
  readonly callWithPayload?: HelperCall;
  /**
   * Called once, when the template is compiled, with the arguments that are literals. Returns the function to
   * call instead of `call`, the problem of a literal that the helper never accepts, or undefined.
   */
  readonly prepare?: (literals: CallLiterals) => HelperCall | LiteralProblem | undefined;
}

/** An argument that the template writes as a literal; undefined if the event decides the value. */
export type LiteralArgument = { readonly value: unknown } | undefined;

export interface CallLiterals {
  readonly args: readonly LiteralArgument[];
  readonly hash: Readonly<Record<string, LiteralArgument>>;
}

/** A problem of the config. */
export interface LiteralProblem {
  /** The rest of a sentence that begins with the name of the helper. */
  readonly problem: string;
  readonly hint?: string | undefined;
}

/** The compiled halves of a block: before and behind `{{else}}`. */
export interface BlockParts {
  readonly main: (frame: Frame) => string;
  readonly otherwise: (frame: Frame) => string;
  /** Whether the block names parameters: `as |item index|`. */
  readonly hasLocals: boolean;
  /** What the argument reads; `enterFrame` takes it. */
  readonly from: ReadSet;
  /** The opening tag as written, for traces. */
  readonly expression: string;
  /** Whether the template has the two halves. */
  readonly hasMain: boolean;
  readonly hasOtherwise: boolean;
  /** The opening tag, for traces that get locations. */
  readonly at?: TemplateLocation;
}

/** A helper with a body: `{{#if x}}…{{/if}}`. */
export interface BlockHelper {
  readonly kind: "block";
  readonly name: string;
  readonly arity: readonly [number, number];
  readonly hash: readonly string[];
  /** Whether it gives values to the names behind `as`. */
  readonly givesLocals: boolean;
  /** Whether the main half has another context than the text around the block. */
  readonly changesContext: boolean;
  /** `value`: the argument; a list of arguments would be made anew for each turn of a loop. */
  readonly render: (value: unknown, hash: HelperHash, block: BlockParts, frame: Frame) => string;
}

export type Helper = ValueHelper | BlockHelper;
/** Helpers by name. */
export type HelperTable = ReadonlyMap<string, Helper>;

/** Thrown where a helper of the integrator threw; `failureFromError` turns it into data. */
export class HelperFailedError extends Error {}

/**
 * A pure function that templates can call: `{{name argument key=value}}`.
 *
 * Arguments are untrusted JSON values of any type; the result is rendered like a field. If the helper
 * throws or returns a promise, the event fails with `helper_failed`.
 *
 * @example
 * ```ts
 * const shout: HelperDefinition = { arity: [1, 1], call: ([text]) => `${String(text)}!` };
 * ```
 */
export interface HelperDefinition {
  /** The smallest and the largest number of arguments. Other numbers are config problems. */
  readonly arity: readonly [number, number];
  readonly call: (args: readonly unknown[], hash: Readonly<Record<string, unknown>>) => unknown;
}
