// A position in the config, as one text: the same in the drawn values and in the boxes of the result.
import type { Explanation } from "@hookwright/core";

export type At = NonNullable<Explanation["fields"][number]["spans"][number]["at"]>;

export function atId({ path, span }: At): string {
  const part = span === undefined ? "" : `:${span.start}-${span.end}`;
  return `${path.join("/")}${part}`;
}
