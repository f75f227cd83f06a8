// The nodes of a pattern's syntax tree.
import type { CharSet } from "./char-set.ts";

/** `^`, `$`, `\b` and `\B`. */
export type Assertion = "start" | "end" | "edge" | "no edge";

export type PatternNode =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly body: PatternNode;
      readonly least: number;
      readonly most: number;
    };
