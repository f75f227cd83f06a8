// The path of a value in a config, and its text.

/** The path of a value in the config, for problems: keys and indexes from the root. */
export type ConfigPath = readonly (string | number)[];

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/**
 * The text of a config path: `hooks.mappings[0].match.path`; `config` for the root.
 *
 * @example
 * ```ts
 * configPathToText(["hooks", "mappings", 0]); // "hooks.mappings[0]"
 * ```
 */
export function configPathToText(path: ConfigPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (!PLAIN_KEY.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text === "" ? "config" : text;
}
