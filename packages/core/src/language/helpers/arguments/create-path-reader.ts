// A path such as "from[0].email" → a function that reads it from a value, own properties only.
import { keysFromPath, parsePath, readPath } from "../../../data/path.ts";
import type { Frame } from "../../render/frame.ts";
import { createTextReader } from "./text-from-argument.ts";

/** Far deeper than payloads are; a path may come from a payload, and is followed for each element. */
const MAX_PATH_STEPS = 32;

/** No path, or an empty one, is the value itself. A text that cannot be a path reads nothing. */
export function createPathReader(path: unknown, frame: Frame): (value: unknown) => unknown {
  const text = createTextReader(frame)(path);
  if (text === "") return (value) => value;
  const names = parsePath(text);
  if (names === undefined || names.length > MAX_PATH_STEPS) return () => undefined;
  const keys = keysFromPath(names);
  return (value) => readPath(value, keys);
}
