// @ts-check
// The docs → a folder of static pages with one menu and a search. `npm run site` writes it to docs/dist; `--ref v0.2.0`
// links files of the repository at that tag. Ends with 1 if a link or an anchor leads nowhere.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import MiniSearch from "minisearch";
import { listFiles } from "../../../tools/checks/list-files.mjs";
import { SEARCH_OPTIONS } from "./client/search-options.mjs";
import { renderFrontPage } from "./front-page.mjs";
import { playgroundLinks } from "./playground-links.mjs";
import { readMenu } from "./read-menu.mjs";
import { CSP, renderLayout } from "./render-layout.mjs";
import { renderMarkdown } from "./render-markdown.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CLIENT = fileURLToPath(new URL("client/", import.meta.url));
/** Built before: `npm run site` does it. */
const PLAYGROUND = join(ROOT, "packages/studio/dist/play");
const REPOSITORY = "https://github.com/hookwright/hookwright";

/** Pages outside of docs that the index names. */
const OTHERS = new Map([
  ["CONTRIBUTING.md", "contributing.html"],
  ["bench/README.md", "bench.html"],
  [".github/SECURITY.md", "report-a-vulnerability.html"],
]);

/** For the people who change the project; the search would find them first. */
const NOT_SEARCHED = /^decisions\//;

/** Of a section: enough to find it, a fifth of the size. */
const MAX_SEARCHED_CHARACTERS = 500;

/** @param {string} path of a Markdown file of the repository @returns {string | undefined} its page in the site */
function fileOf(path) {
  if (OTHERS.has(path)) return OTHERS.get(path);
  if (path === "README.md") return "index.html";
  if (path === "docs/README.md") return "pages.html";
  if (!path.startsWith("docs/") || !path.endsWith(".md")) return undefined;
  return path
    .slice("docs/".length)
    .replace(/README\.md$/, "index.md")
    .replace(/\.md$/, ".html");
}

/**
 * @param {{ out: string, ref?: string }} options
 * @returns {Promise<{ pages: number, faults: string[] }>}
 */
export async function buildSite({ out, ref = "main" }) {
  const paths = ["README.md", ...OTHERS.keys(), ...listFiles(ROOT, /\.md$/, "docs")];
  const pages = await Promise.all(paths.map((path) => readPage(path, ref)));
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const faults = pages.flatMap((page) => findFaults(page, byFile));
  const menu = menuOfSite();
  /** @type {import("./front-page.mjs").PlayFiles} */
  const play = JSON.parse(readFileSync(join(PLAYGROUND, "files.json"), "utf8"));
  rmSync(out, { recursive: true, force: true });
  for (const page of pages) {
    const folder = posix.dirname(page.file);
    const siblings = pages
      .filter(({ file }) => folder !== "." && posix.dirname(file) === folder)
      .filter(({ file }) => !file.endsWith("/index.html"))
      .map(({ file, rendered }) => ({ file, text: rendered.title }))
      .sort((one, other) => one.text.localeCompare(other.text, "en"));
    const isFront = page.file === "index.html";
    for (const image of page.rendered.images) {
      write(join(out, folder, image), readFileSync(join(ROOT, dirname(page.path), image)));
    }
    write(
      join(out, page.file),
      renderLayout({
        file: page.file,
        title: page.rendered.title,
        description: descriptionOf(page.rendered),
        html: isFront ? renderFrontPage(page, play) : page.rendered.html,
        headings: isFront ? [] : page.rendered.headings,
        menu: isFront ? [] : menu,
        siblings,
        head: isFront ? headOf(play) : "",
        source: `${REPOSITORY}/blob/${ref}/${page.path}`,
      }),
    );
  }
  write(join(out, "search.json"), JSON.stringify(buildIndex(pages)));
  await buildClient(out);
  cpSync(PLAYGROUND, join(out, "play"), { recursive: true });
  write(join(out, "_headers"), HEADERS);
  return { pages: pages.length, faults };
}

/** @param {import("./front-page.mjs").PlayFiles} play */
function headOf({ script, styles }) {
  return `<link rel="stylesheet" href="play/${styles}">
<script type="module" src="play/${script}"></script>
`;
}

/** The format of Netlify and Cloudflare Pages; other servers need the same lines in their own. */
const HEADERS = `/*
  Content-Security-Policy: ${CSP}; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
`;

/** @typedef {Awaited<ReturnType<typeof readPage>>} Page */

/** @param {string} path @param {string} ref */
async function readPage(path, ref) {
  const file = /** @type {string} */ (fileOf(path));
  const markdown = readFileSync(join(ROOT, path), "utf8");
  /** @param {string} link */
  const resolve = (link) => resolveLink(link, { path, file, ref });
  const play = `${"../".repeat(file.split("/").length - 1)}play/index.html`;
  const links = await playgroundLinks(markdown);
  const opened = new Map(Array.from(links, ([code, fragment]) => [code, `${play}#${fragment}`]));
  const rendered = renderMarkdown(markdown, resolve, opened);
  return { path, file, markdown, resolve, opened, rendered };
}

/** @param {string} link @param {{ path: string, file: string, ref: string }} from @returns {string} */
function resolveLink(link, { path, file, ref }) {
  if (/^[a-z]+:/.test(link)) return ofRepository(link, { path: "", file, ref }) ?? link;
  const [target = "", anchor] = link.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (target === "") return hash;
  const full = posix.join(posix.dirname(path), target).replace(/\/$/, "");
  const page = fileOf(full) ?? fileOf(`${full}/README.md`);
  if (page !== undefined && existsSync(join(ROOT, full))) {
    return `${posix.relative(posix.dirname(file), page) || posix.basename(page)}${hash}`;
  }
  const isFolder = statSync(join(ROOT, full), { throwIfNoEntry: false })?.isDirectory() === true;
  return `${REPOSITORY}/${isFolder ? "tree" : "blob"}/${ref}/${full}${hash}`;
}

/** A page of the repository's main branch that is a page of the site, too. @param {string} link @param {{ path: string, file: string, ref: string }} from */
function ofRepository(link, from) {
  const start = `${REPOSITORY}/blob/main/`;
  if (!link.startsWith(start)) return undefined;
  const own = link.slice(start.length);
  return fileOf(own.split("#")[0] ?? "") === undefined ? undefined : resolveLink(own, from);
}

/** @param {Page} page @param {ReadonlyMap<string, Page>} byFile @returns {string[]} */
function findFaults({ path, file, rendered, resolve }, byFile) {
  return rendered.links.flatMap((link) => {
    const to = resolve(link);
    const [target = "", anchor] = to.split("#");
    if (/^[a-z]+:/.test(to)) {
      const full = posix.join(posix.dirname(path), link.split("#")[0] ?? "");
      const isOurs = !/^[a-z]+:/.test(link);
      return isOurs && !existsSync(join(ROOT, full)) ? [`${path}: ${link} does not exist`] : [];
    }
    const page = byFile.get(target === "" ? file : posix.join(posix.dirname(file), target));
    if (page === undefined) return [`${path}: ${link} does not exist`];
    const isThere = anchor === undefined || page.rendered.headings.some(({ id }) => id === anchor);
    return isThere || page.file === "index.html" ? [] : [`${path}: ${link} has no such heading`];
  });
}

function menuOfSite() {
  return readMenu(readFileSync(join(ROOT, "docs/README.md"), "utf8")).map((group) => ({
    ...group,
    lists: group.lists.map((list) => ({
      ...list,
      items: list.items.map((item) => ({
        ...item,
        page: fileOf(posix.join("docs", item.page)) ?? item.page,
      })),
    })),
  }));
}

/** @param {import("./render-markdown.mjs").RenderedPage} page */
function descriptionOf({ sections }) {
  const words = (sections[0]?.body ?? "").trim().replaceAll(/\s+/g, " ");
  return /^.{1,200}?[.:](?= |$)/.exec(words)?.[0] ?? words.slice(0, 200);
}

/** @param {readonly Page[]} pages */
function buildIndex(pages) {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const { file, rendered } of pages) {
    if (NOT_SEARCHED.test(file)) continue;
    for (const { id, text, body } of rendered.sections) {
      const words = body.trim().replaceAll(/\s+/g, " ").slice(0, MAX_SEARCHED_CHARACTERS);
      index.add({ id: `${file}#${id}`, page: rendered.title, heading: text, words });
    }
  }
  return index;
}

/** @param {string} out */
async function buildClient(out) {
  await build({
    absWorkingDir: CLIENT,
    entryPoints: ["site.mjs", "theme.mjs"],
    outdir: out,
    entryNames: "[name]",
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
  });
  for (const name of ["tokens.css", "site.css", "icon.svg"])
    copyFileSync(join(CLIENT, name), join(out, name));
}

/** @param {string} path @param {string | Buffer} text */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: "string" }, ref: { type: "string" } } });
  const out = values.out ?? join(ROOT, "docs/dist");
  const { pages, faults } = await buildSite({ out, ...(values.ref && { ref: values.ref }) });
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${pages} pages in ${out}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
