// The table of an action's fields → the types of the records that hold their values.
import type { ACTION_FIELDS } from "./action-fields.ts";

type Row = (typeof ACTION_FIELDS)[number];

/** The rows except the texts: a mapping, a draft and a run keep their values in one record. */
type SettingRow = Exclude<Row, { value: "text" }>;
type TemplatedRow = Extract<SettingRow, { templated: true }>;

type ValueOf<R extends SettingRow> = R extends { value: "choice"; choices: infer Choices }
  ? Choices extends readonly (infer Choice)[]
    ? Choice | (R extends { default: string } ? never : undefined)
    : never
  : R extends { value: "flag" }
    ? boolean
    : R extends { value: "seconds" }
      ? number | undefined
      : R extends { value: "channel" }
        ? string
        : string | undefined;

/** A value for each field; undefined where nothing set one. */
export type FieldValues = { readonly [R in SettingRow as R["name"]]: ValueOf<R> };

/** The names of the fields that hold a template in a compiled mapping. */
export type TemplatedField = TemplatedRow["name"];

/** A template for each field that has one, a value for each other. */
export type CompiledFields<Template> = {
  readonly [R in SettingRow as R["name"]]: R extends TemplatedRow
    ? Template | undefined
    : ValueOf<R>;
};

/** The fields that `transform.lock` can name. */
export type LockableField = Extract<Row, { lockable: true }>["name"];

/** The two things that a gateway can be asked to do. */
export type ActionKind = Row["usedBy"][number];
