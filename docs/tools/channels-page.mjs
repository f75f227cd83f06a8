// @ts-check
// The files of packages/host/src/channels → the list and the sections of docs/channels.md. Run it with --write.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readChannels } from "../../packages/host/tools/read-channels.mjs";

/** @typedef {Awaited<ReturnType<typeof readChannels>>[number]} Channel */

const pageUrl = new URL("../channels.md", import.meta.url);

/** @param {string} what */
const startOf = (what) =>
  `<!-- ${what}: made by docs/tools/channels-page.mjs from packages/host/src/channels. -->`;
const END = "<!-- End of the channels. -->";

/** The page as it is, with the list and the sections as they should be. */
export async function makeChannelsPage() {
  const channels = await readChannels();
  const built = channels.filter(({ settings }) => settings !== undefined);
  const others = channels.filter((channel) => !built.includes(channel));
  let page = await readFile(pageUrl, "utf8");
  for (const [what, text] of [
    ["The channels", renderList(built, others)],
    ["Their sections", built.map(({ id, notes }) => `## ${id}\n\n${notes}`).join("\n")],
  ]) {
    const start = startOf(/** @type {string} */ (what));
    const from = page.indexOf(start) + start.length;
    page = `${page.slice(0, from)}\n\n${text?.trimEnd()}\n\n${page.slice(page.indexOf(END, from))}`;
  }
  return page;
}

/** @param {readonly Channel[]} built @param {readonly Channel[]} others */
function renderList(built, others) {
  const rows = built.map(({ id, sendsWith, library }) => {
    const install = library === undefined ? "nothing" : `\`npm install ${library}\``;
    return `| [${id}](#${id}) | ${sendsWith} | ${install} |`;
  });
  const names = others.map(({ id }) => id).join(", ");
  return [
    "| channel | sends with | install |",
    "|---|---|---|",
    ...rows,
    `| ${names} | not built yet: a warning, and deliveries are dead with a reason | use \`webhook\` or \`command\` |`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makeChannelsPage());
}
