// The shape of a mistake that people make in a config. Types only.
import type { HookEvent } from "@hookwright/core";

/** An object is written as JSON; a text is YAML. */
export type WrittenConfig = object | string;

/** With a token, the event is sent as a request, and not only resolved. */
export interface SentEvent extends HookEvent {
  readonly token?: string;
}

export interface MistakeCase {
  readonly name: string;
  readonly config: WrittenConfig;
  /** The code of the problem that reports the mistake. */
  readonly code: string;
  /** Words of its path, message and hint: `hooks.mappings[0].dedupeKey: … Write "…".` */
  readonly says: string | readonly string[];
  /** The config after the hint was followed manually; if the problem has a fix, the fix must give exactly this. */
  readonly followed: WrittenConfig;
  readonly event: SentEvent | readonly SentEvent[];
  /** What the followed config makes of the event, as far as it is written here; of several events, a list. */
  readonly action: object;
  /** Those that `check --events` would look at. */
  readonly events?: readonly HookEvent[];
  readonly env?: Readonly<Record<string, string>>;
  /** Beside the config, by name. */
  readonly files?: Readonly<Record<string, string>>;
}
