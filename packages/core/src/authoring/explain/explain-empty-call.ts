// A call of a helper that gave nothing, and what its expression read → why, where the value is the reason.

import type { EmptyCall, RootPath } from "@hookwright/template/runtime";
import {
  dateOptionsFromHash,
  decimalFromValue,
  instantFromValue,
  isUnsetDate,
  MAX_DIGITS,
} from "@hookwright/template/runtime";
import type { EmptyReason, EventView } from "../../model/index.ts";
import { originToText, readOrigin } from "./read-origin.ts";

/** What the expression read, and the event of it. */
interface EmptyCallContext {
  readonly reads: readonly RootPath[];
  readonly view: EventView;
}

/** Undefined for helpers whose results may be empty for any value. */
export function explainEmptyCall(
  call: EmptyCall,
  { reads, view }: EmptyCallContext,
): EmptyReason | undefined {
  const { helper } = call;
  const found = CHECKS.get(helper)?.(call);
  if (found === undefined) return undefined;
  const { code } = found;
  const value = found.value ?? undefined;
  const read = reads.find((path) => Object.is(readOrigin(path, view) ?? undefined, value));
  return {
    helper,
    code,
    ...(read !== undefined && { path: originToText(read) }),
    ...(value !== undefined && { value }),
  };
}

type Code = EmptyReason["code"];

interface Found {
  readonly code: Code;
  readonly value: unknown;
}

type CheckCall = (call: EmptyCall) => Found | undefined;
type CheckValue = (value: unknown, call: EmptyCall) => Code | undefined;

const checkDate: CheckValue = (value, { hash }) => {
  if (isUnsetDate(value)) return "unset_date";
  const { dayFirst = false } = dateOptionsFromHash(hash);
  if (instantFromValue(value, { dayFirst }) !== undefined) return undefined;
  const turned = instantFromValue(value, { dayFirst: !dayFirst });
  return turned === undefined ? "not_a_date" : "day_first";
};

const checkNumber: CheckValue = (value) => {
  const decimal = decimalFromValue(value);
  if (decimal === undefined) return "not_a_number";
  return decimal.whole.length + decimal.fraction.length > MAX_DIGITS ? "too_long" : undefined;
};

/** It returns every value except a text unchanged. */
const checkJson: CheckValue = () => "not_json";

/** The first of the values that is the reason. */
function findReason(
  values: readonly unknown[],
  check: CheckValue,
  call: EmptyCall,
): Found | undefined {
  for (const value of values) {
    const code = value === undefined || value === null ? "missing" : check(value, call);
    if (code !== undefined) return { code, value };
  }
  return undefined;
}

const first =
  (check: CheckValue): CheckCall =>
  (call) =>
    findReason(call.args.slice(0, 1), check, call);

const every =
  (check: CheckValue): CheckCall =>
  (call) =>
    findReason(call.args, check, call);

/** Where all values are numbers, the last one, which divides, is zero. */
const divided: CheckCall = (call) =>
  every(checkNumber)(call) ?? { code: "zero", value: call.args.at(-1) };

/** A date that is one leaves the pattern and the zone. */
const shownDate: CheckCall = (call) =>
  first(checkDate)(call) ?? { code: "format", value: call.args[1] ?? call.hash["zone"] };

/** The names of built-in helpers cannot be taken by others. */
const CHECKS: ReadonlyMap<string, CheckCall> = new Map<string, CheckCall>([
  ["date", shownDate],
  ["ago", first(checkDate)],
  ["duration", (call) => every(call.args.length === 1 ? checkNumber : checkDate)(call)],
  ["number", first(checkNumber)],
  ["money", first(checkNumber)],
  ["bytes", first(checkNumber)],
  ["round", first(checkNumber)],
  ["plural", first(checkNumber)],
  ["add", every(checkNumber)],
  ["subtract", every(checkNumber)],
  ["multiply", every(checkNumber)],
  ["divide", divided],
  ["percent", divided],
  ["parseJson", first(checkJson)],
]);
