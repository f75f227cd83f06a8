// A stack and the folder of the modules → the places in the author's files, as people read them.
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isInside } from "../modules/locate-module.ts";

/** The first ones tell; a recursion has thousands. */
const MOST_FRAMES = 4;

/** A stack is what the module says it is; a line of such a length is no frame, and slow to look at. */
const LONGEST_LINE = 500;

/** `    at async name (file:///folder/a.ts:3:14)`, with and without the name. */
const FRAME = /^\s*at (?:async )?(?:(.*?) \()?((?:file:\/\/)?[/A-Za-z].*?):(\d+):(\d+)\)?$/;

/** Innermost first: `readTitle github/issue.ts:12:7`. */
export function findAuthorFrames(stack: string, folder: string): readonly string[] {
  return stack
    .split("\n")
    .filter((line) => line.length <= LONGEST_LINE)
    .flatMap((line) => {
      const [, called = "", place = "", row, column] = FRAME.exec(line) ?? [];
      const file = toPath(place);
      if (!isInside(file, folder)) return [];
      const own = `${relative(folder, file).split(sep).join("/")}:${row}:${column}`;
      // So Node names a module's top level.
      return `${called.replace("<anonymous>", "")} ${own}`.trim();
    })
    .slice(0, MOST_FRAMES);
}

function toPath(place: string): string {
  try {
    return place.startsWith("file://") ? fileURLToPath(place) : place;
  } catch {
    return "";
  }
}
