// One mapping after normalizing: every spelling reduced to one, every default filled in, nothing compiled yet.
import type { SessionMode, WakeMode } from "./action.ts";

/** Where a mapping was written, for problems: config keys and indexes from the root of the config. */
export type ConfigPath = readonly (string | number)[];

export interface TransformReference {
  readonly module: string;
  readonly export?: string;
}

export interface Mapping {
  readonly id: string;
  readonly configPath: ConfigPath;
  /** The preset that made it; absent for what the operator wrote. */
  readonly preset?: string;
  readonly match: { readonly path?: string; readonly source?: string };
  readonly action: "wake" | "agent";
  readonly wakeMode: WakeMode;
  /** `messageTemplate` of an agent mapping, `textTemplate` of a wake mapping. */
  readonly text?: string;
  readonly name?: string;
  readonly sessionKey?: string;
  readonly sessionMode: SessionMode;
  readonly deliver: boolean;
  readonly channel: string;
  readonly to?: string;
  readonly model?: string;
  readonly thinking?: string;
  readonly agentId?: string;
  readonly timeoutSeconds?: number;
  readonly allowUnsafeExternalContent: boolean;
  readonly transform?: TransformReference;
}

/** The fields of a mapping that may contain expressions. */
export type TemplatedField =
  | "text"
  | "name"
  | "sessionKey"
  | "to"
  | "model"
  | "thinking"
  | "agentId";
