// @ts-check
// A graph of imports → its cycles, each as the list of its files.
//
// Why types count: a cycle of types compiles, but neither file can be read, moved or published without
// the other.

/**
 * Searches depth first: an edge back to a file on the current path closes a cycle. Reports at least one
 * of several cycles that share files.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph file → the files that it imports
 * @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @type {string[][]} */
  const cycles = [];

  /** @param {string} file */
  const visit = (file) => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start !== -1) {
      cycles.push([...path.slice(start), file]);
      return;
    }
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };

  for (const file of graph.keys()) visit(file);
  return cycles;
}
