// A text → what parsing it gives, for tests that expect one or the other.
import type { Problem } from "@hookwright/core";
import type { ConfigDocument } from "../../src/config/document.ts";
import { type ConfigTextOptions, parseConfigText } from "../../src/config/parse-config-text.ts";

export const YAML: ConfigTextOptions = { format: "yaml" };

export function parse(text: string, options?: ConfigTextOptions): ConfigDocument {
  const reading = parseConfigText(text, options);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.document;
}

export function problemsOf(text: string, options?: ConfigTextOptions): readonly Problem[] {
  const reading = parseConfigText(text, options);
  return reading.ok ? [] : reading.problems;
}
