// The plain fields that the templates of a config read, each once.
import type { Key } from "../../data/read-own.ts";

/**
 * Nearly all expressions are a field of where the template stands. As data they take half the memory
 * of closures, in a config of thousands of mappings, and render as fast.
 */
export interface PlainField {
  readonly keys: readonly Key[];
  /** Whether no block around changes the context. */
  readonly isAtRoot: boolean;
  readonly expression: string;
}

/** The fields of a config by their expressions: thousands of mappings read the same few. */
export interface FieldTable {
  readonly atRoot: Map<string, PlainField>;
  readonly inBlocks: Map<string, PlainField>;
}

export function createFieldTable(): FieldTable {
  return { atRoot: new Map(), inBlocks: new Map() };
}
