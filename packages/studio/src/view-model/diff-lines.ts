// Two texts → the lines that differ, with some lines around them.

interface DiffLine {
  /** `gap`: lines are left out here. */
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly text: string;
}

/** Lines around a change. */
const CONTEXT = 3;

/** Beyond this many pairs of lines, all that differs is one block: comparing each pair would take seconds. */
const MAX_PAIRS = 4_000_000;

/** Empty if the texts are equal. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  if (before === after) return [];
  const [one, other] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
  }
  const all = [
    ...one.slice(0, start).map((text): DiffLine => ({ kind: "same", text })),
    ...diffMiddle(one.slice(start, end), other.slice(start, otherEnd)),
    ...one.slice(end).map((text): DiffLine => ({ kind: "same", text })),
  ];
  return leaveOut(all);
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  // An end without a line break is a difference of its own.
  const lines = text.split("\n");
  return lines.at(-1) === ""
    ? lines.slice(0, -1)
    : [...lines.slice(0, -1), `${lines.at(-1)}\u{2424}`];
}

/** By the longest common subsequence. */
function diffMiddle(one: readonly string[], other: readonly string[]): readonly DiffLine[] {
  const removed = one.map((text): DiffLine => ({ kind: "removed", text }));
  const added = other.map((text): DiffLine => ({ kind: "added", text }));
  if (one.length * other.length > MAX_PAIRS) return [...removed, ...added];
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) {
      lines.push({ kind: "same", text: one[row] ?? "" });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push(removed[row] as DiffLine);
      row += 1;
    } else {
      lines.push(added[column] as DiffLine);
      column += 1;
    }
  }
  return [...lines, ...removed.slice(row), ...added.slice(column)];
}

function leaveOut(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1)
      .some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index] === true) return [line];
    return index > 0 && isNear[index - 1] === false ? [] : [{ kind: "gap" as const, text: "…" }];
  });
}
