// The errors of esbuild → problems with file, line and column.
import type { Message } from "esbuild";
import type { ModuleProblem } from "./module-problem.ts";
import { OUTSIDE } from "./require-plugin.ts";

/** One mistake can cause many errors, and the first ones are enough. */
const MAX_PROBLEMS = 10;

export function describeBuildErrors(
  failure: {
    readonly errors: readonly (Pick<Message, "text" | "location"> & {
      readonly detail?: unknown;
    })[];
  },
  name: string,
): readonly ModuleProblem[] {
  return failure.errors.slice(0, MAX_PROBLEMS).map(({ text, location, detail }) => ({
    code: detail === OUTSIDE ? OUTSIDE : "transform_syntax",
    message: `The transform module "${name}" cannot be built: ${positionOf(location)}${text}.`,
    ...hintFor(text),
  }));
}

/** esbuild counts lines from 1 and columns from 0. */
function positionOf(location: Message["location"]): string {
  return location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
}

/** A bare specifier that cannot be resolved is a package that is not installed. */
function hintFor(text: string): { readonly hint?: string } {
  const [, name] = /^Could not resolve "((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(text) ?? [];
  if (name === undefined) return {};
  return { hint: `Install the package where the module can find it: npm install ${name}` };
}
