// What the operators give: a change of one mapping, and where it is. Types, and how values within a mapping are changed.

import type { ConfigPath, MappingInput } from "@hookwright/core";
import type { TextSpan } from "@hookwright/template/internal";
import { removeValue, setValue } from "../../change-value.ts";
import type { MutationOperator } from "../model.ts";

/** A change of one mapping. */
export interface FoundMutant {
  readonly operator: MutationOperator;
  /** From the mapping. */
  readonly path: ConfigPath;
  /** Within the template that stands there. */
  readonly span?: TextSpan;
  readonly label: string;
  readonly mapping: MappingInput;
}

export function replaceAt(mapping: MappingInput, path: ConfigPath, value: unknown): MappingInput {
  const keys = path.map(String);
  return setValue(mapping, keys, { path: keys.join("."), value }) as MappingInput;
}

export function dropAt(mapping: MappingInput, path: ConfigPath): MappingInput {
  return removeValue(mapping, path.map(String)) as MappingInput;
}
