// A stream and the environment → whether to colour its text.
import type { Io, Output } from "../io.ts";

/** FORCE_COLOR takes precedence over NO_COLOR, as in Node. */
export function useColor(stream: Output, env: Io["env"]): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return stream.isTTY === true && term !== "dumb";
}

/** How a report is shown there. */
export function styleOf(
  stream: Output,
  env: Io["env"],
): { readonly color: boolean; readonly width: number | undefined } {
  return {
    color: useColor(stream, env),
    width: stream.isTTY === true ? stream.columns : undefined,
  };
}
