// A mapping → the same with one thing changed in one of its templates.

import type { HookEvent, MappingInput } from "@hookwright/core";
import { TEMPLATED_FIELDS } from "@hookwright/core/internal";
import { type FoundMutant, replaceAt } from "../found.ts";
import { changesOfTemplate } from "./changes-of-template.ts";
import { applyEdits } from "./edit.ts";
import { createSiblingFinder } from "./find-sibling.ts";

const TEMPLATES: readonly (keyof MappingInput)[] = [
  "messageTemplate",
  "textTemplate",
  "instructions",
  ...TEMPLATED_FIELDS,
  "dedupeKey",
];

export interface TemplateMutationOptions {
  /** Events that the mapping takes. */
  readonly samples: readonly HookEvent[];
  readonly text: boolean;
}

export function mutateTemplates(
  mapping: MappingInput,
  { samples, text }: TemplateMutationOptions,
): readonly FoundMutant[] {
  const siblingOf = createSiblingFinder(samples);
  return TEMPLATES.flatMap((key) => {
    const source = mapping[key];
    if (typeof source !== "string") return [];
    const blank = key === "sessionKey" ? "key-merge" : "expr-blank";
    const changes = changesOfTemplate(source, { blank, siblingOf, text });
    return changes.map(({ operator, span, label, edits }) => ({
      operator,
      path: [key],
      span,
      label: `${key}: ${label}`,
      mapping: replaceAt(mapping, [key], applyEdits(source, edits)),
    }));
  });
}
