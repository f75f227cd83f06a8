// @ts-check
// The Markdown of a page → its HTML, headings and links. No inline styles and no scripts, for the page's CSP.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import diff from "highlight.js/lib/languages/diff";
import http from "highlight.js/lib/languages/http";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";
import MarkdownIt from "markdown-it";
import { createSlugs } from "./slugs.mjs";

/**
 * @typedef {{ level: number, text: string, id: string }} Heading
 * @typedef {{ text: string, id: string, body: string }} Section its heading and the words below it
 * @typedef {{ html: string, title: string, headings: Heading[], sections: Section[], links: string[], images: string[] }} RenderedPage
 */

// JSON5 has keys without quotes, as JavaScript has.
const LANGUAGES = { bash, diff, http, javascript, json, typescript, yaml };
/** @type {Record<string, keyof typeof LANGUAGES>} */
const NAMES = {
  sh: "bash",
  diff: "diff",
  http: "http",
  js: "javascript",
  json5: "javascript",
  json: "json",
  ndjson: "json",
  ts: "typescript",
  yaml: "yaml",
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

export const { escapeHtml } = new MarkdownIt().utils;

/** Notes of the tools that make parts of a page. */
const COMMENT = /^<!--[\s\S]*?-->\n/gm;

/**
 * @param {string} markdown
 * @param {(link: string) => string} resolveLink a link as it is written → as it is in the site
 * @param {ReadonlyMap<string, string>} [opened] the code of a config → the URL that opens it in the playground
 * @returns {RenderedPage}
 */
export function renderMarkdown(markdown, resolveLink, opened = new Map()) {
  const renderer = createRenderer(opened);
  const tokens = renderer.parse(markdown.replaceAll(COMMENT, ""), {});
  const slug = createSlugs();
  /** @type {RenderedPage} */
  const page = { html: "", title: "", headings: [], sections: [], links: [], images: [] };
  for (const [at, token] of tokens.entries()) {
    const inner = token.children ?? [];
    const text = textOf(inner);
    for (const image of inner.filter(({ type }) => type === "image")) {
      page.images.push(String(image.attrGet("src")));
    }
    for (const link of inner.filter(({ type }) => type === "link_open")) {
      const written = String(link.attrGet("href"));
      page.links.push(written);
      link.attrSet("href", resolveLink(written));
    }
    const opening = tokens[at - 1];
    if (opening?.type === "heading_open") {
      const id = slug(text);
      opening.attrSet("id", id);
      page.headings.push({ level: Number(opening.tag.slice(1)), text, id });
      page.sections.push({ text, id, body: "" });
      // The heading is a link itself.
      token.children = inner.filter(({ type }) => !type.startsWith("link_"));
    } else addWords(page, token.type === "inline" ? text : token.content);
  }
  page.title = page.headings[0]?.text ?? "";
  page.html = renderer.renderer.render(tokens, renderer.options, {});
  return page;
}

/** @param {ReadonlyMap<string, string>} opened */
function createRenderer(opened) {
  const renderer = new MarkdownIt({ html: false, linkify: false });
  const { rules } = renderer.renderer;
  rules["table_open"] = () =>
    `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>`;
  rules["table_close"] = () => "</table></div>\n";
  // An empty cell heads nothing.
  rules["th_open"] = (tokens, at) => (tokens[at + 1]?.content === "" ? "<td>" : "<th>");
  rules["th_close"] = (tokens, at) => (tokens[at - 1]?.content === "" ? "</td>" : "</th>");
  rules["fence"] = (tokens, at) => renderFence(tokens, at, opened);
  rules["code_block"] = rules["fence"];
  rules["heading_open"] = (tokens, at) => {
    const id = tokens[at]?.attrGet("id");
    return `<${tokens[at]?.tag} id="${id}"><a class="anchor" href="#${id}">`;
  };
  rules["heading_close"] = (tokens, at) => `</a></${tokens[at]?.tag}>\n`;
  return renderer;
}

/** @param {RenderedPage} page @param {string} words */
function addWords(page, words) {
  const section = page.sections.at(-1);
  if (section !== undefined) section.body += ` ${words}`;
}

/** @param {readonly { type: string, content: string }[]} inner */
function textOf(inner) {
  return inner
    .filter(({ type }) => type === "text" || type === "code_inline")
    .map(({ content }) => content)
    .join("");
}

/** @param {any[]} tokens @param {number} at @param {ReadonlyMap<string, string>} opened */
function renderFence(tokens, at, opened) {
  const { info, content } = tokens[at];
  const language = NAMES[info.trim()];
  const code =
    language === undefined ? escapeHtml(content) : hljs.highlight(content, { language }).value;
  // What a command prints is shown with it.
  const isOutput = info.trim() === "text" && tokens[at - 1]?.type === "fence";
  const classes = isOutput ? "code output" : "code";
  const url = opened.get(content);
  const open = url === undefined ? "" : `<a class="open" href="${url}">Open in the playground</a>`;
  return `<div class="${classes}"><pre tabindex="0"><code>${code}</code></pre>${open}</div>\n`;
}
