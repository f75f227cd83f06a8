// @ts-check
// The schema of `host` → its table in docs/host.md. Run it with --write after a change of the schema.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const schemaUrl = new URL("../../packages/host/schema/host.schema.json", import.meta.url);
const pageUrl = new URL("../host.md", import.meta.url);

const START =
  "<!-- Made from packages/host/schema/host.schema.json by docs/tools/host-page.mjs. -->";
const END = "<!-- End of the table. -->";

/** The page as it is, with the table as it should be. */
export async function makeHostPage() {
  const { definitions } = JSON.parse(await readFile(schemaUrl, "utf8"));
  const rows = leavesOf(definitions.host, "host").map(
    ([key, { description, default: standard }]) =>
      `| \`${key}\` | ${description} | ${standard === undefined ? "" : `\`${standard}\``} |`,
  );
  const table = ["| key | meaning | default |", "|---|---|---|", ...rows].join("\n");
  const page = await readFile(pageUrl, "utf8");
  const [before = "", rest = ""] = page.split(START);
  const after = rest.slice(rest.indexOf(END));
  return `${before}${START}\n\n${table}\n\n${after}`;
}

/**
 * Keys with a value of their own, by their path; what refers to another definition has a page of its own.
 *
 * @param {any} schema
 * @param {string} path
 * @returns {readonly (readonly [string, any])[]}
 */
function leavesOf(schema, path) {
  if (schema.properties === undefined) return [[path, schema]];
  return Object.entries(schema.properties).flatMap(([key, one]) => leavesOf(one, `${path}.${key}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makeHostPage());
}
