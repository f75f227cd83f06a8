// What foreign code has thrown → its message for the record, without what it quotes of the event.

import type { TransformContext } from "../../model/index.ts";

/** What a sender chose. */
type Outside = Pick<TransformContext, "payload" | "headers" | "query">;

/**
 * The message with `…` for each value of the event in it. Engines quote values in their own messages, and authors
 * of errors do.
 */
export function hideValues(message: string, { payload, headers, query }: Outside): string {
  const place = PLACE.exec(message)?.[0] ?? "";
  const length = message.length - place.length;
  if (length >= MAX_CHARACTERS) return HIDDEN + place;
  const told = message.slice(0, length).replace(QUOTED_JSON, HIDDEN);
  const found = listValues([payload, headers, query]).filter((value) => told.includes(value));
  const longestFirst = [...new Set(found)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((text, value) => text.replaceAll(value, HIDDEN), told) + place;
}

const HIDDEN = "…";

/** The runner of modules cuts messages here, and so a value in them. Nobody writes one that long. */
const MAX_CHARACTERS = 1_000;

/** What the runner of modules has written behind the message: files of the author. */
const PLACE = / \((?:module "[^"\n]*"|[^()\n]*:\d+:\d+)\)(?:; the function gets [^"\n]*)?$/;

/** `JSON.parse` quotes a part of what it read, and shorter than the value is. */
const QUOTED_JSON = /(?<=^|, |Error: )(?:\.\.\.)?".*"(?:\.\.\.)?(?= is not valid JSON)/s;

/** A shorter value is a part of too many words. */
const MIN_CHARACTERS = 3;

/** More than an event has that anybody debugs, and little work. */
const MAX_PARTS = 20_000;

/** The texts and numbers in a value, as a message would show them. Names of fields are none: code reads by them. */
function listValues(root: unknown): readonly string[] {
  const values: string[] = [];
  const waiting: unknown[] = [root];
  for (let parts = 0; waiting.length > 0 && parts < MAX_PARTS; parts++) {
    const part = waiting.pop();
    if (typeof part === "object" && part !== null) {
      // Not spread into one call, whose arguments are limited.
      for (const child of Object.values(part)) waiting.push(child);
    } else if (typeof part === "string" || typeof part === "number") {
      values.push(String(part).trim());
    }
  }
  return values.filter(({ length }) => length >= MIN_CHARACTERS);
}
