// A group of differences and both configs → the lines of the configs that differ for it.
import type { ConfigPath } from "@hookwright/core";
import type { ChangeGroup, HooksComparison } from "@hookwright/testing";
import { type ConfigChange, listConfigChanges } from "./config-changes.ts";
import type { ConfigLine, DiffSide } from "./load-side.ts";

/** A line of a config, and what differs there. */
export interface ChangedLine extends ConfigLine {
  readonly text: string;
}

export interface DiffSides {
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly comparison: HooksComparison;
}

/** Those of the mappings of the group; only where they are the same, those of everything else. */
export function listChangedLines(group: ChangeGroup, sides: DiffSides): readonly ChangedLine[] {
  const { pairs } = sides.comparison;
  const old = group.before.mapping;
  const next = group.after.mapping;
  const origin = [...pairs].find(([, id]) => id === next)?.[0];
  const found = [
    ...(old === undefined ? [] : compareMapping(old, pairs.get(old), sides)),
    ...(next === undefined || origin === old ? [] : compareMapping(origin, next, sides)),
  ];
  if (found.length === 0) return listOtherLines(sides);
  const relevant = found.filter(({ keys }) => isAbout(keys, group));
  return (relevant.length > 0 ? relevant : found).map(({ line }) => line);
}

interface FoundLine {
  /** The key of the mapping; undefined where the mapping as a whole is meant. */
  readonly keys: string | undefined;
  readonly line: ChangedLine;
}

const TEXT_KEYS = ["messageTemplate", "textTemplate", "instructions", "allowUnsafeExternalContent"];

/** The classes that are about some keys of a mapping. */
function isAbout(key: string | undefined, { class: name, fields }: ChangeGroup): boolean {
  if (key === undefined) return true;
  if (name === "text") return TEXT_KEYS.includes(key);
  if (name === "unsafe") return [...TEXT_KEYS.slice(2), "transform"].includes(key);
  return fields.length === 0 || fields.includes(key);
}

function compareMapping(
  oldId: string | undefined,
  nextId: string | undefined,
  { before, after, comparison }: DiffSides,
): readonly FoundLine[] {
  const old = oldId === undefined ? undefined : pathOf(oldId, before);
  const next = nextId === undefined ? undefined : pathOf(nextId, after);
  if (old !== undefined && next !== undefined) {
    const changes = listConfigChanges(
      { value: readAt(before.config, old), path: old },
      { value: readAt(after.config, next), path: next },
    );
    const found = changes.map((change) => ({
      keys: String(change.path[next.length]),
      line: lineOf(change, { before, after }),
    }));
    const isMoved = nextId !== undefined && comparison.static.moved.includes(nextId);
    const line = { ...after.locate(next), text: `mapping ${nextId} has another place` };
    return isMoved ? [...found, { keys: undefined, line }] : found;
  }
  return [
    ...(old === undefined ? [] : [whole(before.locate(old), `mapping ${oldId} is gone`)]),
    ...(next === undefined ? [] : [whole(after.locate(next), `mapping ${nextId} is new`)]),
  ];
}

function whole(line: ConfigLine, text: string): FoundLine {
  return { keys: undefined, line: { ...line, text } };
}

function listOtherLines({ before, after }: DiffSides): readonly ChangedLine[] {
  return ["hooks", "agents"].flatMap((key) =>
    listConfigChanges(
      { value: withoutMappings(readAt(before.config, [key])), path: [key] },
      { value: withoutMappings(readAt(after.config, [key])), path: [key] },
      key,
    ).map((change) => lineOf(change, { before, after })),
  );
}

function withoutMappings(hooks: unknown): unknown {
  if (typeof hooks !== "object" || hooks === null) return {};
  return Object.fromEntries(Object.entries(hooks).filter(([key]) => key !== "mappings"));
}

function lineOf(
  { kind, path, text }: ConfigChange,
  { before, after }: Pick<DiffSides, "before" | "after">,
): ChangedLine {
  return { ...(kind === "gone" ? before : after).locate(path), text };
}

/** Undefined for a mapping of a preset, which stands in no file. */
function pathOf(id: string, { hooks, config }: DiffSide): ConfigPath | undefined {
  const index = hooks.mappings.findIndex((mapping) => mapping.id === id);
  const path = ["hooks", "mappings", index];
  return readAt(config, path) === undefined ? undefined : path;
}

function readAt(config: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? (value as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    config,
  );
}
