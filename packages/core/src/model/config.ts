// The config as operators write it: the types that the schema gives, and how much of them callers may widen.
import type {
  HookwrightConfigKeys,
  MatchInput,
  Open,
  SecretInput,
} from "../generated/config-types.ts";

export type {
  AgentDefaultsInput,
  AgentInput,
  AgentsInput,
  ForEachInput,
  GmailInput,
  GmailServeInput,
  GmailTailscaleInput,
  HooksInput,
  HookwrightConfig,
  LimitsInput,
  MappingInput,
  MatchInput,
  MatchValue,
  ModelsInput,
  Open,
  SecretInput,
  TransformInput,
  TransformsInput,
} from "../generated/config-types.ts";

/** A secret kept out of the config: in an environment variable, a file, or the gateway's own store. */
export type SecretReference = Exclude<SecretInput, string>;

/** Names with a value, or with a list of values of which one must be there. */
export type MatchValues = NonNullable<MatchInput["headers"]>;

/**
 * The same shape with any string where one of some names is wanted. TypeScript gives `string` to the
 * `"wake"` of an imported JSON file and of a variable, and says of lists of objects that each may
 * have the keys of all; whether a name or value is good is told at start.
 */
export type Widened<Value> = Value extends string
  ? string extends Value
    ? Value
    : Value | (string & Record<never, never>)
  : unknown extends Value
    ? Value
    : {
        [Key in keyof Value]: string extends Key
          ? Widened<Value[Key]> | undefined
          : Widened<Value[Key]>;
      };

/** A config as a caller may hold it: written in place, in a variable, or imported from JSON. */
export type HookwrightConfigInput = Open<{
  [Key in keyof HookwrightConfigKeys]: Key extends "hooks"
    ? Widened<HookwrightConfigKeys[Key]>
    : HookwrightConfigKeys[Key];
}>;
