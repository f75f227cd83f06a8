// The literals of a call whose second argument is a pattern → the call with the compiled pattern.
import type { CompilePatternResult } from "../../pattern/compile-pattern.ts";
import type { CallLiterals, HelperCall, PrepareResult } from "../../render/helper.ts";
import { isTruthy } from "./is-truthy.ts";

interface PatternCall<Compiled> {
  readonly compile: (source: string, ignoresCase: boolean) => CompilePatternResult<Compiled>;
  readonly createCall: (pattern: Compiled) => HelperCall;
}

/** A pattern is read from the template only, never from the event. */
export function preparePattern<Compiled>({
  compile,
  createCall,
}: PatternCall<Compiled>): (literals: CallLiterals) => PrepareResult {
  return ({ args: [, pattern], hash }) => {
    if (typeof pattern?.value !== "string") {
      return { ok: false, problem: "takes a pattern that is written in quotation marks" };
    }
    const ignoreCase = Object.hasOwn(hash, "ignoreCase") ? hash["ignoreCase"] : { value: false };
    if (ignoreCase === undefined) {
      return { ok: false, problem: "takes an ignoreCase that is written as true or false" };
    }
    const compiled = compile(pattern.value, isTruthy(ignoreCase.value));
    return compiled.ok ? { ok: true, call: createCall(compiled.pattern) } : compiled;
  };
}
