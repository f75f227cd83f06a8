// Why a helper gave nothing → half a sentence: the value that it saw, and what it could not make of it.

import { visibleText, visibleValue } from "@hookwright/base";
import type { EmptyReason } from "@hookwright/core";
import { count } from "../count.ts";

/** Enough to recognise a value. */
const MAX_VALUE_CHARS = 60;

/** `payload.at is text of 11 characters that no date format fits: "next Friday"` */
export function reasonToText(reason: EmptyReason): string {
  const { helper, code, path, value } = reason;
  const subject = path === undefined ? `what ${helper} gets` : visibleText(path);
  if (code === "missing") return `${subject} is missing or null`;
  return `${subject} ${SENTENCES[code](describeShape(value))}: ${visibleValue(value, MAX_VALUE_CHARS)}`;
}

type Code = Exclude<EmptyReason["code"], "missing">;

const SENTENCES: Readonly<Record<Code, (shape: string) => string>> = {
  not_a_date: (shape) => `is ${shape} that no date format fits`,
  day_first: () => "is a date only where day and month change places (dayFirst)",
  unset_date: () => "is what programs write for no date",
  not_a_number: (shape) => `is ${shape}, and no number`,
  not_json: (shape) => `is ${shape} that is not valid JSON`,
  zero: () => "is zero, and nothing can be divided by it",
  too_long: (shape) => `is ${shape}, more digits than are calculated with`,
  format: (shape) => `is ${shape}, and no pattern or zone`,
};

function describeShape(value: unknown): string {
  if (value === "") return "an empty text";
  if (typeof value === "string") return `text of ${count([...value].length, "character")}`;
  if (Array.isArray(value)) return `a list of ${count(value.length, "element")}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
