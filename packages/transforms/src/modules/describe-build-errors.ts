// What esbuild reports → problems with file, line and column.
import type { Message } from "esbuild";
import type { ModuleProblem } from "./module-problem.ts";

/** One slip can make many errors; the first ones tell. */
const MAX_REPORTED = 10;

export function describeBuildErrors(
  failure: { readonly errors: readonly Pick<Message, "text" | "location">[] },
  name: string,
): readonly ModuleProblem[] {
  return failure.errors.slice(0, MAX_REPORTED).map(({ text, location }) => ({
    code: "transform_syntax",
    message: `The transform module "${name}" cannot be built: ${positionOf(location)}${text}.`,
    ...hintFor(text),
  }));
}

/** Lines are counted from 1 by esbuild, columns from 0. */
function positionOf(location: Message["location"]): string {
  return location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
}

/** A bare name is a package that is not installed. */
function hintFor(text: string): { readonly hint?: string } {
  const [, name] = /^Could not resolve "((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(text) ?? [];
  if (name === undefined) return {};
  return { hint: `Install the package where the module can find it: npm install ${name}` };
}
