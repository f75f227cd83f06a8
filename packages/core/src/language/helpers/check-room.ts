// The length of a text that a helper is about to build → nothing, or the refusal of the event.
import { RenderLimitError } from "../../data/budget.ts";
import type { Frame } from "../render/frame.ts";

/** Before it is built: a short template may ask for a text that fills the memory. */
export function checkRoom(length: number, { budget }: Frame): void {
  if (length > budget.charactersLeft) throw new RenderLimitError("the rendered text is too long");
}
