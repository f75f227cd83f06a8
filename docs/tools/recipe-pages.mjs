// @ts-check
// The recipe pages → the same with their configs in YAML, too, and with commands that try them. Run it with --write
// after a change of a config. It needs `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseConfigText } from "@hookwright/config";
import { variablesOf } from "@hookwright/samples";
import { findComments, yamlFrom } from "./yaml-from.mjs";

export const folder = fileURLToPath(new URL("../recipes/", import.meta.url));
const deliveries = new URL("../../packages/samples/deliveries/", import.meta.url);

const MADE = "<!-- made from the JSON5 by docs/tools/recipe-pages.mjs -->";
const END = "<!-- end of what is made -->";

const MADE_PART = new RegExp(`\\n${MADE}[\\s\\S]*?${END}\\n`, "g");
const JSON5 = /^```json5\n([\s\S]*?)^```\n/gm;

/** The first event that the page shows. */
const SHOWN = /\]\((\.\.\/\.\.\/packages\/samples\/deliveries\/([\w-]+\/[\w-]+)\.json)\)/;

export const names = readdirSync(folder)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .sort();

/** @param {string} name @returns {Promise<string>} */
export async function makePage(name) {
  const written = readFileSync(`${folder}${name}`, "utf8").replaceAll(MADE_PART, "");
  const fences = [...written.matchAll(JSON5)];
  const configs = await Promise.all(fences.map(([, code = ""]) => parse(code)));
  let index = 0;
  const page = written.replaceAll(JSON5, (fence, code) => {
    const yaml = yamlFrom(configs[index++], findComments(code));
    return `${fence}${renderYaml(yaml)}`;
  });
  const [, link = "", delivery = ""] = SHOWN.exec(page) ?? [];
  const complete = page.replace(/\n## Config\n/, `${renderVariables(configs[0])}$&`);
  return `${complete}${renderCommands({ link, delivery, config: configs[0] })}`;
}

/** @param {any} config */
function renderVariables({ hooks }) {
  const rows = variablesOf(hooks).map(({ name, where }) => `- \`${name}\`: ${where}`);
  return made(`What \`hookwright serve\` reads from its environment:\n\n${rows.join("\n")}`);
}

/** @param {string} code @returns {Promise<any>} */
async function parse(code) {
  const document = await parseConfigText(code, { filename: "recipe.json5" });
  if (!document.ok) throw new Error(document.problems.map(({ message }) => message).join("\n"));
  return document.config;
}

/** @param {string} text */
const made = (text) => `\n${MADE}\n\n${text}\n\n${END}\n`;

/** @param {string} yaml */
function renderYaml(yaml) {
  const fence = `\`\`\`yaml\n${yaml}\`\`\``;
  return made(`<details>\n<summary>The same in YAML</summary>\n\n${fence}\n\n</details>`);
}

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
  const signs = auth?.provider === undefined ? "this sends it" : "this signs and sends it";
  return made(
    `## Try it

Write the config into \`hooks.yaml\`, and the body of a delivery into \`event.json\`: the provider's log of deliveries has some, and the \`payload\` of [this event](${link}) is one. \`explain\` shows what it becomes:

\`\`\`sh
hookwright check hooks.yaml
hookwright explain hooks.yaml --name ${path}${flags} --payload event.json
\`\`\`

With \`hookwright serve hooks.yaml\` in another terminal, and the same ${names.map((name) => `\`${name}\``).join(", ")} in both, ${signs}:

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
