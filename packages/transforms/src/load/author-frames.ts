// A stack and the folder of the modules → the positions in the author's files, for a message.
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isInside } from "../modules/locate-module.ts";

/** The innermost frames are enough; a recursion has thousands. */
const MAX_FRAMES = 4;

/** Attack: a module can set its stack. A line that long is not a frame, and matching it takes long. */
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
      // Node uses this name for a module's top level.
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
