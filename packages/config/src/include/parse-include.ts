// An entry of `include` → the folder and the pattern of its files, or why the entry is invalid.

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

/** As in a shell, neither wildcard matches the dot at the start of a hidden file. */
export function createNameTest(pattern: string): (name: string) => boolean {
  const wanted = [...pattern];
  return (name) => (pattern.startsWith(".") || !name.startsWith(".")) && fits([...name], wanted);
}

export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * Only the last `*` is ever tried again with one character more, so that the time is at most the product of
 * the lengths. A regular expression with many `.*` takes exponential time.
 */
function fits(name: readonly string[], pattern: readonly string[]): boolean {
  let at = 0;
  let wanted = 0;
  let star = -1;
  let afterStar = 0;
  while (at < name.length) {
    const next = pattern[wanted];
    if (next === "*") {
      star = wanted++;
      afterStar = at;
    } else if (next === "?" || next === name[at]) {
      at++;
      wanted++;
    } else if (star === -1) {
      return false;
    } else {
      wanted = star + 1;
      at = ++afterStar;
    }
  }
  return pattern.slice(wanted).every((rest) => rest === "*");
}
