// Named arguments such as by="state" eq="open" → a function that says whether an element is selected.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type {
  CallLiterals,
  HelperCall,
  HelperHash,
  PrepareResult,
  ValueHelper,
} from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { isTruthy } from "../arguments/is-truthy.ts";
import { containsHelper } from "../logic/contains.ts";
import { eqHelper } from "../logic/eq.ts";
import { gtHelper } from "../logic/gt.ts";
import { gteHelper } from "../logic/gte.ts";
import { inHelper } from "../logic/in.ts";
import { ltHelper } from "../logic/lt.ts";
import { lteHelper } from "../logic/lte.ts";
import { neHelper } from "../logic/ne.ts";
import { endsWithHelper } from "../text/ends-with.ts";
import { startsWithHelper } from "../text/starts-with.ts";

type Selector = (element: unknown) => boolean;

/** A named argument compares as the helper of its name does. */
const COMPARISONS: readonly ValueHelper[] = [
  eqHelper,
  neHelper,
  ltHelper,
  lteHelper,
  gtHelper,
  gteHelper,
  inHelper,
  containsHelper,
  startsWithHelper,
  endsWithHelper,
];

export const SELECTOR_NAMES: readonly string[] = ["by", ...COMPARISONS.map(({ name }) => name)];

/** All comparisons must be true. Without one, a value is selected that is true. */
export function createSelector(hash: HelperHash, frame: Frame): Selector {
  const read = createPathReader(hash["by"], frame);
  const comparisons = COMPARISONS.filter(({ name }) => Object.hasOwn(hash, name));
  if (comparisons.length === 0) return (element) => isTruthy(read(element));
  return (element) => {
    const value = read(element);
    return comparisons.every((helper) => compares(helper, [value, hash[helper.name]], frame));
  };
}

/** Charges the budget as a call in a template does. */
function compares({ call }: ValueHelper, args: readonly unknown[], frame: Frame): boolean {
  frame.budget.spend(COST.calls);
  for (const arg of args) frame.budget.spendSize(arg);
  return call(args, {}, frame) === true;
}

/** For `prepare`: without a named argument, `{{filter list "open"}}` and the like are meant. */
export function requireSelector(call: HelperCall): (literals: CallLiterals) => PrepareResult {
  return ({ hash }) => {
    if (Object.keys(hash).length > 0) return { ok: true, call };
    const hint = `Write by="state" eq="open". Comparisons are: ${SELECTOR_NAMES.slice(1).join(" ")}.`;
    return { ok: false, problem: "takes named arguments that select elements", hint };
  };
}
