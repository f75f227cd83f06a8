// A valid YAML document → warnings about values that YAML probably reads differently than the author intended.
import type { ConfigPath, TextSpan } from "@hookwright/core";
import { type Document, isMap, isScalar, isSeq, type Range, type Scalar } from "yaml";

interface MisreadValue {
  readonly path: ConfigPath;
  readonly span: TextSpan;
  readonly message: string;
  readonly hint: string;
  /** Default: warning. */
  readonly severity?: "hint" | "warning";
}

interface MisreadOptions {
  readonly source: string;
  /** Whether the whole text is about hooks. If false, the rest is the gateway's. */
  readonly isIncluded: boolean;
}

/** How much text after a value is inspected; a line may contain the whole file. */
const MAX_COMMENT = 1_000;

export function findMisreadValues(
  document: Document,
  { source, isIncluded }: MisreadOptions,
): readonly MisreadValue[] {
  const found: MisreadValue[] = [];
  visit(document.contents, isIncluded ? ["hooks"] : [], ({ path, node }) => {
    const [start, end] = node.range as Range;
    const written = source.slice(start, end);
    const [behind = ""] = source.slice(end, end + MAX_COMMENT).split(/\r?\n/, 1);
    const misread =
      findCut(path, behind, end) ??
      findAnchor(path, node) ??
      findNumber(path, node, written) ??
      findWord(path, node) ??
      findUnderscore(path, node) ??
      findComma(path, { node, end }) ??
      findQuotes(path, written);
    if (misread !== undefined) found.push({ path, span: { start, end }, ...misread });
  });
  return found;
}

interface PlainScalar {
  readonly path: ConfigPath;
  readonly node: Scalar;
}

function visit(node: unknown, path: ConfigPath, report: (found: PlainScalar) => void): void {
  if (isScalar(node) && node.type === "PLAIN") report({ path, node });
  for (const { step, value } of listItems(node)) {
    if (path.length > 0 || step === "hooks") visit(value, [...path, step], report);
  }
}

function listItems(node: unknown): readonly { step: string | number; value: unknown }[] {
  if (isMap(node)) return node.items.map(({ key, value }) => ({ step: nameOf(key), value }));
  return isSeq(node) ? node.items.map((value, step) => ({ step, value })) : [];
}

/** A key that is not a scalar has no name in the data. */
function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : "?";
}

type Misread = Pick<MisreadValue, "message" | "hint" | "severity"> & { readonly span?: TextSpan };

const TEXT_KEY = /Template$|^(?:instructions|name|channel|to|accountId|sessionKey|dedupeKey)$/;

function isText(path: ConfigPath): boolean {
  return path.at(-2) === "partials" || TEXT_KEY.test(String(path.at(-1)));
}

/** An empty field counts as missing, so no other check would report it. */
function findAnchor(path: ConfigPath, { anchor, value }: Scalar): Misread | undefined {
  if (anchor === undefined || value !== null || !isText(path)) return undefined;
  return {
    message: "& at the start of a value names an anchor in YAML, and nothing follows it.",
    hint: "Put quotes around the whole text if & is part of it.",
  };
}

/** A comment usually has a space after its #. For an empty value, the comment is where the text was meant to be. */
function findCut(path: ConfigPath, behind: string, end: number): Misread | undefined {
  const comment = /^([ \t]*)(#.*)/.exec(behind);
  if (comment === null) return undefined;
  const [, gap = "", text = ""] = comment;
  const isGlued = isText(path) && /^#[^\s#]/.test(text);
  if (!isGlued && !text.includes("{{")) return undefined;
  const start = end + gap.length;
  return {
    span: { start, end: start + text.trimEnd().length },
    message: "A space and # begin a comment in YAML, so the text ends before them.",
    hint: "Put quotes around the whole text if this is part of it; a comment has a space after #.",
  };
}

/** In other keys, a number is either correct or an error. */
function findNumber(path: ConfigPath, { value }: Scalar, written: string): Misread | undefined {
  const isNumber = typeof value === "number" && path.includes("when");
  if (!isNumber || String(value) === written) return undefined;
  return {
    message: `YAML reads this as the number ${value}.`,
    hint: "Put quotes around it to compare with the text as it is written, or write the number so.",
  };
}

/** Only a hint, because NO may be Norway. The name of a variable is always text. */
function findWord(path: ConfigPath, { value }: Scalar): Misread | undefined {
  const isWord = typeof value === "string" && /^(?:yes|no|on|off)$/i.test(value);
  if (!isWord || !path.includes("when") || path.at(-1) === "var") return undefined;
  return {
    severity: "hint",
    message: `YAML 1.2 reads this as the text "${value}", and not as a boolean.`,
    hint: `Write ${/^(?:yes|on)$/i.test(value)} for the boolean; put quotes around it if the text is meant.`,
  };
}

function findUnderscore(path: ConfigPath, { value }: Scalar): Misread | undefined {
  const isWritten = typeof value === "string" && /^[+-]?\d{1,3}(?:_\d{3})+(?:\.\d+)?$/.test(value);
  if (!isWritten || !path.includes("when")) return undefined;
  return {
    message: "YAML 1.2 reads a number with underscores as a text.",
    hint: `Write ${value.replaceAll("_", "").replace("+", "")}.`,
  };
}

/** Templates and names may end with a comma. */
const PROSE_KEY = /Template$|^(?:instructions|name|text)$/;

/** Within brackets, a comma ends the value. */
function findComma(
  path: ConfigPath,
  { node, end }: { readonly node: Scalar; readonly end: number },
): Misread | undefined {
  const { value } = node;
  if (typeof value !== "string" || !/\S,$/.test(value) || /\s/.test(value)) return undefined;
  if (PROSE_KEY.test(String(path.at(-1))) || path.at(-2) === "partials") return undefined;
  return {
    span: { start: end - 1, end },
    message:
      "The comma is part of the text in YAML: only entries within brackets have one between them.",
    hint: "Remove the comma.",
  };
}

function findQuotes(path: ConfigPath, written: string): Misread | undefined {
  if (isText(path) || !/^[“”„‘’«].*[“”’»]$/s.test(written)) return undefined;
  return {
    message: "YAML reads typographic quotes, as word processors make them, as part of the text.",
    hint: "Write straight quotes, or none.",
  };
}
