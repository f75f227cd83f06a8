// @ts-check
// A recipe page (docs/recipes/<provider>.md) → its config in pieces, so that several make one config.
//
// The pages are formatted, so that a mapping begins and ends at lines of a known depth. A test puts the pieces
// together again, in each format, and compares what they say.
import { readdirSync, readFileSync } from "node:fs";
import { parseConfigText } from "@hookwright/config";
import { findComments } from "./json5-comments.mjs";
import { yamlFrom } from "./yaml-from.mjs";

const pages = new URL("../../../docs/recipes/", import.meta.url);

/**
 * @typedef {object} Piece
 * @property {string} name of a partial, or the id of a mapping
 * @property {string} json5 with its comments, indented as in a config
 * @property {string} yaml
 *
 * @typedef {object} RecipePage
 * @property {string} title
 * @property {string} steps what is to be done at the provider, in Markdown
 * @property {readonly Piece[]} partials
 * @property {readonly Piece[]} mappings
 * @property {any} hooks what the config says below `hooks`
 */

export const providers = readdirSync(pages)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => name.replace(".md", ""))
  .sort();

/** @param {string} provider @returns {Promise<RecipePage>} */
export async function readRecipePage(provider) {
  const page = readFileSync(new URL(`${provider}.md`, pages), "utf8");
  const [, json5 = ""] = /^```json5\n([\s\S]*?)^```/m.exec(page) ?? [];
  const document = await parseConfigText(json5, { filename: "recipe.json5" });
  if (!document.ok) throw new Error(document.problems.map(({ message }) => message).join("\n"));
  const { hooks } = /** @type {any} */ (document.config);
  const yaml = yamlFrom(document.config, findComments(json5));
  return {
    title: /^# (.+)$/m.exec(page)?.[1] ?? provider,
    // The list of secrets, which is made, is data of the recipe.
    steps: (/^## At [^\n]+\n([\s\S]*?)^(?:## |<!-- made )/m.exec(page)?.[1] ?? "").trim(),
    partials: piecesOf(Object.keys(hooks.partials ?? {}), {
      json5: cut(json5, { opens: /^ {4}partials: \{$/, closes: /^ {4}\},$/, begins: /^ {6}["\w]/ }),
      yaml: cut(yaml, { opens: /^ {2}partials:$/, closes: /^ {2}\w/, begins: /^ {4}["\w]/ }),
    }),
    mappings: piecesOf(
      hooks.mappings.map((/** @type {{ id: string }} */ { id }) => id),
      {
        json5: cut(json5, { opens: /^ {4}mappings: \[$/, closes: /^ {4}\],$/, begins: /^ {6}\{/ }),
        yaml: cut(yaml, { opens: /^ {2}mappings:$/, closes: /^ {2}\w/, begins: /^ {4}- / }),
      },
    ),
    hooks,
  };
}

/**
 * @param {readonly string[]} names
 * @param {{ readonly json5: readonly string[], readonly yaml: readonly string[] }} cuts
 * @returns {readonly Piece[]}
 */
function piecesOf(names, { json5, yaml }) {
  if (json5.length !== names.length || yaml.length !== names.length) {
    throw new Error(
      `The page has ${names.length} parts, of which ${json5.length} and ${yaml.length} were found.`,
    );
  }
  return names.map((name, index) => ({ name, json5: json5[index] ?? "", yaml: yaml[index] ?? "" }));
}

/**
 * The lines of each element of a list or object. Comments belong to what follows them.
 *
 * @param {string} text
 * @param {{ readonly opens: RegExp, readonly closes: RegExp, readonly begins: RegExp }} lines
 * @returns {readonly string[]}
 */
function cut(text, { opens, closes, begins }) {
  const lines = text.trimEnd().split("\n");
  const start = lines.findIndex((line) => opens.test(line));
  if (start < 0) return [];
  const length = lines.slice(start + 1).findIndex((line) => closes.test(line));
  const inside = length < 0 ? lines.slice(start + 1) : lines.slice(start + 1, start + 1 + length);
  /** @type {string[][]} */
  const pieces = [];
  /** @type {string[]} */
  let comments = [];
  for (const line of inside) {
    const isComment = /^ {4,6}(?:\/\/|#)/.test(line);
    if (isComment && (pieces.length === 0 || isBetween(inside, line, begins))) comments.push(line);
    else if (begins.test(line)) {
      pieces.push([...comments, line]);
      comments = [];
    } else pieces.at(-1)?.push(line);
  }
  return pieces.map((piece) => piece.join("\n"));
}

/**
 * Whether only comments stand between a comment and the next element.
 *
 * @param {readonly string[]} lines
 * @param {string} comment
 * @param {RegExp} begins
 */
function isBetween(lines, comment, begins) {
  const next = lines.slice(lines.indexOf(comment) + 1).find((line) => !/^\s*(?:\/\/|#)/.test(line));
  return next !== undefined && begins.test(next);
}
