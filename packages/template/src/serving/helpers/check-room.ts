// The length of a text that a helper is about to build → nothing, or an error that refuses the event.
import { RenderLimitError } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";

/** Called before the text is built, because a short template can request a text that fills memory. */
export function checkRoom(length: number, { run: { budget } }: Frame): void {
  if (length > budget.charactersLeft) throw new RenderLimitError("the rendered text is too long");
}
