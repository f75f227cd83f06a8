// A parsed config of any shape → every mention of a transform module in a mapping. Never throws.
import type { ConfigPath } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";

export interface TransformMention {
  /** As the core looks it up: without outer spaces. */
  readonly name: string;
  /** The export that the mapping names. */
  readonly export?: string;
  /** Of `transform.module`. */
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
