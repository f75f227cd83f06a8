// The JSON Schema of the config and the table of codes → docs/configuration.md. Run it with --write after a change of them.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readTable } from "../../tools/build/read-table.mjs";
import { SECTIONS, typeOf } from "./schema-types.mjs";

const schemaUrl = new URL("../../packages/core/schema/hooks.schema.json", import.meta.url);
const codesUrl = new URL("../../packages/core/src/model/config-codes.ts", import.meta.url);
const pageUrl = new URL("../configuration.md", import.meta.url);

const INTRODUCTION = `# Configuration

<!-- Made from packages/core/schema/hooks.schema.json by docs/tools/configuration-page.mjs. -->

The config is the gateway's own: keys beside \`hooks\` and \`agents\` are left alone; of \`channels\` and \`host.channels\` the names alone are read, each of which is a known channel. It may be JSON, JSON with comments, JSON5 or YAML. A key that is \`null\` is not set, except below \`match\`. Unknown keys are problems, with the nearest known key as a hint; all problems of a config are reported together. \`hookwright check FILE\` shows them with the lines around them.

An editor that knows JSON Schema completes and checks the file as you type: point it at \`@hookwright/core/hooks.schema.json\`.

\`\`\`json5
{
  hooks: {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    presets: ["gmail"],
    mappings: [
      {
        match: { path: "uptime" },
        action: "wake",
        textTemplate: "{{monitor}} is {{state}}",
      },
    ],
  },
}
\`\`\`

In code, \`defineHooks\` checks names and keys while you type, shows a sentence for each, and keeps literals. \`compileHooks\` also takes a config from a variable or an imported JSON file, whose names TypeScript has widened to \`string\`:

\`\`\`ts
import { compileHooks, defineHooks } from "@hookwright/core";

const config = defineHooks({
  hooks: {
    token: process.env["HOOK_TOKEN"],
    mappings: [{ id: "ci", match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" }],
  },
});
compileHooks(config);
\`\`\`

Secrets (\`hooks.token\`, those of an \`auth\`, \`hooks.gmail.pushToken\`, \`hooks.gmail.credentials\`) may be written as text, as \`\${NAME}\` or \`{ "env": "NAME" }\` for an environment variable, as \`{ "file": "path" }\`, or in the gateway's own form \`{ "source": "env" | "file", "provider": "…", "id": "…" }\`.

To replace the token without an interruption, write a list of the new and the old one: either is accepted. Remove the old one when no sender uses it any more. A placeholder, such as \`$NAME\`, \`%NAME%\`, \`<TOKEN>\`, \`changeme\` or one character repeated, is refused.

A mapping's \`auth\` says how senders of its name prove who they are; the keys that are written choose the way. A \`secret\` signs, a \`publicKey\` verifies, a \`token\` is compared, and \`verify\` names a function that is passed as \`compileHooks(config, { verifiers })\`:

\`\`\`json5
{
  hooks: {
    token: { env: "HOOK_TOKEN" },
    mappings: [
      {
        match: { path: "github" },
        auth: { provider: "github", secret: { env: "GH_SECRET" } },
        messageTemplate: "{{action}} in {{repository.full_name}}",
      },
      {
        // While a secret is replaced: the new and the old one.
        match: { path: "stripe" },
        auth: { provider: "stripe", secrets: [{ env: "NEW" }, { env: "OLD" }], toleranceSeconds: 300 },
        messageTemplate: "{{type}}",
      },
      {
        // The vendor signs the URL of the hook, as you typed it in there.
        match: { path: "square" },
        auth: { provider: "square", secret: { env: "SQ" }, publicUrl: "https://hooks.example.com/hooks/square" },
        messageTemplate: "{{type}}",
      },
      {
        // Or "query", "json", or "basic": { user, password }.
        match: { path: "ci" },
        auth: { token: { env: "CI_TOKEN" }, header: "x-ci-token" },
        messageTemplate: "{{job}} is {{state}}",
      },
      {
        // A sender of your own, in all its parts.
        match: { path: "own" },
        auth: {
          scheme: "hmac",
          secret: { file: "own.key" },
          signature: { header: "x-acme-signature", pairs: { separator: ",", key: "v1" } },
          encoding: "hex",
          algorithm: "sha256",
          signed: "{timestamp}.{id}.{body}",
          timestamp: { pair: "t", unit: "s", toleranceSeconds: 300 },
          id: { header: "x-acme-id" },
        },
        messageTemplate: "{{text}}",
      },
    ],
  },
}
\`\`\`

All mappings of a name have the same \`auth\`, and each needs a \`match.path\`. \`"auth": "none"\` lets everybody in, which is a warning. A mapping without \`auth\` is opened by the hook token, which \`hooks\` need in any case; it opens a hook with an \`auth\` only with \`"orToken": true\`. Keys beside a \`provider\` replace those of its row, one by one. A mapping's \`body\` says [what its senders post](http.md#kinds-of-bodies), and its \`respond\` [what they are told](http.md#an-answer-of-your-own).

**error** problems keep a config from being used. **warning** problems are reported, and the config is used:

- hooks that are missing or not enabled, and keys of them that stand beside \`hooks\`;
- a mapping that can never be reached or never succeed, one without a match, one whose \`match.path\` repeats the base path, and one that only a list of one text would reach, because its \`==\` stands behind the \`in\` of an earlier mapping;
- what is probably not meant: \`*\`, \`:id\`, \`{id}\` or a URL in \`match.path\`; a header with a \`_\` in its name; an \`in\` with its list first; a field of a JSON body compared with the text \`"true"\`, \`"false"\` or \`"null"\`; a session key that begins with a payload value where \`allowedSessionKeyPrefixes\` asks for certain beginnings; a partial that no template uses; \`item\` or \`index\` without \`forEach\`; a name behind \`as\` read outside of its block, or in a partial that does not get it;
- a short token, or a secret of an \`auth\` with fewer than 16 bytes, with white space around it, or equal to the hook token or to the secret of another hook (unless one vendor signs for both);
- a field that has no effect: the fields of a run in a wake, a channel or recipient beside \`"deliver": false\`, and anything beside \`skip\`;
- \`allowUnsafeExternalContent\`, and \`"auth": "none"\`;
- in JSON, a key that stands twice, of which only the last one counts. In YAML it is an error.

A **hint** says what is legal and may be meant in another way: a recipient in \`to\` beside the channel \`last\`, a template that shows the characters \`\\n\` instead of a line break, or a condition that looks for a field in a word (\`{ "in": [{ "var": … }, "urgent"] }\`). \`hooks.warnings\` and \`hooks.hints\` hold both after \`compileHooks\`.

Two severities depend on who asks. A missing secret is an error where hooks are served, and a warning for \`hookwright check\` (without \`--secrets\`) and \`explain\`. A config without \`hooks\`, or with keys of them beside \`hooks\`, is an error for all commands, and a warning for \`compileHooks\` and \`loadHooks\`, which a gateway gives its whole config. In code, the option \`severities\` chooses.
`;

/** @param {any} schema @param {Readonly<Record<string, string>>} codes @returns {string} */
export function renderPage(schema, codes) {
  const sections = SECTIONS.map(([name, title]) => {
    const definition = schema.definitions[name ?? ""];
    return `## ${title}\n\n${definition.description}\n\n${renderTable(definition, "", schema)}`;
  });
  return `${[INTRODUCTION, ...sections, renderCodes(codes)].join("\n")}\n`.replaceAll(
    /\n{3,}/g,
    "\n\n",
  );
}

const MORE = "[Error codes](error-codes.md) has an example of each, and says what to write.";

/** @param {Readonly<Record<string, string>>} codes */
function renderCodes(codes) {
  const rows = Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return [
    "## Codes of problems",
    "",
    MORE,
    "",
    "| code | meaning |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** @param {any} definition @param {string} prefix @param {any} schema @returns {string} */
function renderTable(definition, prefix, schema) {
  const rows = rowsOf(definition, prefix, schema);
  return ["| key | type | default | meaning |", "|---|---|---|---|", ...rows, ""].join("\n");
}

/** @param {any} definition @param {string} prefix @param {any} schema @returns {string[]} */
function rowsOf(definition, prefix, schema) {
  return Object.entries(definition.properties).flatMap(([key, written]) => {
    const property = /** @type {any} */ (written);
    const shown = `\`${prefix}${key}\``;
    const fallback =
      property.default === undefined ? "" : `\`${JSON.stringify(property.default)}\``;
    const description = property.description ?? resolve(property, schema).description ?? "";
    const row = `| ${shown} | ${typeOf(property, schema)} | ${fallback} | ${description} |`;
    const nested = property.type === "object" && property.properties !== undefined;
    return nested ? [row, ...rowsOf(property, `${prefix}${key}.`, schema)] : [row];
  });
}

/** @param {any} property @param {any} schema @returns {any} */
function resolve(property, schema) {
  const name = property.$ref?.split("/").at(-1);
  return name === undefined ? property : schema.definitions[name];
}

export async function makePage() {
  const { CONFIG_CODES } = await readTable(codesUrl);
  return renderPage(JSON.parse(await readFile(schemaUrl, "utf8")), CONFIG_CODES);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makePage());
}
