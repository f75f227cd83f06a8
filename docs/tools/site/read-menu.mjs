// @ts-check
// The index of the docs (docs/README.md) → the groups of the site's menu, in its order.

/**
 * @typedef {{ text: string, page: string, answers: string }} MenuItem `page` as the index links it
 * @typedef {{ title: string, lists: { title: string, items: MenuItem[] }[] }} MenuGroup
 */

const LINK = /^\| \[([^\]]+)\]\(([^)]+)\) \| (.*) \|$/;
const HEAD = /^\| ([\w ]+) \| what it answers \|$/;

/** @param {string} index @returns {MenuGroup[]} */
export function readMenu(index) {
  /** @type {MenuGroup[]} */
  const groups = [];
  for (const line of index.split("\n")) {
    const group = groups.at(-1);
    if (line.startsWith("## ")) groups.push({ title: line.slice(3), lists: [] });
    const head = HEAD.exec(line);
    if (head !== null) group?.lists.push({ title: head[1] ?? "", items: [] });
    const [, text = "", page = "", answers = ""] = LINK.exec(line) ?? [];
    if (page !== "") group?.lists.at(-1)?.items.push({ text, page, answers });
  }
  return groups;
}
