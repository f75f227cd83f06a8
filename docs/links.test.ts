// Links of the README and the docs lead to files that exist, and to headings on them.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listFiles } from "../tools/checks/list-files.mjs";
import { readPackages } from "../tools/checks/read-packages.mjs";
import { createSlugs } from "./tools/site/slugs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ".github/SECURITY.md",
  ...listFiles(root, /\.md$/, "docs"),
];

/** In code, `a[b](c)` is not a link. */
const CODE = /^```[\s\S]*?^```$|^ {4}.*$|`[^`\n]*`/gm;
const LINK = /\]\(([^)\s]+)\)/g;
const HEADING = /^#{1,6} (.+)$/gm;

function anchorsOf(page: string): ReadonlySet<string> {
  const text = readFileSync(page, "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const headings = Array.from(text.matchAll(HEADING), ([, heading = ""]) =>
    heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
  );
  return new Set(headings.map(createSlugs()));
}

/** Why the link is broken, or undefined. */
function findFault(page: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(root, page) : join(root, dirname(page), path);
  if (!existsSync(target)) return `${page}: ${link} does not exist`;
  if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith(".md")) return;
  return anchorsOf(target).has(anchor) ? undefined : `${page}: ${link} has no such heading`;
}

test("links of the docs lead to files and headings that exist", () => {
  const faults = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replaceAll(CODE, "");
    const links = [...text.matchAll(LINK)].map(([, link = ""]) => link);
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    return own.map((link) => findFault(page, link)).filter((fault) => fault !== undefined);
  });
  expect(faults).toEqual([]);
});

/** Readers on npm get to the files of the repository. */
const REPOSITORY = /^https:\/\/github\.com\/hookwright\/hookwright\/(?:blob|tree)\/main\//;

test("links of the packages' READMEs work from npm, and each leads to the page for embedders", () => {
  const published = readPackages(root).filter(({ isPrivate }) => !isPrivate);
  expect(published.length).toBeGreaterThan(5);
  const faults = published.flatMap(({ folder }) => {
    const page = join(folder, "README.md");
    const text = readFileSync(page, "utf8").replaceAll(CODE, "");
    const links = [...text.matchAll(LINK)].map(([, link = ""]) => link);
    const own = links.filter((link) => REPOSITORY.test(link));
    const broken = own.map((link) => findFault("README.md", link.replace(REPOSITORY, "")));
    const relative = links.filter((link) => !link.startsWith("https://"));
    const embed = own.some((link) => link.endsWith("/docs/embed.md")) ? [] : ["no docs/embed.md"];
    const found = [...broken.filter((fault) => fault !== undefined), ...relative, ...embed];
    return found.map((fault) => `${page}: ${fault}`);
  });
  expect(faults).toEqual([]);
});
