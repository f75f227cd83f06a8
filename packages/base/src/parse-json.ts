// The text of a body → the JSON value in it, in which numbers that a double cannot hold are text.
import { mayHoldLongNumber, quoteLongNumbers } from "./long-integers.ts";

/** What `parseJson` returns. */
export type ParseJsonResult =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The numbers that stand in the value as text, in order: integers, and what no double can hold. */
      readonly integersAsText: readonly string[];
    }
  | { readonly ok: false };

const NONE: readonly never[] = [];

/** As `mayHoldLongNumber`, of a text. */
const MAY_HOLD = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * Parses a body as the HTTP gates do: like `JSON.parse`, but an integer whose digits a double would
 * change, such as `820982911946154508`, becomes the text of its digits, and a number that no double can hold, such as
 * `1e999`, the text that was sent. Never throws.
 *
 * `bytes` is the text in UTF-8, where it is at hand: they are looked through faster than the text.
 *
 * @example
 * ```ts
 * const parsed = parseJson('{"id": 820982911946154508}');
 * console.log(parsed.ok && parsed.value); // { id: "820982911946154508" }
 * ```
 */
export function parseJson(text: string, bytes?: Uint8Array): ParseJsonResult {
  try {
    // Also where long integers follow: quotation marks would make a key of the wrong `{1: 2}`.
    const value: unknown = JSON.parse(text);
    const mayHold = bytes === undefined ? MAY_HOLD.test(text) : mayHoldLongNumber(bytes);
    if (!mayHold) return { ok: true, value, integersAsText: NONE };
    const { text: written, quoted } = quoteLongNumbers(text);
    if (quoted.length === 0) return { ok: true, value, integersAsText: NONE };
    return { ok: true, value: JSON.parse(written), integersAsText: quoted };
  } catch {
    return { ok: false };
  }
}
