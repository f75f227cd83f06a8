// What forEach.when saw in each element → lines: which were chosen, and what would choose the others.

import { visibleText } from "@hookwright/base";
import type { ElementReport } from "@hookwright/core";
import type { Style } from "../style.ts";
import { atomToLine } from "./matches-to-lines.ts";

export function elementsToLines(
  elements: readonly ElementReport[],
  style: Style,
): readonly string[] {
  return elements.flatMap(({ index, isChosen, atoms, wouldBeChosenIf }) => {
    const change =
      wouldBeChosenIf === undefined
        ? ""
        : `; it would be chosen if ${visibleText(wouldBeChosenIf)}`;
    const verdict = isChosen
      ? `${style.good("✓")} [${index}] chosen`
      : `${style.error("✗")} [${index}] left out${change}`;
    return [verdict, ...atoms.map((atom) => `    ${atomToLine(atom, style)}`)];
  });
}
