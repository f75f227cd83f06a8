// The message of an error of a helper or transform → the same message without values of the event.

import type { TransformContext } from "../../model/index.ts";

/** The values of the sender. */
type Outside = Pick<TransformContext, "payload" | "headers" | "query">;

/**
 * Replaces each value of the event in the message by `…`. JavaScript engines and authors quote values in
 * messages.
 */
export function hideValues(message: string, { payload, headers, query }: Outside): string {
  const place = PLACE.exec(message)?.[0] ?? "";
  const length = message.length - place.length;
  if (length >= MAX_CHARACTERS) return HIDDEN + place;
  const shown = message.slice(0, length).replace(QUOTED_JSON, HIDDEN);
  const found = listValues([payload, headers, query]).filter((value) => shown.includes(value));
  const longestFirst = [...new Set(found)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((text, value) => text.replaceAll(value, HIDDEN), shown) + place;
}

const HIDDEN = "…";

/**
 * The runner of modules cuts messages at this length, which may cut a value. No ordinary message is that
 * long.
 */
const MAX_CHARACTERS = 1_000;

/** The location that the runner of modules appends to the message: files of the author. */
const PLACE = / \((?:module "[^"\n]*"|[^()\n]*:\d+:\d+)\)(?:; the function gets [^"\n]*)?$/;

/** `JSON.parse` quotes a part of its input, which may be shorter than the value. */
const QUOTED_JSON = /(?<=^|, |Error: )(?:\.\.\.)?".*"(?:\.\.\.)?(?= is not valid JSON)/s;

/** Shorter values occur in too many words. */
const MIN_CHARACTERS = 3;

/** More than ordinary events have, and little work. */
const MAX_PARTS = 20_000;

/**
 * The texts and numbers in a value, as a message would show them. Names of fields are left out, because code
 * mentions them.
 */
function listValues(root: unknown): readonly string[] {
  const values: string[] = [];
  const waiting: unknown[] = [root];
  for (let parts = 0; waiting.length > 0 && parts < MAX_PARTS; parts++) {
    const part = waiting.pop();
    if (typeof part === "object" && part !== null) {
      // Not spread into one call, because the number of arguments is limited.
      for (const child of Object.values(part)) waiting.push(child);
    } else if (typeof part === "string" || typeof part === "number") {
      values.push(String(part).trim());
    }
  }
  return values.filter(({ length }) => length >= MIN_CHARACTERS);
}
