// An entry of `include` → the folder and the names of files that it stands for, or why it stands for none.
import { hasWildcard } from "./name-pattern.ts";

/** Files of one folder, below the folder of the config. */
export interface IncludePattern {
  /** Relative to the folder of the config; empty for that folder. */
  readonly folder: string;
  /** The last segment: a name, or a pattern of names. */
  readonly name: string;
}

type IncludePatternResult =
  | ({ readonly ok: true } & IncludePattern)
  | { readonly ok: false; readonly message: string; readonly hint: string };

export function parseInclude(entry: string): IncludePatternResult {
  const written = entry.trim();
  const segments = written.split("/").filter((segment) => segment !== "" && segment !== ".");
  const name = segments.at(-1);
  if (/^[/~]|^[A-Za-z]:/.test(written)) return refuse("is not relative", RELATIVE);
  if (written.includes("\\")) return refuse("has a backslash", 'Write "/" between the names.');
  if (segments.includes("..")) return refuse("leaves the folder of the config", RELATIVE);
  if (/[{}[\]]/.test(written)) {
    return refuse("has brackets", "Write one entry for each ending: only * and ? are patterns.");
  }
  if (name === undefined || written.endsWith("/")) {
    return refuse("names a folder", `Write "${[...segments, "*.yaml"].join("/")}".`);
  }
  const folders = segments.slice(0, -1);
  if (folders.some(hasWildcard)) {
    return refuse("has * or ? in the name of a folder", "Write one entry for each folder.");
  }
  return { ok: true, folder: folders.join("/"), name };
}

const RELATIVE = 'Name files below the folder of the config: "hooks.d/*.yaml".';

function refuse(why: string, hint: string): IncludePatternResult {
  return { ok: false, message: `This entry of hooks.include ${why}.`, hint };
}
