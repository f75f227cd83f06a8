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
  const found = JUDGES.get(helper)?.(call);
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

type Judge = (call: EmptyCall) => Found | undefined;
type JudgeValue = (value: unknown, call: EmptyCall) => Code | undefined;

const judgeDate: JudgeValue = (value, { hash }) => {
  if (isUnsetDate(value)) return "unset_date";
  const { dayFirst = false } = dateOptionsFromHash(hash);
  if (instantFromValue(value, { dayFirst }) !== undefined) return undefined;
  const turned = instantFromValue(value, { dayFirst: !dayFirst });
  return turned === undefined ? "not_a_date" : "day_first";
};

const judgeNumber: JudgeValue = (value) => {
  const decimal = decimalFromValue(value);
  if (decimal === undefined) return "not_a_number";
  return decimal.whole.length + decimal.fraction.length > MAX_DIGITS ? "too_long" : undefined;
};

/** It returns every value except a text unchanged. */
const judgeJson: JudgeValue = () => "not_json";

/** The first of the values that is the reason. */
function findReason(
  values: readonly unknown[],
  judge: JudgeValue,
  call: EmptyCall,
): Found | undefined {
  for (const value of values) {
    const code = value === undefined || value === null ? "missing" : judge(value, call);
    if (code !== undefined) return { code, value };
  }
  return undefined;
}

const first =
  (judge: JudgeValue): Judge =>
  (call) =>
    findReason(call.args.slice(0, 1), judge, call);

const every =
  (judge: JudgeValue): Judge =>
  (call) =>
    findReason(call.args, judge, call);

/** Where all values are numbers, the last one, which divides, is zero. */
const divided: Judge = (call) =>
  every(judgeNumber)(call) ?? { code: "zero", value: call.args.at(-1) };

/** A date that is one leaves the pattern and the zone. */
const shownDate: Judge = (call) =>
  first(judgeDate)(call) ?? { code: "format", value: call.args[1] ?? call.hash["zone"] };

/** The names of built-in helpers cannot be taken by others. */
const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["date", shownDate],
  ["ago", first(judgeDate)],
  ["duration", (call) => every(call.args.length === 1 ? judgeNumber : judgeDate)(call)],
  ["number", first(judgeNumber)],
  ["money", first(judgeNumber)],
  ["bytes", first(judgeNumber)],
  ["round", first(judgeNumber)],
  ["plural", first(judgeNumber)],
  ["add", every(judgeNumber)],
  ["subtract", every(judgeNumber)],
  ["multiply", every(judgeNumber)],
  ["divide", divided],
  ["percent", divided],
  ["parseJson", first(judgeJson)],
]);
