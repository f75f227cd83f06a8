// The type of a payload, and a mapping → the same mapping, if its paths lead somewhere in that type.
//
// Nothing here runs but the last function. The types read a template as its grammar does, as far as a type can: the
// plain paths of tags outside blocks that change where a path begins.
import type { MappingInput } from "../../generated/config-types.ts";

/** Keys whose texts are templates over the event. */
type TemplateKey =
  | "messageTemplate"
  | "textTemplate"
  | "dedupeKey"
  | "sessionKey"
  | "to"
  | "accountId"
  | "agentId"
  | "model"
  | "thinking"
  | "name";

/** What a path may begin with beside the names of the payload. */
interface EventRoots<Payload> {
  readonly payload: Payload;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path: string;
  readonly now: string;
}

/** Within `forEach`, also the element and its place in the list. */
interface ItemRoots<Item> {
  readonly item: Item;
  readonly index: number;
}

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} `
  ? Trim<Rest>
  : Text;

/** `a[0].b` → `a.0.b` */
type Dotted<Path extends string> = Path extends `${infer Head}[${infer Index}]${infer Rest}`
  ? Dotted<`${Head}.${Index}${Rest}`>
  : Path;

/** Never for a call of a helper, a comment, a partial, a literal, and what begins at another place. */
type PlainPath<Tag extends string> = Tag extends
  | `${string}${" " | '"' | "'" | "(" | "@" | "../"}${string}`
  | `${"/" | "!" | ">" | "^" | "&" | "{" | "~"}${string}`
  | "else"
  | `this${string}`
  | `${number}`
  | ""
  ? never
  : Dotted<Tag>;

/** Blocks in which a path begins where it begins outside. */
type SameScope = "if" | "unless";

/** The plain paths of a template, as a union. A block that changes where paths begin ends the look. */
type PathsOf<
  Template extends string,
  Found = never,
> = Template extends `${string}{{${infer Tag}}}${infer Rest}`
  ? Trim<Tag> extends `#${infer Name} ${infer Path}`
    ? Name extends SameScope
      ? PathsOf<Rest, Found | PlainPath<Trim<Path>>>
      : Found | PlainPath<Trim<Path>>
    : PathsOf<Rest, Found | PlainPath<Trim<Tag>>>
  : Found;

/** Never if there is no such member. A union has the members of each of its types. */
type Member<Value, Key extends string> = Value extends readonly (infer Item)[]
  ? Key extends `${number}`
    ? Item
    : Key extends "length"
      ? number
      : never
  : Value extends object
    ? Key extends keyof Value
      ? Value[Key]
      : never
    : never;

/** Never where the path leads nowhere. What is not known may have anything. */
type At<Value, Path extends string> = unknown extends Value
  ? unknown
  : Path extends `${infer Key}.${infer Rest}`
    ? At<Member<NonNullable<Value>, Key>, Rest>
    : Member<NonNullable<Value>, Path>;

/** The paths that lead nowhere in any of the two. */
type Missing<Payload, Roots, Path> = Path extends string
  ? [At<Payload, Path>] extends [never]
    ? [At<Roots, Path>] extends [never]
      ? Path
      : never
    : never
  : never;

type ListPath<Mapping> = Mapping extends { readonly forEach: infer ForEach }
  ? ForEach extends string
    ? ForEach
    : ForEach extends { readonly path: infer Path extends string }
      ? Path
      : never
  : never;

/** A path through several lists goes through their elements. */
type Elements<Value> = Value extends readonly (infer Item)[] ? Elements<Item> : Value;

type Through<Value, Path extends string> = unknown extends Value
  ? unknown
  : Path extends `${infer Key}.${infer Rest}`
    ? Through<Elements<Member<NonNullable<Value>, Key>>, Rest>
    : Elements<NonNullable<Member<NonNullable<Value>, Path>>>;

type Roots<Payload, Mapping> = [ListPath<Mapping>] extends [never]
  ? EventRoots<Payload>
  : EventRoots<Payload> & ItemRoots<Through<Payload, ListPath<Mapping>>>;

type TextsOf<Mapping> = Mapping[keyof Mapping & TemplateKey];

/** The paths of all templates and of `forEach` that lead nowhere. */
type MissingOf<Payload, Mapping> =
  | (TextsOf<Mapping> extends infer Text
      ? Text extends string
        ? Missing<Payload, Roots<Payload, Mapping>, PathsOf<Text>>
        : never
      : never)
  | ([Through<Payload, ListPath<Mapping>>] extends [never] ? ListPath<Mapping> : never);

type KeyOf<Known> = Known extends object ? keyof Known : never;

type ValueOf<Known, Key> = Known extends object
  ? Key extends keyof Known
    ? Exclude<Known[Key], undefined>
    : never
  : never;

/** Keys at any depth that nothing reads. What is inferred has them, and TypeScript finds nothing wrong with that. */
type UnknownKey<Given, Known> = unknown extends Known
  ? never
  : Given extends readonly unknown[]
    ? never
    : Given extends object
      ? {
          readonly [Key in keyof Given]-?: Key extends KeyOf<Known>
            ? UnknownKey<Given[Key], ValueOf<Known, Key>>
            : Key;
        }[keyof Given]
      : never;

/** `unknown` accepts the mapping; the other types match no mapping, and their errors name the path or the key. */
type Checked<Payload, Mapping> = MappingInput extends Mapping
  ? // What it holds is not known here, or TypeScript has found an error of its own.
    unknown
  : [UnknownKey<Mapping, MappingInput>] extends [never]
    ? [MissingOf<Payload, Mapping>] extends [never]
      ? unknown
      : { readonly "The payload has no": MissingOf<Payload, Mapping> }
    : { readonly "A mapping has no key": UnknownKey<Mapping, MappingInput> };

/**
 * Types a mapping whose payload has a known type, such as one that a vendor publishes: a path in a template, or in
 * `forEach`, that leads nowhere is an error, which names the path; so is a key that no mapping has. Conditions and
 * the contents of `{{#each}}` and `{{#with}}` are not checked. At run time it returns its argument.
 *
 * The first call has no argument: TypeScript infers all types of a call, or none.
 *
 * @example
 * ```ts
 * import { defineMapping } from "@hookwright/core";
 *
 * interface Push {
 *   readonly ref: string;
 *   readonly pusher: { readonly name: string };
 * }
 *
 * export const push = defineMapping<Push>()({
 *   match: { path: "github", headers: { "x-github-event": "push" } },
 *   messageTemplate: "{{pusher.name}} pushed to {{ref}}",
 * });
 * ```
 */
export function defineMapping<Payload = unknown>(): <const Mapping extends MappingInput>(
  mapping: Mapping & Checked<Payload, Mapping>,
) => Mapping {
  return (mapping) => mapping;
}
