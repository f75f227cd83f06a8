// What the leaves of one mapping said of all events → the leaves that alone decided between two of them.
import type { Answer } from "./observe-event.ts";

/**
 * A leaf is decisive where two events differ in it alone, and the mapping takes one of them only. For each
 * answer that is a match, each leaf is turned round and looked up among the others: the work grows with
 * events times leaves, not with the pairs of events.
 */
export function findDecisive(answers: readonly Answer[]): ReadonlySet<number> {
  const others = new Set<string>();
  for (const { vector, isMatch } of answers) if (!isMatch) others.add(keyOf(vector));
  const decisive = new Set<number>();
  for (const { vector, isMatch } of answers) {
    if (!isMatch) continue;
    for (const [index, holds] of vector.entries()) {
      if (holds === undefined || decisive.has(index)) continue;
      if (others.has(keyOf(vector.with(index, !holds)))) decisive.add(index);
    }
  }
  return decisive;
}

function keyOf(vector: Answer["vector"]): string {
  return vector.map((holds) => (holds === undefined ? "?" : Number(holds))).join("");
}
