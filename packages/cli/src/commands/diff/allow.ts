// The values of --allow → which groups of differences are allowed.
import { hintNearestName } from "@hookwright/core/problems";
import {
  CHANGE_CLASSES,
  type ChangeGroup,
  type StaticChanges,
} from "@hookwright/testing/comparison";
import { createUsageError } from "../../cli-error.ts";

export interface Allowance {
  readonly allows: (group: Pick<ChangeGroup, "class" | "before" | "after">) => boolean;
  /** Whether differences of the mappings themselves are allowed. */
  readonly allowsStatic: boolean;
}

const STATIC = "static";

/** `text,fields` allows classes, `new:kuma-up` a class for one mapping. */
export function parseAllow(options: readonly string[] = []): Allowance {
  const entries = options
    .flatMap((option) => option.split(","))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseEntry);
  return {
    allows: ({ class: name, before, after }) =>
      entries.some(
        (entry) =>
          entry.name === name &&
          (entry.mapping === undefined || [before.mapping, after.mapping].includes(entry.mapping)),
      ),
    allowsStatic: entries.some(({ name }) => name === STATIC),
  };
}

function parseEntry(entry: string): { readonly name: string; readonly mapping?: string } {
  const [name = "", ...rest] = entry.split(":");
  const known = [...CHANGE_CLASSES, STATIC];
  if (!known.some((one) => one === name)) {
    const message = `--allow does not know the class "${name}".`;
    throw createUsageError(message, hintNearestName(name, known));
  }
  return rest.length === 0 ? { name } : { name, mapping: rest.join(":") };
}

export function hasStaticChanges(changes: StaticChanges): boolean {
  return Object.values(changes).some((names) => names.length > 0);
}
