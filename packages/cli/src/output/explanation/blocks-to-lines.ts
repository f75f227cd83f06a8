// The blocks of one field → lines: which half of each was rendered, and why.

import { visibleText, visibleValue } from "@hookwright/base";
import type { BlockReport, SeenValue } from "@hookwright/core";
import { count } from "../count.ts";
import type { Style } from "../style.ts";
import { reasonToText } from "./reason-to-text.ts";

/** Enough to recognise a value. */
const MAX_VALUE_CHARS = 60;

/** `{{#if pull_request.merged}} → else, because payload.pull_request.merged is false` */
export function blockToLines(block: BlockReport, style: Style): readonly string[] {
  const { expression, times, reasons = [] } = block;
  const often = times === 1 ? "" : `, ${times} times`;
  const half = `${describeHalf(block)}${often}`;
  const line = `${visibleText(expression)} → ${half}, because ${describeCause(block)}`;
  const why = reasons.map((reason) => `    ${style.hint(reasonToText(reason))}`);
  return [style.dim(line), ...why];
}

function describeHalf({ rendered, turns }: BlockReport): string {
  if (rendered === "body") return turns === undefined ? "shown" : `shown ${count(turns, "time")}`;
  return rendered === "else" ? "else" : "nothing";
}

/** A value that helpers made of others stands before what they read. */
function describeCause(block: BlockReport): string {
  const { seen, helpers } = block;
  const [only, another] = seen;
  if (only !== undefined && another === undefined && helpers.length === 0)
    return describeSeen(only);
  const whole = "value" in block ? `it is ${showValue(block.value)}` : "it comes to nothing";
  return seen.length === 0 ? whole : `${whole} (${seen.map(describeSeen).join(", ")})`;
}

function describeSeen(seen: SeenValue): string {
  return `${visibleText(seen.expression)} is ${"value" in seen ? showValue(seen.value) : "missing"}`;
}

function showValue(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : `a list of ${count(value.length, "element")}`;
  }
  return typeof value === "object" && value !== null
    ? "an object"
    : visibleValue(value, MAX_VALUE_CHARS);
}
