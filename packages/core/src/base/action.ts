// What the gateway has to do: the output of the core.
import type { RunSettings, WakeSettings } from "../generated/config-types.ts";
import type { FieldValues } from "./field-values.ts";

export type { RunSettings, WakeSettings } from "../generated/config-types.ts";

/** When a woken session acts: at once, or with its next scheduled heartbeat. */
export type WakeMode = FieldValues["wakeMode"];

/** Whether each run gets a new session, or continues that of its key. Handed to the host as is. */
export type SessionMode = NonNullable<FieldValues["sessionMode"]>;

/**
 * A piece of the text that an agent reads: by the operator, or from outside. In outside text markers and
 * control tokens are replaced, as in the fence, unless the mapping sets `allowUnsafeExternalContent`.
 */
export type TextPart =
  | { readonly kind: "trusted"; readonly text: string }
  | {
      readonly kind: "untrusted";
      readonly text: string;
      readonly source: string;
    };

/** Wake the main session of an agent with a text. Optional fields without a value are absent. */
export interface WakeAction extends WakeSettings {
  readonly kind: "wake";
  /** The finished text: fenced where any of it came from a payload. */
  readonly text: string;
  /** The same text as data, without the fence, for hosts that keep trust levels apart themselves. */
  readonly parts: readonly TextPart[];
  /** The untrusted parts, joined by a blank line; empty where nothing came from outside. */
  readonly untrustedText: string;
}

/** Start an agent run. Optional fields without a value are absent. */
export interface AgentAction extends RunSettings {
  readonly kind: "agent";
  /** The finished message: fenced where any of it came from a payload. */
  readonly message: string;
  /** The same message as data, without the fence. */
  readonly parts: readonly TextPart[];
  /** The untrusted parts, joined by a blank line; empty where nothing came from outside. */
  readonly untrustedText: string;
}

/** What one event asks of the gateway. */
export type Action = WakeAction | AgentAction;
