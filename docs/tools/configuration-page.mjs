// The JSON Schema of the config → docs/configuration.md. Run it with --write after a change of the schema.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const schemaUrl = new URL("../../packages/core/schema/hooks.schema.json", import.meta.url);
const pageUrl = new URL("../configuration.md", import.meta.url);

/** Definitions with a section of the page, and its title. */
const SECTIONS = [
  ["hooks", "`hooks`"],
  ["routeAnswer", "`routeAnswer`"],
  ["mapping", "`hooks.mappings[]`"],
  ["match", "`match`"],
  ["auth", "`auth`"],
  ["gmail", "`hooks.gmail`"],
  ["agents", "`agents`"],
];

const INTRODUCTION = `# Configuration

<!-- Made from packages/core/schema/hooks.schema.json by docs/tools/configuration-page.mjs. -->

Your config is part of the gateway's config: Hookwright reads \`hooks\` and \`agents\`, takes the names in \`channels\` and \`host.channels\` as known channels, and ignores other keys. The file may be JSON, JSON with comments, JSON5 or YAML. A key that is \`null\` counts as not set, except below \`match\`. \`hookwright check FILE\` reports all problems together; [error codes](error-codes.md) explains each code.

Editors that support JSON Schema complete and check the file as you type: use \`@hookwright/core/hooks.schema.json\`.

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

In code, \`defineHooks\` checks names and keys as you type. \`compileHooks\` also takes a config from a variable or an imported JSON file:

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

## Secrets

A secret may be

| written as | meaning |
|---|---|
| \`\${NAME}\` or \`{ "env": "NAME" }\` | an environment variable |
| \`{ "file": "path" }\` | the content of a file |
| \`{ "source": "env" \\| "file", "provider": "…", "id": "…" }\` | the gateway's own form |
| text | the secret itself |

A placeholder, such as \`$NAME\`, \`%NAME%\`, \`<TOKEN>\`, \`changeme\` or one repeated character, is refused. To replace \`hooks.token\` without an interruption, write a list of the new and the old token, and remove the old one later.

## Who may send

A mapping's \`auth\` says how its senders are authenticated. A \`secret\` checks an HMAC, a \`publicKey\` verifies a signature, a \`token\` is compared, and \`verify\` names a function that you pass as \`compileHooks(config, { verifiers })\`:

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
        // The vendor signs the URL of the hook, as you entered it there.
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
        // A sender of your own, with all parts.
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

- All mappings of a name have the same \`auth\`, and each needs a \`match.path\`.
- Without \`auth\`, the hook token is required. \`hooks\` always need one. It opens a hook with an \`auth\` only with \`"orToken": true\`.
- \`"auth": "none"\` accepts everybody, which is a warning.
- Keys beside a \`provider\` override single facts of that vendor.
- \`body\` says [what senders post](http.md#kinds-of-bodies), and \`respond\` [what they get](http.md#an-answer-of-your-own).

## Severities

**Errors** keep a config from being used. **Warnings** are probably mistakes; **hints** are legal but might mean something else. \`hooks.warnings\` and \`hooks.hints\` contain them after \`compileHooks\`. Among the warnings:

- hooks that are missing, not enabled, or written at the root of the config;
- a mapping that no event can reach, that never succeeds, that has no match, or whose \`match.path\` repeats the base path;
- a pattern or URL in \`match.path\`, a header name with \`_\`, an \`in\` with its list first, a field compared with \`"true"\` or \`"null"\`, an unused partial, \`item\` without \`forEach\`;
- a short, shared or padded token or secret;
- a field without effect, such as a recipient beside \`"deliver": false\`;
- \`allowUnsafeExternalContent\` and \`"auth": "none"\`;
- a repeated key in JSON, where the last one counts (in YAML it is an error).

Hints are, for example, a recipient in \`to\` beside the channel \`last\`, or a template that shows \`\\n\` instead of a line break.

A missing secret is an error when serving, and a warning for \`hookwright check\` (without \`--secrets\`) and \`explain\`. A config without \`hooks\` is an error for all commands, and a warning for \`compileHooks\` and \`loadHooks\`, because a gateway passes its whole config. In code, the option \`severities\` changes this.
`;

/** @param {any} schema @returns {string} */
export function renderPage(schema) {
  const sections = SECTIONS.map(([name, title]) => {
    const definition = schema.definitions[name ?? ""];
    return `## ${title}\n\n${definition.description}\n\n${renderTable(definition, "", schema)}`;
  });
  return `${[INTRODUCTION, ...sections].join("\n")}\n`.replaceAll(/\n{3,}/g, "\n\n");
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

/** @param {any} property @param {any} schema @returns {string} */
function typeOf(property, schema) {
  if (
    property.$ref?.endsWith("/secret") ||
    /secret/.test(property.anyOf?.[1]?.properties?.env?.description ?? "")
  )
    return "secret";
  if (property.$ref !== undefined) return linkTo(property.$ref.split("/").at(-1));
  if (property.enum !== undefined)
    return property.enum.map((/** @type {string} */ name) => `\`${name}\``).join(" or ");
  if (property.anyOf !== undefined)
    return property.anyOf.map((/** @type {any} */ one) => typeOf(one, schema)).join(" or ");
  if (Array.isArray(property.type)) {
    return property.type
      .map((/** @type {string} */ type) => typeOf({ ...property, type }, schema))
      .join(", or ");
  }
  if (property.type === "array") return `list of ${typeOf(property.items, schema)}`;
  return property.type === undefined ? "any" : String(property.type);
}

/** @param {string} name of a definition that has a section */
function linkTo(name) {
  const title = SECTIONS.find(([section]) => section === name)?.[1] ?? name;
  return `[${name}](#${title.replaceAll(/[^\w]/g, "").toLowerCase()})`;
}

export async function makePage() {
  return renderPage(JSON.parse(await readFile(schemaUrl, "utf8")));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makePage());
}
