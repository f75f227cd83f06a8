// @ts-check
// The content of a page and the menu → the whole HTML document.
import { escapeHtml } from "./render-markdown.mjs";

/**
 * Scripts and styles only from the site itself, and no text that becomes HTML in a script. A `<meta>` cannot forbid
 * that other sites frame the page: the headers of the server can (see the file `_headers`).
 */
export const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  // The one policy of the playground, which lets it start its own worker.
  "trusted-types hookwright-worker",
].join("; ");

/** What join-versions.mjs replaces, also on pages that an earlier version built: they stay as they are. */
export const VERSION_MENU = "<!--version-menu-->";
export const VERSION_NOTICE = "<!--version-notice-->";

/**
 * @typedef {import("./read-menu.mjs").MenuGroup} MenuGroup
 * @typedef {{ file: string, text: string }} Sibling a page of the same folder
 * @typedef {object} LayoutOptions
 * @property {string} file where the page is in the site, such as `providers/github.html`
 * @property {string} title
 * @property {string} description one sentence
 * @property {string} html of the content
 * @property {readonly import("./render-markdown.mjs").Heading[]} headings
 * @property {readonly MenuGroup[]} menu with the pages as files of the site
 * @property {readonly Sibling[]} siblings
 * @property {string} [source] URL of the Markdown
 * @property {string} [head] further elements of the head
 */

/** A page with fewer headings is seen at a glance. */
const MIN_CONTENTS = 3;

/** @param {LayoutOptions} options @returns {string} */
export function renderLayout({
  file,
  title,
  description,
  html,
  headings,
  menu,
  siblings,
  source,
  head = "",
}) {
  const root = "../".repeat(file.split("/").length - 1);
  const contents = headings.filter(({ level }) => level === 2);
  const edit =
    source === undefined ? "" : `<p class="source"><a href="${source}">Source of this page</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CSP}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${escapeHtml(description)}">
<title>${title === "Hookwright" ? title : `${escapeHtml(title)} · Hookwright`}</title>
<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}tokens.css">
<link rel="stylesheet" href="${root}site.css">
<script src="${root}theme.js"></script>
<script src="${root}site.js" defer data-root="${root}"></script>
${head}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${root}index.html">Hookwright</a>
<div class="search" role="search"><input type="search" id="search" placeholder="Search ( / )" aria-label="Search the docs" autocomplete="off"><div id="results" class="results" role="region" aria-label="Results of the search" hidden></div></div>
<nav class="links" aria-label="Main"><a href="${root}first-mapping.html">Start</a> <a href="${root}play/index.html">Playground</a> <a href="${root}pages.html">All pages</a> <a href="https://github.com/hookwright/hookwright">Source</a></nav>
${VERSION_MENU}<button type="button" id="theme" class="theme">Dark</button>
</header>
<div class="${menu.length === 0 ? "front" : "columns"}">
${renderMenu(menu, { file, root, siblings })}<main id="content" tabindex="-1">
${VERSION_NOTICE}${html}${edit}
</main>
${contents.length < MIN_CONTENTS ? "" : renderContents(contents)}
</div>
</body>
</html>
`;
}

/** @typedef {{ file: string, root: string, siblings: readonly Sibling[] }} MenuPage */

/** @param {readonly MenuGroup[]} menu empty on the front page @param {MenuPage} page */
function renderMenu(menu, page) {
  if (menu.length === 0) return "";
  const groups = menu.map((group) => renderGroup(group, page)).join("\n");
  return `<nav class="menu" aria-label="Pages"><details open id="menu"><summary>Menu</summary>
${groups}
</details></nav>
`;
}

/** @param {MenuGroup} group @param {MenuPage} page */
function renderGroup({ title, lists }, page) {
  const items = lists.flatMap(({ items }) => items);
  // A page of a folder belongs to the folder's index.
  const parent = page.file.includes("/") ? `${page.file.split("/")[0]}/index.html` : page.file;
  const isOpen = items.some((item) => item.page === parent);
  const parts = lists.map(({ title: part, items }) => {
    const links = items.map((item) => {
      const own = item.page === parent && item.page !== page.file ? renderSiblings(page) : "";
      return `<li>${renderLink(item.page, item.text, page)}${own}</li>`;
    });
    // A group with one table has the column `page`.
    const head = part === "page" ? "" : `<p>${escapeHtml(part)}</p>`;
    return `${head}<ul>${links.join("")}</ul>`;
  });
  return `<details${isOpen ? " open" : ""}><summary>${escapeHtml(title)}</summary>${parts.join("")}</details>`;
}

/** @param {MenuPage} page */
function renderSiblings(page) {
  const links = page.siblings.map(({ file, text }) => `<li>${renderLink(file, text, page)}</li>`);
  return `<ul>${links.join("")}</ul>`;
}

/** @param {string} to @param {string} text @param {{ file: string, root: string }} page */
function renderLink(to, text, { file, root }) {
  const href = /^https?:/.test(to) ? to : `${root}${to}`;
  return `<a href="${href}"${to === file ? ' aria-current="page"' : ""}>${escapeHtml(text)}</a>`;
}

/** @param {readonly import("./render-markdown.mjs").Heading[]} headings */
function renderContents(headings) {
  const links = headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join("")}</ul></nav>`;
}
