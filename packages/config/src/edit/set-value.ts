// The text of a config, a path and a value → the text with that value; every other byte is unchanged.

import type { ConfigPath } from "@hookwright/core";
import { type ConfigTextOptions, parseConfigText } from "../text/parse-config-text.ts";
import { applyEdits, nestValue } from "./text-edit.ts";

/** What to set, and in which format the text is: by `format`, else by the ending of `filename`. */
export interface SetValueOptions extends Pick<ConfigTextOptions, "format" | "filename"> {
  /** Missing objects on the path are created. An index equal to the length of a list appends to it. */
  readonly path: ConfigPath;
  /** Plain data. */
  readonly value: unknown;
}

/** The text with the value, or the reason why it must be set manually. */
export type SetValueResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * Sets a value in the text of a config: in place, in the manner of the text, with comments and layout
 * kept. Never rejects. What it returns was parsed again: nothing but that value is different.
 *
 * @example
 * ```ts
 * const text = "{\n  hooks: {}, // mine\n}\n";
 * const result = await setValue(text, { path: ["hooks", "enabled"], value: true });
 * // { ok: true, text: "{\n  hooks: { enabled: true }, // mine\n}\n" }
 * ```
 */
export async function setValue(text: string, options: SetValueOptions): Promise<SetValueResult> {
  const { path, value } = options;
  const before = await parseConfigText(text, options);
  if (!before.ok) return { ok: false, message: "The config has syntax errors." };
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const source = text.slice(mark.length);
  const isYaml = options.format === "yaml" || /\.ya?ml$/i.test(options.filename ?? "");
  const edits = isYaml
    ? (await import("./set-in-yaml.ts")).setInYaml(source, path, value)
    : (await import("./set-in-json5.ts")).setInJson5(source, path, value);
  const edited = edits && mark + applyEdits(source, edits);
  const after = edited === undefined ? undefined : await parseConfigText(edited, options);
  const expected = setIn(before.config, path, value);
  if (edited === undefined || !after?.ok || !isSameData(after.config, expected)) {
    const at = path.join(".");
    return { ok: false, message: `The config is written so that ${at} cannot be set in place.` };
  }
  return { ok: true, text: edited };
}

/** The expected data after the edit. */
function setIn(config: unknown, path: ConfigPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(config)) {
    const list = [...config];
    list[Number(step)] = setIn(config[Number(step)], rest, value);
    return list;
  }
  if (config === null || typeof config !== "object") return nestValue(path, value);
  const member = Object.hasOwn(config, step) ? Reflect.get(config, step) : undefined;
  return { ...config, [step]: setIn(member, rest, value) };
}

/** Plain data as the parser makes it. The order of keys does not matter. */
function isSameData(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return Object.is(one, other);
  }
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) && isSameData(Reflect.get(one, key), Reflect.get(other, key)),
    )
  );
}
