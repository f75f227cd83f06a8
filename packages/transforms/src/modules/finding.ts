// What is wrong with a module, before it is known which mappings name it; and the problem it becomes.
import type { ConfigCode, ConfigPath, Problem } from "@hookwright/core";

export interface Finding {
  readonly code: Extract<ConfigCode, `transform_${string}`>;
  readonly message: string;
  readonly hint?: string;
}

export function findingToProblem(
  { code, message, hint }: Finding,
  path: ConfigPath,
  severity: Problem["severity"] = "error",
): Problem {
  return { code, severity, path, message, ...(hint !== undefined && { hint }) };
}
