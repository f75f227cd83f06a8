// A config as an integrator writes it in code → the same config, checked by the compiler.
import type {
  HooksInput,
  HookwrightConfig,
  MappingInput,
  MatchInput,
  TransformInput,
} from "./config.ts";
import type { RuleFault } from "./rule-types.ts";

/** The keys of an object that its type does not have: such as a misspelled one. */
type UnknownKey<Value, Known> = Value extends object
  ? Value extends readonly unknown[]
    ? never
    : Exclude<keyof Value, keyof Known>
  : never;

type At<Value, Key extends string> = Value extends { readonly [K in Key]?: infer Found }
  ? Found
  : never;

type MappingsOf<Config> = At<At<Config, "hooks">, "mappings">;
type MappingOf<Config> = MappingsOf<Config> extends readonly (infer Mapping)[] ? Mapping : never;

type UnknownKeys<Config> =
  | UnknownKey<At<Config, "hooks">, HooksInput>
  | UnknownKey<MappingOf<Config>, MappingInput>
  | UnknownKey<At<MappingOf<Config>, "match">, MatchInput>
  | UnknownKey<At<MappingOf<Config>, "transform">, TransformInput>;

type MatchOf<Config> = At<MappingOf<Config>, "match">;

type RuleFaults<Config> =
  | RuleFault<At<MatchOf<Config>, "when">>
  | RuleFault<At<At<MatchOf<Config>, "not">, "when">>
  | RuleFault<At<At<MappingOf<Config>, "forEach">, "when">>;

/** An intersection with `unknown` changes nothing; with this, no config fits, and the error names the key. */
type Checked<Config> = [UnknownKeys<Config>] extends [never]
  ? [RuleFaults<Config>] extends [never]
    ? unknown
    : { readonly "This is wrong in a condition": RuleFaults<Config> }
  : { readonly "This key is not known in a config": UnknownKeys<Config> };

/** Says nothing new of the config; with this, editors find the sentence for each key of a mapping. */
type Described<Config> = HookwrightConfig & {
  readonly hooks?: { readonly mappings?: Entries<MappingsOf<Config>> };
};

type Entries<List> = { readonly [Index in keyof List]: MappingInput };

/**
 * Gives a config its types, and keeps its literals: the ids of the mappings, say, are known to the
 * compiler. A misspelled key or name of `hooks` is an error, and so is a condition whose operator does not exist or takes
 * another number of arguments. At run time it gives back what it got.
 *
 * @example
 * ```ts
 * const config = defineHooks({
 *   hooks: { mappings: [{ id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}" }] },
 * });
 * const hooks = compileHooks(config);
 * ```
 */
export function defineHooks<const Config extends HookwrightConfig>(
  config: Described<Config> & Config & Checked<Config>,
): Config {
  return config;
}
