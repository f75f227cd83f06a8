// The mappings that name a module and its exports → a warning for each function that expects the body.
import type { Problem } from "@hookwright/core";
import type { ExportDescription } from "../calls/call-result.ts";
import type { TransformMention } from "../config/transform-mentions.ts";
import { toProblem } from "../modules/module-problem.ts";
import { findBarePayloadNames } from "./bare-payload.ts";

export function findBarePayloadProblems(
  mentions: readonly TransformMention[],
  exports: readonly ExportDescription[],
): readonly Problem[] {
  return mentions.flatMap((mention) => {
    const chosen = chooseExport(mention, exports);
    const names = findBarePayloadNames(chosen?.source ?? "");
    return names.length === 0 ? [] : warn(mention, names);
  });
}

/** As the core chooses: the export that is named, else `default`, else `transform`. */
function chooseExport(
  { export: named }: TransformMention,
  exports: readonly ExportDescription[],
): ExportDescription | undefined {
  const names = named === undefined ? ["default", "transform"] : [named];
  return names
    .map((wanted) => exports.find(({ name, path }) => name === wanted && path !== undefined))
    .find((found) => found !== undefined);
}

/** A long list says no more than its beginning. */
const MAX_NAMED = 3;

function warn({ name, path }: TransformMention, names: readonly string[]): Problem {
  const read = names.slice(0, MAX_NAMED).join(", ");
  const problem = {
    code: "transform_bare_payload",
    message: `The transform module "${name}" reads ${read} from its argument, but the function gets an object with payload.`,
    hint: `Write ({ payload }) => … and read payload.${names[0]}; beside payload there are headers, query, path, url and now.`,
  } as const;
  return toProblem(problem, path, "warning");
}
