// A path and a value → the value with an object or a list around it for each step: ["a", 0], 1 → {"a": [1]}.
import type { ConfigPath } from "@hookwright/core";

export function nestValue(path: ConfigPath, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );
}
