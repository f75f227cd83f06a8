// A wrong value, and the hint for it → what mends it as data, where that is known.
import { readOwn } from "@hookwright/base";
import type { ConfigChange, ConfigCode, SchemaFinding } from "../base/index.ts";
import { LISTS, meantBoolean, meantNumber } from "./hint-type.ts";
import { findInnerReference } from "./misshapen-values.ts";

export interface WrongValue {
  readonly code: ConfigCode;
  readonly hint: string | undefined;
  readonly finding: SchemaFinding;
  /** The config. */
  readonly input: unknown;
}

export function findChange({ code, hint, finding, input }: WrongValue): ConfigChange | undefined {
  const { steps } = finding;
  const value = steps.reduce<unknown>((at, step) => readOwn(at, String(step)), input);
  if (code === "wrong_type") return changeShape(finding, value);
  // The nearest of a few words is a guess.
  const name = /^Write "([\w-]+)"\.$/.exec(hint ?? "")?.[1];
  return name === undefined ? undefined : { kind: "replace", value: name, safe: false };
}

function changeShape(
  { steps, error, keyword }: SchemaFinding,
  value: unknown,
): ConfigChange | undefined {
  const key = String(steps.at(-1));
  const type = keyword === "type" ? error.params["type"] : undefined;
  if (type === "boolean") return replaceBy(meantBoolean(String(value)));
  if (type === "integer" || type === "number") return replaceBy(meantNumber(String(value), key));
  if (type === "string") return changeScalar(value);
  const inner = findInnerReference(value);
  if (inner !== undefined) return { kind: "replace", value: inner.reference, safe: inner.isSame };
  if (typeof value !== "string" || value.trim() === "") return undefined;
  if (LISTS.has(key)) return { kind: "wrap", safe: true };
  if (key === "match") return { kind: "wrap", key: "path", safe: true };
  if (key === "transform") {
    const file = /\.\w+$/.test(value) ? value : `${value}.js`;
    return { kind: "replace", value: { module: file }, safe: true };
  }
  const isHeader = key === "signature" && /^[\w-]+$/.test(value);
  return isHeader ? { kind: "wrap", key: "header", safe: true } : undefined;
}

function replaceBy(value: boolean | number | undefined): ConfigChange | undefined {
  return value === undefined ? undefined : { kind: "replace", value, safe: true };
}

/** What a file has may be another spelling of the number, which is the text that was meant. */
function changeScalar(value: unknown): ConfigChange | undefined {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar ? { kind: "quote", safe: true } : undefined;
}
