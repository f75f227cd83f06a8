// What esbuild reports → findings with file, line and column.
import type { Message } from "esbuild";
import type { Finding } from "./finding.ts";

/** One slip can make many errors; the first ones tell. */
const MOST_REPORTED = 10;

export function describeBuildErrors(
  failure: { readonly errors: readonly Pick<Message, "text" | "location">[] },
  name: string,
): readonly Finding[] {
  return failure.errors.slice(0, MOST_REPORTED).map(({ text, location }) => ({
    code: "transform_syntax",
    message: `The transform module "${name}" cannot be built: ${placeOf(location)}${text}.`,
    ...hintFor(text),
  }));
}

/** Lines are counted from 1 by esbuild, columns from 0. */
function placeOf(location: Message["location"]): string {
  return location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
}

/** A bare name is a package that is not installed. */
function hintFor(text: string): { readonly hint?: string } {
  const [, name] = /^Could not resolve "((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(text) ?? [];
  if (name === undefined) return {};
  return { hint: `Install the package where the module can find it: npm install ${name}` };
}
