// The partials of a config, and its templates → a warning of each partial that no template uses.

import { createProblem, type IsIncomplete, type Report } from "../../model/index.ts";
import type { Mapping } from "../config/index.ts";
import type { CodeRows } from "./code-row.ts";
import { templatesOf } from "./templates-of-mapping.ts";

export const CODES: CodeRows = {
  partial_unused: {
    section: "templates",
    meaning: "No template uses a partial.",
    level: "hooks",
    wrong: `partials:\n  footer: "Sent by {{sender}}"\nmappings:\n  - match: { path: example }\n    messageTemplate: "{{title}}"`,
    right: `partials:\n  footer: "Sent by {{sender}}"\nmappings:\n  - match: { path: example }\n    messageTemplate: "{{title}} {{> footer}}"`,
    say: "A call is missing, or its name has changed. Otherwise remove the partial.",
  },
};

interface PartialUsers {
  readonly mappings: readonly Mapping[];
  readonly isIncomplete: IsIncomplete;
}

export function checkPartials(
  partials: Readonly<Record<string, string>>,
  { mappings, isIncomplete }: PartialUsers,
  report: Report,
): void {
  const open = new Map(Object.entries(partials));
  if (mappings.length === 0) return;
  // What was taken out of a mapping may be what uses the partial.
  if (mappings.some(({ configPath }) => isIncomplete(configPath, TEXT_KEYS))) return;
  const texts = mappings.flatMap((mapping) => {
    const sources = templatesOf(mapping).map(([, source]) => source);
    return [mapping.instructions, ...sources].filter((source) => source !== undefined);
  });
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const name of listPartials(text)) {
      const partial = open.get(name);
      if (partial !== undefined) texts.push(partial);
      open.delete(name);
    }
  }
  for (const name of open.keys()) {
    const message = `No template uses the partial "${name}".`;
    const hint = `Write {{> ${name}}} where it belongs, or remove it.`;
    const at = ["hooks", "partials", name];
    report(createProblem("partial_unused", at, message, { severity: "warning", hint }));
  }
}

const TEXT_KEYS = [
  ...["action", "messageTemplate", "textTemplate", "instructions", "dedupeKey", "route"],
  ...["undelivered", "coalesce"],
];

/** A call of a partial; calls in comments count as well, because a wrong warning is worse than none. */
const CALL = /\{\{~?#?>\s*(?:"([^"]*)"|'([^']*)'|\[([^\]]*)\]|([^\s}~|]+))/g;

/** The names of the partials that a template calls. */
export function listPartials(text: string): readonly string[] {
  return [...text.matchAll(CALL)].map((call) => call.slice(1).find((name) => name) ?? "");
}
