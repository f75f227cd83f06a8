// {{table rows columns="a,b.c"}}: a Markdown table.

import { type Key, keyFromText, readKey } from "@hookwright/base";
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { tableCell } from "./table-cell.ts";

/** More than readers follow; each column costs work for each row. */
const MAX_COLUMNS = 50;

/**
 * `{{table rows columns="a,b.c" titles="A,B"}}`: a Markdown table with one row per element.
 *
 * `columns` are paths into a row; by default the keys of the first row, read as names. `titles` replace
 * the paths in the head. Each cell is one line, and its pipes are escaped. The table has at most 50
 * columns, and is empty without rows.
 *
 * @example
 * {"jobs": [{"name": "build", "run": {"state": "ok"}}, {"name": "lint|fmt", "run": {"state": "failed"}}]}
 * {{table jobs columns="name,run.state" titles="Job,State"}}
 * → | Job | State |
 * | --- | --- |
 * | build | ok |
 * | lint\|fmt | failed |
 *
 * @example
 * {"lines": [{"sku": "A1", "count": 2}]}
 * {{table lines}}
 * → | sku | count |
 * | --- | --- |
 * | A1 | 2 |
 */
export const tableHelper: ValueHelper = {
  kind: "value",
  name: "table",
  arity: [1, 1],
  hash: ["columns", "titles"],
  call: ([value], hash, frame) => {
    const rows = listFromValue(value);
    const paths = namesFromValue(hash["columns"], frame).filter((path) => path !== "");
    const columns = paths.length === 0 ? keysOf(rows[0], frame) : paths;
    if (rows.length === 0 || columns.length === 0) return "";
    const titles = namesFromValue(hash["titles"], frame);
    const heads = columns.map((column, index) => titles[index] ?? column);
    frame.budget.spend(rows.length * columns.length * COST.keys);
    // A key of the row is a name, not a path: it may contain dots.
    const readers =
      paths.length === 0
        ? columns.map((name) => createReader(keyFromText(name)))
        : columns.map((path) => createPathReader(path, frame));
    return joinRows(heads, readCells(rows, readers), frame);
  },
};

type Reader = (row: unknown) => unknown;

function createReader(key: Key): Reader {
  return (row) => readKey(row, key);
}

function namesFromValue(value: unknown, frame: Frame): readonly string[] {
  const text = createTextReader(frame)(value);
  if (text === "") return [];
  return text.split(",", MAX_COLUMNS).map((name) => name.trim());
}

function keysOf(row: unknown, { budget }: Frame): readonly string[] {
  if (typeof row !== "object" || row === null) return [];
  const keys = Object.keys(row);
  budget.spend(keys.length * COST.keys);
  return keys.slice(0, MAX_COLUMNS);
}

function* readCells(
  rows: readonly unknown[],
  readers: readonly Reader[],
): Generator<readonly unknown[]> {
  for (const row of rows) yield readers.map((read) => read(row));
}

function joinRows(
  heads: readonly string[],
  rows: Iterable<readonly unknown[]>,
  frame: Frame,
): string {
  const readText = createTextReader(frame);
  const lines: string[] = [];
  let length = 0;
  const push = (cells: readonly string[]): void => {
    const line = `| ${cells.join(" | ")} |`;
    length += line.length + 1;
    checkRoom(length, frame);
    lines.push(line);
  };
  push(heads.map(tableCell));
  push(heads.map(() => "---"));
  const cell = (value: unknown): string => {
    const text = readText(value);
    frame.budget.spend(text.length * COST.cellCharacters);
    return tableCell(text);
  };
  for (const row of rows) push(row.map(cell));
  return lines.join("\n");
}
