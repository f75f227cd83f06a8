// @ts-check
// The table of event codes → its part of docs/http.md. Run it with --write after a change of the table.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readTable } from "../../tools/shared/read-table.mjs";

const codesUrl = new URL("../../packages/core/src/model/codes.ts", import.meta.url);
const pageUrl = new URL("../http.md", import.meta.url);

const START = "<!-- Made from packages/core/src/model/codes.ts by docs/tools/http-page.mjs. -->";
const END = "<!-- End of the table. -->";

/** @param {Readonly<Record<string, { status: number, meaning: string }>>} codes */
function renderTable(codes) {
  const rows = Object.entries(codes).map(
    ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`,
  );
  return ["| status | code | meaning |", "|---|---|---|", ...rows].join("\n");
}

/** The page as it is, with the table as it should be. */
export async function makeHttpPage() {
  const { EVENT_CODES } = await readTable(codesUrl);
  const page = await readFile(pageUrl, "utf8");
  const before = page.slice(0, page.indexOf(START) + START.length);
  return `${before}\n\n${renderTable(EVENT_CODES)}\n\n${page.slice(page.indexOf(END))}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makeHttpPage());
}
