// A text → its config, or its problems.
import type { Problem } from "@hookwright/core";
import type { ConfigDocument, LoadReport } from "../../src/load-result.ts";
import { type ConfigTextOptions, parseConfigText } from "../../src/text/parse-config-text.ts";

export const YAML: ConfigTextOptions = { format: "yaml" };

export async function parse(
  text: string,
  options?: ConfigTextOptions,
): Promise<ConfigDocument & LoadReport> {
  const result = await parseConfigText(text, options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

export async function problemsOf(
  text: string,
  options?: ConfigTextOptions,
): Promise<readonly Problem[]> {
  return (await parseConfigText(text, options)).problems;
}
