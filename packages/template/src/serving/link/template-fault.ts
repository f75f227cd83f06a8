// What linking finds wrong with a tree, as data: authoring writes the sentences.
import type { LiteralProblem } from "../render/helper.ts";
import type { CallNode } from "../syntax-tree.ts";

/** One thing that is wrong with a tree, or with the partials and helpers that it is linked with. */
export type TemplateFault = FaultDetail & {
  /** In UTF-16 code units from the start of the template, or of the partial where `partial` names one. */
  readonly offset: number;
  readonly partial?: string | undefined;
};

export type FaultCode =
  | "template_syntax"
  | "template_too_deep"
  | "template_helper_unknown"
  | "template_helper_misused"
  | "template_partial_unknown"
  | "template_partial_cyclic"
  | "template_decorator";

/** `helper` is always the name of a helper, and `call` the node of its call. */
export type FaultDetail =
  | { readonly code: "template_helper_unknown"; readonly helper: string; readonly call: CallNode }
  | ({ readonly code: "template_helper_misused" } & Misuse)
  /** `{{@name}}`, which means nothing; `name` with the at sign, and its parts without. */
  | { readonly code: "template_syntax"; readonly name: string; readonly parts: readonly string[] }
  /** `names` are those of the partials in reach; `name` is absent where the event would choose it. */
  | {
      readonly code: "template_partial_unknown";
      readonly name?: string;
      readonly names: readonly string[];
    }
  | { readonly code: "template_partial_cyclic" | "template_too_deep" | "template_decorator" };

export type Misuse =
  /** A block that is called like a value, and the reverse. */
  | { readonly kind: "block" | "value"; readonly helper: string }
  | {
      readonly kind: "count";
      readonly helper: string;
      readonly arity: readonly [number, number];
      readonly call: CallNode;
    }
  /** A named argument that the helper does not take; `known` are those that it takes. */
  | {
      readonly kind: "argument";
      readonly helper: string;
      readonly name: string;
      readonly known: readonly string[];
    }
  /** A block parameter that never gets a value. */
  | { readonly kind: "local"; readonly helper: string; readonly name: string }
  /** A literal that the helper never accepts. */
  | ({ readonly kind: "literal"; readonly helper: string } & LiteralProblem)
  /** A partial with more than one context. */
  | { readonly kind: "context"; readonly count: number };
