// Elements of a list and the rule that chooses among them → what the rule saw in the first of them.

import type { RenderLimits } from "@hookwright/template";
import type { ElementReport } from "../base/index.ts";
import type { ElementSubject } from "../match/index.ts";
import { explainCondition } from "./condition/explain-condition.ts";

/** Each is explained with a budget of its own, and more than a screen of them says nothing new. */
const MAX_ELEMENTS = 20;

export interface AskedElement {
  readonly element: ElementSubject;
  readonly isChosen: boolean;
  /** As written. */
  readonly rule: unknown;
}

export function reportElements(
  asked: readonly AskedElement[],
  limits: RenderLimits,
): readonly ElementReport[] {
  return asked.slice(0, MAX_ELEMENTS).map(({ element, isChosen, rule }) => {
    const question = { subject: element, limits, wanted: true, scope: "item" } as const;
    const { atoms, change } = explainCondition(rule, question);
    return {
      index: element.index,
      isChosen,
      atoms,
      ...(change !== undefined && { wouldBeChosenIf: change }),
    };
  });
}
