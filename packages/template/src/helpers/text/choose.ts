// {{choose value open="…" default="…"}}: a text for each known value.
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { createTextReader, textFromArgument } from "../arguments/text-from-argument.ts";

const choose: HelperCall = ([value, ...others], hash, frame) => {
  const wanted = textFromArgument(value, frame);
  if (Object.hasOwn(hash, wanted)) return hash[wanted];
  const textOf = createTextReader(frame);
  for (let at = 0; at + 1 < others.length; at += 2) {
    if (textOf(others[at]) === wanted) return others[at + 1];
  }
  return others.length % 2 === 1 ? others.at(-1) : hash["default"];
};

/**
 * `{{choose value open="…" closed="…" default="…"}}`: the named argument whose name equals the value,
 * else the one with the name `default`.
 *
 * For values that are not names, write pairs without names, and last the default:
 * `{{choose priority 1 "urgent" 2 "high" "normal"}}`. Without a default it renders as an empty string.
 *
 * @example
 * {"state": "in_progress", "status": 0, "other": "new"}
 * {{choose state open="waiting" in_progress="at work"}}; {{choose status 0 "down" 1 "up"}}; {{choose other open="waiting" default=other}}
 * → at work; down; new
 */
export const chooseHelper: ValueHelper = {
  kind: "value",
  name: "choose",
  arity: [1, Number.POSITIVE_INFINITY],
  call: choose,
  prepare: checkChoice,
};

function checkChoice({ args, hash }: CallLiterals): PrepareResult {
  if (args.length > 1 || Object.keys(hash).length > 0) return { ok: true, call: choose };
  const hint = 'Write {{choose state open="…" closed="…" default="…"}}.';
  return { ok: false, problem: "takes texts to choose from", hint };
}
