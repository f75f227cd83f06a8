// What may follow a part of a pattern, "*", "+", "?" or "{n,m}" → the part, repeated.
import { errorAt } from "./pattern-error.ts";
import type { PatternNode } from "./pattern-node.ts";
import type { PatternReader } from "./pattern-reader.ts";

/** Each repetition is written out; RE2 has the same limit. */
const MAX_REPETITIONS = 1_000;

export function parseQuantifier(reader: PatternReader, body: PatternNode): PatternNode {
  const { at } = reader;
  // A question mark behind it asks for the shortest match; there is a match or there is none.
  const found = reader.match(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
  if (found === undefined) return body;
  if (body.kind === "assertion") throw errorAt("a repeated ^, $, \\b or \\B", at);
  const [least, most] = boundsOf(found);
  const isTooMany = least > MAX_REPETITIONS || (most > MAX_REPETITIONS && most !== ENDLESS);
  if (isTooMany) throw errorAt(`more than ${MAX_REPETITIONS} repetitions`, at);
  if (least > most) throw errorAt("repetitions that run backwards", at);
  return { kind: "repeat", body, least, most };
}

const ENDLESS = Number.POSITIVE_INFINITY;

function boundsOf([, sign, least, comma, most]: readonly (string | undefined)[]): readonly [
  number,
  number,
] {
  if (sign !== undefined) return [sign === "+" ? 1 : 0, sign === "?" ? 1 : ENDLESS];
  if (most) return [Number(least), Number(most)];
  return [Number(least), comma ? ENDLESS : Number(least)];
}
