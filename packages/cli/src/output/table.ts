// Rows of texts → lines with aligned columns.
import { visibleText } from "@hookwright/base";

/** A longer text is cut: a session key can be as long as a sender likes. */
const MAX_CELL = 60;

/** The first row is the heading. Columns without any text are left out. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(cell));
  const widths = (cells[0] ?? []).map((_, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  const isUsed = widths.map((_, column) =>
    cells.slice(1).some((row) => (row[column] ?? "") !== ""),
  );
  return cells.map((row) =>
    row
      .flatMap((text, column) => (isUsed[column] ? [text.padEnd(widths[column] ?? 0)] : []))
      .join("  ")
      .trimEnd(),
  );
}

/** Attack: a line break in a session key could forge a row. */
function cell(text: string): string {
  const visible = visibleText(text).replace(/\s+/g, " ");
  return visible.length > MAX_CELL ? `${visible.slice(0, MAX_CELL - 1)}…` : visible;
}
