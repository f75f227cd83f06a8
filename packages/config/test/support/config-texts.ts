// A text → its config, or its problems.
import type { Problem } from "@hookwright/core";
import type { ConfigDocument, LoadReport } from "../../src/load-result.ts";
import { type ConfigTextOptions, parseConfigText } from "../../src/text/parse-config-text.ts";

export const YAML: ConfigTextOptions = { format: "yaml" };

export function parse(text: string, options?: ConfigTextOptions): ConfigDocument & LoadReport {
  const result = parseConfigText(text, options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

export function problemsOf(text: string, options?: ConfigTextOptions): readonly Problem[] {
  return parseConfigText(text, options).problems;
}
