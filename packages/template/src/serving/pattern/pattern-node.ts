// The nodes of a pattern's syntax tree.
import type { CharSet } from "./char-set.ts";

/** `^`, `$`, `\b` and `\B`. */
export type Assertion = "start" | "end" | "edge" | "no edge";

export type PatternNode =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  /** The first group that captures; of others nobody asks what they matched. */
  | { readonly kind: "group"; readonly body: PatternNode }
  | {
      readonly kind: "repeat";
      /** Whether fewer repetitions are preferred, which decides where a match ends. */
      readonly isLazy: boolean;
      readonly body: PatternNode;
      readonly least: number;
      readonly most: number;
    };
