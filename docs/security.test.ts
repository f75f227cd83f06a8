// The table of docs/security.md → whether each file that a claim names exists, and contains the tests that it names.
import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** The table has this in place of what a `test.each` row or a template literal inserts. */
const INSERTED = "…";
const PLACEHOLDER = /%[sdifjo]|\$[\w.]+/g;

/** `skipTitle()` adds the reason of a skip to a title. `test.skip` never runs, so it proves nothing. */
const TITLED_CALL = /^(?:test|it|describe|skipTitle)\b(?!\.(?:skip|todo)\b)/;

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);
const read = (path: string): string => readFileSync(urlOf(path), "utf8");

const [table = ""] = read("docs/security.md").split("\n## ", 1);
const rows = [...table.matchAll(/^\| (?!claim \|)(.+) \| (.+) \|$/gm)].map(
  ([, claim = "", proofs = ""]) => ({
    claim,
    proofs: [...proofs.matchAll(/`([^`]+)`([^`]*)/g)].map(([, file = "", text = ""]) => ({
      file,
      titles: [...text.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
    })),
  }),
);

function readTitles(file: string): readonly string[] {
  const isCases = /^packages\/(?:conformance\/src\/cases|host\/src\/testing)\//.test(file);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = isCases ? readCaseName(node) : readTestTitle(node);
    if (title !== undefined) titles.push(title.replaceAll(PLACEHOLDER, INSERTED));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return titles;
}

/** `test("title")` and `test.each(rows)("title")`. */
function readTestTitle(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !TITLED_CALL.test(node.expression.getText())) return undefined;
  return readText(node.arguments[0]);
}

/** `{ name: "title" }` */
function readCaseName(node: ts.Node): string | undefined {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== "name") return undefined;
  return readText(node.initializer);
}

function readText(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const literals = node.templateSpans.map(({ literal }) => literal.text);
  return [node.head.text, ...literals].join(INSERTED);
}

const files = new Set(rows.flatMap(({ proofs }) => proofs.map(({ file }) => file)));
const titlesOf = new Map(
  [...files]
    .filter((file) => file.endsWith(".ts") && existsSync(urlOf(file)))
    .map((file) => [file, readTitles(file)]),
);

test("docs/security.md has a table of claims", () => {
  expect(rows.length).toBeGreaterThan(0);
});

test.each(rows)("docs/security.md names the tests that prove: $claim", ({ proofs }) => {
  expect(proofs.flatMap(({ titles }) => titles)).not.toEqual([]);
  for (const { file, titles } of proofs) {
    expect(existsSync(urlOf(file)), file).toBe(true);
    // A check of tools/ has no titles.
    if (file.endsWith(".ts")) expect(titles, file).not.toEqual([]);
    const isKnown = (title: string) => titlesOf.get(file)?.includes(title);
    expect(
      titles.filter((title) => !isKnown(title)),
      file,
    ).toEqual([]);
  }
});

test("docs/signatures.md names an existing file of tests for each refusal", () => {
  const [, section = ""] =
    /\n## What the door refuses\n([\s\S]*?)\n## /.exec(read("docs/signatures.md")) ?? [];
  const refusals = [...section.matchAll(/^- (.+)$/gm)].map(([, text = ""]) => text);
  expect(refusals.length).toBeGreaterThan(0);
  for (const text of refusals) {
    const [, proofs = ""] = text.split(" Tests: ");
    const files = [...proofs.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = ""]) => file);
    expect(files, text).not.toEqual([]);
    expect(files.filter((file) => !existsSync(urlOf(file)))).toEqual([]);
  }
});
