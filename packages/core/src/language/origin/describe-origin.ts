// Where a value comes from, as compiled, and where it stands → the paths and helpers that a trace shows.
import type { Frame, RenderedExpression } from "../render/frame.ts";
import { allPaths, locateOrigin } from "./locate-reads.ts";
import type { ValueOrigin } from "./template-read.ts";

export function describeOrigin(
  origin: ValueOrigin,
  frame: Frame,
): Pick<RenderedExpression, "reads" | "helpers"> {
  const place = locateOrigin(origin, frame);
  return {
    reads: allPaths(place).map((path) => ({ ...path, exact: true })),
    helpers: place.helpers,
  };
}
