// @ts-check
// The tables of event codes and of an action's fields → their parts of docs/http.md. Run it with --write after a change of one.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { EVENT_CODES } from "../../packages/core/codes/requests.mjs";
import { readTable } from "../../tools/build/read-table.mjs";

const fieldsUrl = new URL("../../packages/core/src/model/action-fields.ts", import.meta.url);
const pageUrl = new URL("../http.md", import.meta.url);

const START = "<!-- Made from packages/core/codes/requests.mjs by docs/tools/http-page.mjs. -->";
const END = "<!-- End of the table. -->";

/** @param {Readonly<Record<string, { status: number, meaning: string }>>} codes */
function renderTable(codes) {
  const rows = Object.entries(codes).map(
    ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`,
  );
  return ["| status | code | meaning |", "|---|---|---|", ...rows].join("\n");
}

/**
 * What a request may hold: `{text, mode?}`.
 *
 * @param {readonly any[]} fields
 * @param {"wake" | "agent"} kind
 */
function renderRequest(fields, kind) {
  const names = fields
    .filter(({ usedBy, inRequests }) => usedBy.includes(kind) && inRequests !== false)
    .map(({ name, wakeName, inRequests }) => {
      const shown = kind === "wake" ? (wakeName ?? name) : name;
      return inRequests === "required" ? shown : `${shown}?`;
    });
  return `{${names.join(", ")}}`;
}

/** The page as it is, with the tables as they should be. */
export async function makeHttpPage() {
  const { ACTION_FIELDS } = await readTable(fieldsUrl);
  const written = await readFile(pageUrl, "utf8");
  const page = written.replaceAll(/(?<=\| `\/(wake|agent)` with `)\{[^}]*\}/g, (_found, kind) =>
    renderRequest(ACTION_FIELDS, kind),
  );
  const before = page.slice(0, page.indexOf(START) + START.length);
  return `${before}\n\n${renderTable(EVENT_CODES)}\n\n${page.slice(page.indexOf(END))}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makeHttpPage());
}
