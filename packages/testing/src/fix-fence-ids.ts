// A finished text → the same with the ids of its fences as `ID`, and whether it has any.

/** Text from outside begins no line with a marker: its lines begin with `> `, and look-alikes are replaced. */
const MARKER = /^<<<((?:END_)?UNTRUSTED_WEBHOOK_CONTENT) id="[^"]*">>>$/gm;

export function fixFenceIds(text: string): { readonly text: string; readonly isFenced: boolean } {
  const fixed = text.replaceAll(MARKER, '<<<$1 id="ID">>>');
  return { text: fixed, isFenced: text.search(MARKER) >= 0 };
}
