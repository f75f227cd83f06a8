// Alternatives and how to measure one → ratios to the first, from interleaved rounds.

/**
 * Each round measures every alternative once, in turn, so that a slow moment of the machine hits all.
 *
 * @param {readonly string[]} names the others are compared with the first
 * @param {(name: string) => Promise<number> | number} measure
 * @param {{ rounds: number, warmUp?: number, onRound?: (values: readonly number[]) => void }} options
 * @returns {Promise<Map<string, { value: number, ratio: number, low: number, high: number }>>}
 */
export async function interleave(names, measure, { rounds, warmUp = 1, onRound }) {
  const values = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      const value = await measure(name);
      if (round >= 0) values.get(name)?.push(value);
    }
    if (round >= 0) onRound?.([...values.values()].map((own) => own.at(-1) ?? Number.NaN));
  }
  const base = values.get(names[0] ?? "") ?? [];
  return new Map(
    [...values].map(([name, own]) => {
      const ratios = own.map((value, round) => value / (base[round] ?? Number.NaN));
      return [
        name,
        {
          value: median(own),
          ratio: median(ratios),
          low: Math.min(...ratios),
          high: Math.max(...ratios),
        },
      ];
    }),
  );
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @param {string} title @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export function printTable(title, head, rows) {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  /** @param {readonly string[]} row */
  const line = (row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  console.log(`\n${title}\n`);
  console.log(line(head));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of rows) console.log(line(row));
}
