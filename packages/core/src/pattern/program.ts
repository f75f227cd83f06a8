// A pattern as a machine: instructions that are followed side by side, one character at a time.
import type { CharSet } from "./char-set.ts";
import type { Assertion } from "./pattern-node.ts";

/** Places in the list of instructions. */
export type Place = number;

export type Instruction =
  | { readonly kind: "set"; readonly set: CharSet; readonly next: Place }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly next: Place }
  | { readonly kind: "split"; readonly next: Place; readonly other: Place }
  | { readonly kind: "match" };

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: Place;
}
