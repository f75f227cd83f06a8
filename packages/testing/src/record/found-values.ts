// Parts of a text that are replaced, in order and apart from each other → the same with further ones.
import type { TextRange } from "./random-text.ts";
import type { ReplacementReason } from "./replacements.ts";

/** What a part of a text is. */
export type ValueKind = "secret" | "card" | "mail" | "phone" | "ip" | "name";

export interface FoundValue extends TextRange {
  readonly kind: ValueKind;
  readonly reason: ReplacementReason;
}

/** Adds what overlaps nothing. Both are in order, and so is the result: the time is linear in their numbers. */
export function addApart(
  found: readonly FoundValue[],
  more: readonly FoundValue[],
): readonly FoundValue[] {
  if (more.length === 0) return found;
  const result: FoundValue[] = [];
  let next = 0;
  for (const one of more) {
    while (next < found.length && (found[next] as FoundValue).start < one.end) {
      result.push(found[next++] as FoundValue);
    }
    if ((result.at(-1)?.end ?? 0) <= one.start) result.push(one);
  }
  return result.concat(found.slice(next));
}

/**
 * Adds what nothing covers, together with all that it overlaps.
 * Attack: digits within a key that are those of a card would leave the rest of the key as it is.
 */
export function addOver(
  found: readonly FoundValue[],
  more: readonly FoundValue[],
): readonly FoundValue[] {
  if (more.length === 0) return found;
  const added = new Set(withoutCovered(more, found));
  const result: FoundValue[] = [];
  for (const one of [...found, ...added].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || last.end <= one.start) {
      result.push(one);
      continue;
    }
    // Those of one list do not overlap, so one of the two was added, or holds what was.
    const { kind, reason } = added.has(one) ? one : last;
    const end = Math.max(last.end, one.end);
    result[result.length - 1] = { start: last.start, end, kind, reason };
  }
  return result;
}

function withoutCovered(
  more: readonly FoundValue[],
  found: readonly FoundValue[],
): readonly FoundValue[] {
  let next = 0;
  return more.filter(({ start, end }) => {
    while (next < found.length && (found[next] as FoundValue).end < end) next += 1;
    return start < (found[next]?.start ?? Number.POSITIVE_INFINITY);
  });
}
