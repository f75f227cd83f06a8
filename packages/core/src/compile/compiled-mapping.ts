// A mapping ready for events.
import type { CompiledTemplate } from "../language/compile/compile-template.ts";
import type { LockableField } from "../model/config.ts";
import type { Origins } from "../model/draft.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Transform } from "../model/transform.ts";
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
    | "id"
    | "preset"
    | "match"
    | "skip"
    | "action"
    | "wakeMode"
    | "sessionMode"
    | "deliver"
    | "timeoutSeconds"
    | "channel"
    | "allowUnsafeExternalContent"
  > {
  readonly rule: CompiledMatch;
  readonly forEach: CompiledForEach | undefined;
  readonly text: CompiledTemplate | undefined;
  readonly instructions: CompiledTemplate | undefined;
  readonly name: CompiledTemplate | undefined;
  readonly sessionKey: CompiledTemplate | undefined;
  readonly to: CompiledTemplate | undefined;
  readonly model: CompiledTemplate | undefined;
  readonly thinking: CompiledTemplate | undefined;
  readonly agentId: CompiledTemplate | undefined;
  readonly transform: CompiledTransform | undefined;
  /** What the fence says of where the text came from. */
  readonly source: string;
  /** Origins of what the templates make, before any transform. */
  readonly origins: Origins;
}
