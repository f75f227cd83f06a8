// What a helper is: a function of values, or a block that decides what to render.
import type { Frame } from "./frame.ts";
import type { ValueOrigin } from "./template-read.ts";

/** Named arguments: `{{date x zone="UTC"}}`. */
export type HelperHash = Readonly<Record<string, unknown>>;

export interface ValueHelper {
  readonly kind: "value";
  readonly name: string;
  /** How many arguments it takes, from and to. */
  readonly arity: readonly [number, number];
  readonly call: (args: readonly unknown[], hash: HelperHash, frame: Frame) => unknown;
}

/** The two halves of a block, ready to be rendered. */
export interface BlockParts {
  readonly main: (frame: Frame) => string;
  readonly otherwise: (frame: Frame) => string;
  /** Whether the block names parameters: `as |item index|`. */
  readonly hasLocals: boolean;
  /** Where the argument comes from: to be passed on to `enterFrame`. */
  readonly from: ValueOrigin;
}

export interface BlockHelper {
  readonly kind: "block";
  readonly name: string;
  readonly arity: readonly [number, number];
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
