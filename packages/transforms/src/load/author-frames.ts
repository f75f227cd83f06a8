// A stack and the folder of the modules → the lines of the author's files, as people read them.
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isInside } from "../modules/locate-module.ts";

/** The first ones tell; a recursion has thousands. */
const MAX_FRAMES = 4;

/** A stack is what the module says it is; a line of such a length is no frame, and slow to look at. */
const MAX_LINE_CHARS = 500;

/** `    at async name (file:///folder/a.ts:3:14)`, with and without the name. */
const FRAME = /^\s*at (?:async )?(?:(.*?) \()?((?:file:\/\/)?[/A-Za-z].*?):(\d+):(\d+)\)?$/;

/** Innermost first: `readTitle github/issue.ts:12:7`. */
export function findAuthorFrames(stack: string, folder: string): readonly string[] {
  return stack
    .split("\n")
    .filter((line) => line.length <= MAX_LINE_CHARS)
    .flatMap((line) => {
      const [, called = "", location = "", row, column] = FRAME.exec(line) ?? [];
      const file = toPath(location);
      if (!isInside(file, folder)) return [];
      const own = `${relative(folder, file).split(sep).join("/")}:${row}:${column}`;
      // So Node names a module's top level.
      return `${called.replace("<anonymous>", "")} ${own}`.trim();
    })
    .slice(0, MAX_FRAMES);
}

function toPath(location: string): string {
  try {
    return location.startsWith("file://") ? fileURLToPath(location) : location;
  } catch {
    return "";
  }
}
