// Parsed data and its text → the same data, in which integers that a double cannot hold are text.
import type { ConfigPath } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";

export interface KeptDigits {
  readonly value: unknown;
  /** The integers that stand in the value as text, in order. */
  readonly integersAsText: readonly string[];
}

/** As `parseJson` of the core does for strict JSON. `at` is the path of the value in the document. */
export function keepDigits(
  { config, source, rangeOf }: Pick<ConfigDocument, "config" | "source" | "rangeOf">,
  at: ConfigPath = [],
): KeptDigits {
  const integersAsText: string[] = [];
  const copy = (value: unknown, path: ConfigPath): unknown => {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      const digits = INTEGER.exec(source.slice(rangeOf(path).start.offset))?.[1];
      // A value in hexadecimals or with an exponent has no digits to keep.
      if (digits === undefined || String(value) === digits) return value;
      integersAsText.push(digits);
      return digits;
    }
    if (Array.isArray(value)) return value.map((item, index) => copy(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, copy(part, [...path, key])]),
    );
  };
  const value = copy(config, at);
  return { value, integersAsText };
}

/** What stands behind it is the end of the value, and no fraction or exponent. */
const INTEGER = /^\+?(-?\d+)(?![\w.])/;
