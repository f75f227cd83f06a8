// @ts-check
// The table of the keys of `host` → its part of docs/host.md. Run it with --write after a change of the table.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readTable } from "../../tools/shared/read-table.mjs";

const keysUrl = new URL("../../packages/host/src/settings/host-keys.ts", import.meta.url);
const pageUrl = new URL("../host.md", import.meta.url);

const START =
  "<!-- Made from packages/host/src/settings/host-keys.ts by docs/tools/host-page.mjs. -->";
const END = "<!-- End of the table. -->";

/** The page as it is, with the table as it should be. */
export async function makeHostPage() {
  const { HOST_KEYS } = await readTable(keysUrl);
  const rows = HOST_KEYS.map(
    (/** @type {import("@hookwright/host").HostKey} */ row) =>
      `| \`host.${row.key}\` | ${row.meaning} | ${row.standard === undefined ? "" : `\`${row.standard}\``} |`,
  );
  const table = ["| key | meaning | default |", "|---|---|---|", ...rows].join("\n");
  const page = await readFile(pageUrl, "utf8");
  const [before = "", rest = ""] = page.split(START);
  const after = rest.slice(rest.indexOf(END));
  return `${before}${START}\n\n${table}\n\n${after}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makeHostPage());
}
