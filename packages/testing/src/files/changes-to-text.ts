// Changes of an event, or a suggested case → one line, as a test file could have it.

import { visibleText } from "@hookwright/base";
import type { Suggestion } from "../cover/model.ts";
import type { EventChanges } from "../model.ts";

/** `patch: {payload.merged: false}  remove: [headers.x-event]` */
export function changesToText({ patch = {}, remove = [] }: EventChanges): string {
  const settings = Object.entries(patch).map(
    ([path, value]) => `${path}: ${JSON.stringify(value)}`,
  );
  const parts = [
    ...(settings.length > 0 ? [`patch: {${settings.join(", ")}}`] : []),
    ...(remove.length > 0 ? [`remove: [${remove.join(", ")}]`] : []),
  ];
  return visibleText(parts.join("  "));
}

/** `try, from "a merge": remove: [payload.merged]`: the changes are those of the event of that case. */
export function suggestionToText(suggestion: Suggestion): string {
  const from = visibleText(JSON.stringify(suggestion.from));
  return `try, from ${from}: ${changesToText(suggestion)}`;
}
