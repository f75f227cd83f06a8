// The config as operators write it: the types made from the schema, and their widened forms for callers.
import type { HookwrightConfigKeys, MatchInput, Open } from "../../generated/config-types.ts";

export type {
  AgentDefaultsInput,
  AgentInput,
  AgentsInput,
  AuthEchoInput,
  AuthHandshakeInput,
  AuthInput,
  AuthSignatureInput,
  AuthTimestampInput,
  BodyInput,
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
  RespondInput,
  SecretInput,
  TransformInput,
  TransformsInput,
} from "../../generated/config-types.ts";

/** Names with a value each, or with a list of values of which one must match. */
export type MatchValues = NonNullable<MatchInput["headers"]>;

/**
 * The same shape with `string` instead of each union of names. TypeScript infers `string` for the
 * `"wake"` of an imported JSON file or a variable, and gives each object of a list the keys of all;
 * wrong names and values are reported when the config is compiled.
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

/** A config that a caller wrote in place, keeps in a variable, or imported from JSON. */
export type HookwrightConfigInput = Open<{
  [Key in keyof HookwrightConfigKeys]: Key extends "hooks"
    ? Widened<HookwrightConfigKeys[Key]>
    : HookwrightConfigKeys[Key];
}>;
