// A parsed config of any shape → every mention of a transform module in a mapping. Never throws.
import type { ConfigPath } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";

export interface TransformMention {
  /** Trimmed, as the core looks it up. */
  readonly name: string;
  /** The export that the mapping names. */
  readonly export?: string;
  /** The path of `transform.module`. */
  readonly path: ConfigPath;
}

export function findTransformMentions(config: unknown): readonly TransformMention[] {
  const mappings = readOwn(readOwn(config, "hooks"), "mappings");
  if (!Array.isArray(mappings)) return [];
  return mappings.flatMap((mapping: unknown, index) => {
    const transform = readOwn(mapping, "transform");
    const name = readOwn(transform, "module");
    if (typeof name !== "string" || name.trim() === "") return [];
    const exported = readOwn(transform, "export");
    return {
      name: name.trim(),
      ...(typeof exported === "string" && { export: exported }),
      path: ["hooks", "mappings", index, "transform", "module"],
    };
  });
}
