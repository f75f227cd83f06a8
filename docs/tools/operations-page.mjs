// @ts-check
// The metrics and the facts about vendors → the tables of docs/operations.md. Run it with --write after a change of one.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PROVIDERS } from "@hookwright/signatures";
import { readTable } from "../../tools/build/read-table.mjs";

const metricsUrl = new URL("../../packages/telemetry/src/metrics/metric-rows.ts", import.meta.url);
const hostUrl = new URL("../../packages/cli/src/admin/create-host-metrics.ts", import.meta.url);
const pageUrl = new URL("../operations.md", import.meta.url);

/** @param {string} what */
const startOf = (what) => `<!-- ${what}: made by docs/tools/operations-page.mjs. -->`;
const END = "<!-- End of the table. -->";

async function renderMetrics() {
  const { METRICS } = await readTable(metricsUrl);
  const { HOST_METRICS } = await readTable(hostUrl);
  const rows = [...Object.values(METRICS), ...Object.values(HOST_METRICS)].map(
    ({ name, kind, labels, help }) => {
      const shown = labels.map((/** @type {string} */ label) => `\`${label}\``).join(", ");
      return `| \`${name}\` | ${kind} | ${shown} | ${help} |`;
    },
  );
  return ["| metric | kind | labels | what it is |", "|---|---|---|---|", ...rows].join("\n");
}

/** Vendors of one habit share a row. */
function renderRetries() {
  /** @type {Map<string, string[]>} */
  const byHabit = new Map();
  for (const { name, delivery } of PROVIDERS) {
    if (delivery?.retries === undefined) continue;
    byHabit.set(delivery.retries, [...(byHabit.get(delivery.retries) ?? []), name]);
  }
  const rows = [...byHabit].map(([habit, names]) => `| ${names.join(", ")} | ${habit} |`);
  return ["| sender | what it does |", "|---|---|", ...rows].join("\n");
}

/** The page as it is, with the tables as they should be. */
export async function makeOperationsPage() {
  let page = await readFile(pageUrl, "utf8");
  for (const [what, table] of [
    ["Metrics", await renderMetrics()],
    ["Retries", renderRetries()],
  ]) {
    const start = startOf(/** @type {string} */ (what));
    const from = page.indexOf(start) + start.length;
    page = `${page.slice(0, from)}\n\n${table}\n\n${page.slice(page.indexOf(END, from))}`;
  }
  return page;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makeOperationsPage());
}
