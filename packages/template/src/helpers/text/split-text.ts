// A text and a separator → the pieces between its occurrences.
import { COST } from "../../render/budget.ts";
import { costOfSearch, createTextFinder } from "../../render/create-text-finder.ts";
import type { Frame } from "../../render/frame.ts";
import { checkRoom } from "../check-room.ts";

/** `separator` must not be empty. A text beyond the limit is not split, because pieces take memory. */
export function splitText(text: string, separator: string, frame: Frame): readonly string[] {
  checkRoom(text.length, frame);
  frame.budget.spend(costOfSearch(separator, text));
  const find = createTextFinder(separator);
  const pieces: string[] = [];
  let start = 0;
  for (let at = find(text, 0); at !== -1; at = find(text, start)) {
    pieces.push(text.slice(start, at));
    frame.budget.spend(COST.pieces);
    start = at + separator.length;
  }
  pieces.push(text.slice(start));
  return pieces;
}
