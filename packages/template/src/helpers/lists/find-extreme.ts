// The arguments of min or max → the value that is first or last in the order of `sort`.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { HelperHash } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";
import { compareKeys, keyFromValue } from "./sort-key.ts";

/** One argument is a list; more are the values themselves. Empty values are left out. */
export function findExtreme(
  args: readonly unknown[],
  { by }: HelperHash,
  { frame, sign }: { readonly frame: Frame; readonly sign: 1 | -1 },
): unknown {
  const read = createPathReader(by, frame);
  const textOf = createTextReader(frame);
  const elements = args.length === 1 ? listFromValue(args[0]) : args;
  frame.budget.spend(elements.length * COST.sortSteps);
  let found: unknown;
  let best = keyFromValue(undefined, textOf);
  for (const element of elements) {
    const value = read(element);
    const key = keyFromValue(value, textOf);
    if (compareKeys(key, best, sign) >= 0) continue;
    found = value;
    best = key;
  }
  return found;
}
