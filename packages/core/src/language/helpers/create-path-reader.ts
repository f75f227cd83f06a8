// A dotted path such as "user.name" → a function that reads it from a value, own properties only.

import { followSteps } from "../../data/follow-steps.ts";
import { createStep } from "../../data/read-own.ts";
import type { Frame } from "../render/frame.ts";
import { createTextReader } from "./create-text-reader.ts";

/** Far deeper than payloads are; a path may come from a payload, and is followed for each element. */
const LONGEST_PATH = 32;

/** No path, or an empty one, is the value itself. */
export function createPathReader(path: unknown, frame: Frame): (value: unknown) => unknown {
  const text = createTextReader(frame)(path);
  if (text === "") return (value) => value;
  const keys = text.split(".", LONGEST_PATH + 1);
  if (keys.length > LONGEST_PATH) return () => undefined;
  const steps = keys.map(createStep);
  return (value) => followSteps(value, steps);
}
