// A change of state → the same, drawn with the next frame and not right after the event.
import { options } from "preact";

/**
 * For the event of a key: the browser has more to do with the text after it, and lays out once more what was drawn
 * within it, before the letter is painted. Anything else that is drawn meanwhile takes this change along.
 */
export function drawInFrame(change: () => void): void {
  options.debounceRendering = inFrame;
  change();
  delete options.debounceRendering;
}

function inFrame(draw: () => void): void {
  requestAnimationFrame(draw);
}
