// @ts-check
// Keys of a mapping in the schema that have the `$comment` "setting" → their type, what copies them, and their shapes.
//
// Such a key passes from the config through the plan to what serves as it was written, with its default.

/** @typedef {import("../../src/authoring/plan/shape.ts").ShapeData} ShapeData */
/** @typedef {Readonly<Record<string, { description?: string, default?: unknown }>>} Settings */

/** @param {any} config its schema @returns {Settings} by key */
function settingsOf(config) {
  const { properties } = config.definitions.mapping;
  return Object.fromEntries(
    Object.entries(properties).filter(([, { $comment }]) => $comment === "setting"),
  );
}

/** @param {any} config @returns {string} */
export function mappingSettings(config) {
  const entries = Object.entries(settingsOf(config));
  return [
    '// Generated from the schema\'s keys of a mapping with the $comment "setting" by tools/generate.mjs.',
    'import type { MappingInput } from "./config-types.ts";',
    "",
    "/** What serving reads of a mapping as it was written, with the defaults. */",
    "export interface MappingSettings {",
    ...entries.map(([key, { description, default: fallback }]) => {
      const type = `NonNullable<MappingInput["${key}"]>`;
      return `  /** ${description} */\n  readonly ${key}${fallback === undefined ? "?" : ""}: ${type};`;
    }),
    "}",
    "",
    "type Written = { readonly [Key in keyof MappingSettings]?: MappingSettings[Key] | undefined };",
    "",
    "export function mappingSettings(written: Written): MappingSettings {",
    "  const settings: { -readonly [Key in keyof MappingSettings]: MappingSettings[Key] } = {",
    ...entries.flatMap(([key, { default: fallback }]) =>
      fallback === undefined ? [] : [`    ${key}: written.${key} ?? ${JSON.stringify(fallback)},`],
    ),
    "  };",
    ...entries.flatMap(([key, { default: fallback }]) =>
      fallback === undefined
        ? [`  if (written.${key} !== undefined) settings.${key} = written.${key};`]
        : [],
    ),
    "  return settings;",
    "}",
    "",
  ].join("\n");
}

/** @param {any} config @returns {string} */
export function settingShapes(config) {
  const entries = Object.entries(settingsOf(config));
  const some = (/** @type {boolean} */ isNeeded) =>
    Object.fromEntries(
      entries
        .filter(([, { default: fallback }]) => (fallback !== undefined) === isNeeded)
        .map(([key, one]) => [key, shapeOf(one, key)]),
    );
  return [
    '// Generated from the schema\'s keys of a mapping with the $comment "setting" by tools/generate.mjs.',
    'import type { Members } from "../plan/shape.ts";',
    "",
    "/** What each plan of a mapping has, and what it may have. */",
    `export const SETTING_SHAPES: { readonly needs: Members; readonly may: Members } = ${JSON.stringify({ needs: some(true), may: some(false) })};`,
    "",
  ].join("\n");
}

/** @param {any} schema @param {string} key @returns {ShapeData} */
function shapeOf(schema, key) {
  const { type, enum: words, items, minimum = 0, properties, required = [] } = schema;
  if (words !== undefined) return { is: "choice", of: words };
  if (type === "boolean") return { is: "flag" };
  if (type === "string") return { is: "text" };
  if (type === "number") return { is: "number" };
  if (type === "integer") return { is: "whole", least: minimum };
  if (type === "array") return { is: "list", of: shapeOf(items, key), least: 0 };
  if (type === "object") {
    const some = (/** @type {boolean} */ isNeeded) =>
      Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => required.includes(name) === isNeeded)
          .map(([name, one]) => [name, shapeOf(one, `${key}.${name}`)]),
      );
    return { is: "object", needs: some(true), may: some(false) };
  }
  throw new Error(`The setting "${key}" of a mapping needs a type that a plan can hold.`);
}
