// The partials of a config → the same with one thing changed in one of them.

import type { HooksInput, MappingInput } from "@hookwright/core";
import { listPartials } from "@hookwright/core/internal";
import type { PartialMutant } from "../../model.ts";
import { changesOfTemplate } from "./changes-of-template.ts";
import { applyEdits } from "./edit.ts";

type Partials = Readonly<Record<string, string>>;

/** What the names in a partial mean depends on who uses it, so that no sample tells a field beside one. */
export function mutatePartials(
  { partials = {}, mappings = [] }: HooksInput,
  { text }: { readonly text: boolean },
): readonly PartialMutant[] {
  const used = mappings.map((mapping) => listUsed(mapping, partials));
  return Object.entries(partials).flatMap(([name, source]) => {
    const usedBy = used.flatMap((names, place) => (names.has(name) ? [place] : []));
    const options = { blank: "expr-blank", siblingOf: () => undefined, text } as const;
    return changesOfTemplate(source, options).map(({ operator, span, label, edits }) => ({
      operator,
      partial: name,
      path: ["hooks", "partials", name],
      span,
      label,
      text: applyEdits(source, edits),
      usedBy,
    }));
  });
}

/** Any text of the mapping may be a template; one that is none calls no partial. */
function listUsed(mapping: MappingInput, partials: Partials): ReadonlySet<string> {
  const values: readonly unknown[] = Object.values(mapping);
  const texts = values.filter((value) => typeof value === "string");
  const found = new Set(texts.flatMap(listPartials));
  for (const name of found) {
    for (const inner of listPartials(partials[name] ?? "")) found.add(inner);
  }
  return found;
}
