// @ts-check
// The recipe pages → the same with the variables that their configs read, and with commands that try them. Run it with
// --write after a change of a config. It needs `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseConfigText } from "@hookwright/config";
import { variablesOf } from "@hookwright/samples";

export const folder = fileURLToPath(new URL("../recipes/", import.meta.url));
const deliveries = new URL("../../packages/samples/deliveries/", import.meta.url);

const MADE = "<!-- made from the JSON5 by docs/tools/recipe-pages.mjs -->";
const END = "<!-- end of what is made -->";

const MADE_PART = new RegExp(`\\n${MADE}[\\s\\S]*?${END}\\n`, "g");
/** The first config of the page. */
const JSON5 = /^```json5\n([\s\S]*?)^```\n/m;

/** The first event that the page shows. */
const SHOWN = /\]\((\.\.\/\.\.\/packages\/samples\/deliveries\/([\w-]+\/[\w-]+)\.json)\)/;

export const names = readdirSync(folder)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .sort();

/** @param {string} name @returns {Promise<string>} */
export async function makePage(name) {
  const written = readFileSync(`${folder}${name}`, "utf8").replaceAll(MADE_PART, "");
  const [, code = ""] = JSON5.exec(written) ?? [];
  const config = await parse(code);
  const [, link = "", delivery = ""] = SHOWN.exec(written) ?? [];
  const page = written.replace(/\n## Config\n/, `${renderVariables(config)}$&`);
  return `${page}${renderCommands({ link, delivery, config })}`;
}

/** @param {any} config */
function renderVariables({ hooks }) {
  const rows = variablesOf(hooks).map(({ name, where }) => `- \`${name}\`: ${where}`);
  return made(`Variables of the environment:\n\n${rows.join("\n")}`);
}

/** @param {string} code @returns {Promise<any>} */
async function parse(code) {
  const document = await parseConfigText(code, { filename: "recipe.json5" });
  if (!document.ok) throw new Error(document.problems.map(({ message }) => message).join("\n"));
  return document.config;
}

/** @param {string} text */
const made = (text) => `\n${MADE}\n\n${text}\n\n${END}\n`;

/**
 * @param {{ readonly link: string, readonly delivery: string, readonly config: any }} shown
 * @returns {string}
 */
function renderCommands({ link, delivery, config }) {
  const [provider = ""] = delivery.split("/");
  const file = JSON.parse(readFileSync(new URL(`${delivery}.json`, deliveries), "utf8"));
  const { path = provider, headers = {} } = file;
  const needed = headersOf(config, path);
  const sent = Object.entries(headers).filter(([name]) => needed.has(name.toLowerCase()));
  const flags = sent.map(([name, value]) => ` --header ${word(`${name}:${value}`)}`).join("");
  const variables = variablesOf({ mappings: mappingsOf(config, path) });
  const { auth } = mappingsOf(config, path)[0] ?? {};
  const lines =
    auth?.provider === undefined
      ? [
          `curl "http://127.0.0.1:18790/hooks/${path}${auth === undefined ? "" : `?${auth.query}=$${variables[0]?.name}`}"`,
          ...(auth === undefined ? ['--header "Authorization: Bearer $HOOK_TOKEN"'] : []),
          '--header "Content-Type: application/json"',
          ...sent.map(([name, value]) => `--header "${name}: ${value}"`),
          "--data @event.json",
        ]
      : [
          `hookwright send ${auth.provider} --to http://127.0.0.1:18790/hooks/${path}`,
          `--secret-env ${variables[0]?.name}`,
          ...sent.map(([name, value]) => `--header ${word(`${name}:${value}`)}`),
          "--body event.json",
        ];
  const names = variables.length === 0 ? ["HOOK_TOKEN"] : variables.map(({ name }) => name);
  return made(
    `## Try it

Write the config into \`hooks.json5\`, and a payload, such as that of [this event](${link}), into \`event.json\`:

\`\`\`sh
hookwright check hooks.json5
hookwright explain hooks.json5 --name ${path}${flags} --payload event.json
\`\`\`

With \`hookwright serve hooks.json5\` in another terminal, and ${names.map((name) => `\`${name}\``).join(", ")} in both:

\`\`\`sh
${lines.join(" \\\n  ")}
\`\`\``,
  );
}

/** @param {any} config @param {string} path @returns {readonly any[]} */
const mappingsOf = (config, path) =>
  (config.hooks.mappings ?? []).filter((/** @type {any} */ { match }) => match?.path === path);

/** A word of a shell. @param {string} text */
const word = (text) => (text.includes(" ") ? `"${text}"` : text);

/**
 * The headers that mappings of a name look at.
 *
 * @param {any} config
 * @param {string} path
 */
function headersOf(config, path) {
  const own = mappingsOf(config, path);
  const names = own.flatMap((/** @type {any} */ { match }) => Object.keys(match.headers ?? {}));
  return new Set(names.map((/** @type {string} */ name) => name.toLowerCase()));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  for (const name of names) writeFileSync(`${folder}${name}`, await makePage(name));
}
