// The base path as written → one leading slash, no trailing one; or undefined where nothing is left.
import { stripOuterSlashes } from "../data/strip-outer-slashes.ts";
import { HOOKS_DEFAULTS } from "./defaults.ts";

/** What would never match a request path as it is sent. */
const UNMATCHABLE = /[?#\s]|\/\//;

export function normalizeBasePath(written: string | undefined): string | undefined {
  if (written === undefined || written.trim() === "") return HOOKS_DEFAULTS.path;
  const name = stripOuterSlashes(written.trim());
  return name === "" || UNMATCHABLE.test(name) ? undefined : `/${name}`;
}
