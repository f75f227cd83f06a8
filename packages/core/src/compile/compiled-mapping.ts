// A mapping ready for events.

import type { Origins } from "../model/draft.ts";
import type { CompiledFields, LockableField } from "../model/field-values.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Transform } from "../model/transform.ts";
import type { Template } from "../template/compile-template.ts";
import type { CompiledMatch } from "./compile-match.ts";

export interface CompiledTransform {
  readonly call: Transform;
  readonly timeoutMs: number;
  readonly lock: readonly LockableField[];
}

export interface CompiledForEach {
  /** As written, for messages. */
  readonly path: string;
  readonly steps: readonly string[];
  readonly atomic: boolean;
}

export interface CompiledMapping
  extends Pick<
    Mapping,
    "id" | "preset" | "match" | "skip" | "action" | "allowUnsafeExternalContent"
  > {
  readonly rule: CompiledMatch;
  readonly forEach: CompiledForEach | undefined;
  readonly text: Template | undefined;
  readonly instructions: Template | undefined;
  readonly fields: CompiledFields<Template>;
  readonly transform: CompiledTransform | undefined;
  /** What the fence says of where the text came from. */
  readonly source: string;
  /** Origins of what the templates make, before any transform. */
  readonly origins: Origins;
}
