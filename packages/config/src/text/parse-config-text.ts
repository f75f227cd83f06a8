// The text of a config (JSON, JSONC, JSON5 or YAML) → plain data with positions, or what is wrong with the text.
import type { ConfigPath, Problem } from "@hookwright/core";
import type { ConfigReading, Place, SyntaxProblem, TextParse } from "./document.ts";
import { nestsTooDeep } from "./nests-too-deep.ts";
import { parseJson5 } from "./parse-json5.ts";
import { parseYaml } from "./parse-yaml.ts";
import { createPositionFinder, type PositionFinder } from "./position.ts";

/** How a text is to be read. */
export interface ConfigTextOptions {
  /** `json5` reads JSON, JSONC and JSON5 alike. Default: by the ending of `filename`, else `json5`. */
  readonly format?: "json5" | "yaml";
  /** For the format, and for reports. Default: `config`. */
  readonly filename?: string;
}

/**
 * Parses the text of a config. Never throws; no message repeats a part of the text.
 *
 * @example
 * ```ts
 * const reading = parseConfigText("hooks: { enabled: true }", { format: "yaml" });
 * if (reading.ok) reading.document.locate(["hooks", "enabled"]); // { line: 1, column: 19 }
 * ```
 */
export function parseConfigText(text: string, options: ConfigTextOptions = {}): ConfigReading {
  const { filename = "config" } = options;
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const format = options.format ?? formatOf(filename);
  const parsed = parse(source, format);
  const positionAt = createPositionFinder(source);
  if (!parsed.ok) {
    return {
      ok: false,
      problems: parsed.errors.map((error) => describe(error, positionAt)),
      source,
      filename,
    };
  }
  const { config, root } = parsed;
  return {
    ok: true,
    document: {
      config,
      source,
      filename,
      locate: (path, part = "value") => positionAt(findOffset(root, path, part)),
    },
  };
}

function parse(source: string, format: "json5" | "yaml"): TextParse {
  if (nestsTooDeep(source)) return TOO_DEEP;
  return format === "yaml" ? parseYaml(source) : parseJson5(source);
}

const TOO_DEEP: TextParse = {
  ok: false,
  errors: [{ message: "The config is nested too deeply." }],
};

/** Most files without a telling name are a gateway's own, and those are JSON5. */
function formatOf(filename: string): "json5" | "yaml" {
  return /\.ya?ml$/i.test(filename) ? "yaml" : "json5";
}

function describe({ message, hint, offset }: SyntaxProblem, positionAt: PositionFinder): Problem {
  return {
    code: "config_syntax",
    severity: "error",
    path: [],
    message,
    ...(hint !== undefined && { hint }),
    ...(offset !== undefined && { position: positionAt(offset) }),
  };
}

function findOffset(root: Place, path: ConfigPath, part: "value" | "key"): number {
  let place = root;
  for (const step of path) {
    const child = place.child(step);
    if (child === undefined) return place.valueOffset;
    place = child;
  }
  return part === "key" ? place.keyOffset : place.valueOffset;
}
