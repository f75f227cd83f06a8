// The mentions of a module and its exports → a warning for each function that expects the bare body.
import type { Problem } from "@hookwright/core";
import type { ExportDescription } from "../calls/call-result.ts";
import type { TransformMention } from "../config/transform-mentions.ts";
import { toProblem } from "../modules/module-problem.ts";
import { findBarePayloadNames } from "./bare-payload.ts";

export function findBarePayloadProblems(
  mentions: readonly TransformMention[],
  exports: readonly ExportDescription[] = [],
): readonly Problem[] {
  return mentions.flatMap((mention) => {
    const chosen = chooseExport(mention, exports);
    const names = findBarePayloadNames(chosen?.source ?? "");
    return names.length === 0 ? [] : warn(mention, names);
  });
}

/** Chooses as the core does: the named export, else `default`, else `transform`. */
function chooseExport(
  { export: named }: TransformMention,
  exports: readonly ExportDescription[],
): ExportDescription | undefined {
  const names = named === undefined ? ["default", "transform"] : [named];
  return names
    .map((wanted) => exports.find(({ name, path }) => name === wanted && path !== undefined))
    .find((found) => found !== undefined);
}

/** A few names are enough to recognise the mistake. */
const MAX_SHOWN_NAMES = 3;

function warn({ name, path }: TransformMention, names: readonly string[]): Problem {
  const read = names.slice(0, MAX_SHOWN_NAMES).join(", ");
  const problem = {
    code: "transform_bare_payload",
    message: `The transform module "${name}" reads ${read} from its argument, but the function gets an object with payload.`,
    hint: `Write ({ payload }) => … and read payload.${names[0]}; beside payload there are headers, query, path, url and now.`,
  } as const;
  return toProblem(problem, path, "warning");
}
