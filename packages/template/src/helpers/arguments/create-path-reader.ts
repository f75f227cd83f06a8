// A path such as "from[0].email" → a function that reads it from a value, own properties only.
import { keysFromPath, parsePath, readPath } from "@hookwright/base";
import type { Frame } from "../../render/frame.ts";
import { createTextReader } from "./text-from-argument.ts";

/** Deeper than payloads are. A payload may provide the path, which is read for each element. */
const MAX_PATH_STEPS = 32;

/** A missing or empty path reads the value itself; an invalid path reads undefined. */
export function createPathReader(path: unknown, frame: Frame): (value: unknown) => unknown {
  const text = createTextReader(frame)(path);
  if (text === "") return (value) => value;
  const names = parsePath(text);
  if (names === undefined || names.length > MAX_PATH_STEPS) return () => undefined;
  const keys = keysFromPath(names);
  return (value) => readPath(value, keys);
}
