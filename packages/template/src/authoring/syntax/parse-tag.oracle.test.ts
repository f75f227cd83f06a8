// Differential test: the inside of a tag is read as the grammar of Handlebars reads it.
import fc from "fast-check";
import Handlebars from "handlebars";
import { expect, it } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import { normalizeDialect } from "./dialect.ts";
import { parseTag } from "./parse-tag.ts";
import { nameOfBlock, scanTag, type Tag } from "./scan-tag.ts";

const WORDS =
  "a a.b a/b ../a ./a .. . this this.a a.this a..b a.[b.c] [a] [a]b] [a\\]b] [] @index @root.a @../key @ a.0 list[0].a list[1]['a b'] as else true false null undefined true.a nullable 0 -1 1.50 1e3 0x -0 'a' \"b\" 'it\\'s' \"a\\\"b\" '}' \"'\" café ñ.é a-b a! a$ x= =x x=1 x=[a] [k]=y a= | a| |a |a| as| ( ) (a) (a)b (a b x=1) ((a)) (a (b c)) () ~ } & > {".split(
    " ",
  );

const insides = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 2, arbitrary: fc.constantFrom(" ", "\n", "\t", " as |x|", " as |x y|", "=") },
      {
        weight: 1,
        arbitrary: fc.string({ maxLength: 3, unit: fc.constantFrom(..."a.[]'\"\\=|(@)/1 {~é\0") }),
      },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((words) => fc.constantFrom(words.join(" "), words.join("")));

const kinds = fc.constantFrom("#", "^", "else ", ">", "#>", "#*", "&", "*", "", "raw");

it("parseTag() reads any tag as the grammar does", { timeout: 600_000 }, () => {
  const read = { yes: 0, no: 0 };
  fc.assert(
    fc.property(kinds, insides, (kind, inside) => {
      const tag = tagOf(kind, inside);
      if (tag === undefined) return;
      const wanted = parseByGrammar(tag);
      const call = parseTag(tag);
      read[call === undefined ? "no" : "yes"] += 1;
      expect(call && JSON.parse(JSON.stringify(call))).toEqual(wanted);
    }),
    { numRuns: runs(5_000) },
  );
  expect(Math.min(read.yes, read.no)).toBeGreaterThan(0);
});

/** Undefined if the scanner would end the tag elsewhere. */
function tagOf(kind: string, inside: string): Tag | undefined {
  const source = kind === "raw" ? `{{{{${inside}}}}}` : `{{${kind}${inside}}}`;
  if (kind === "raw") {
    const tag = { ...scanTag("{{a}}", 0), kind: "raw" as const, inner: inside, innerStart: 4 };
    return inside.includes("}}}}") ? undefined : tag;
  }
  try {
    const tag = scanTag(source, 0);
    const isWhole = tag.end === source.length && !tag.trimsBefore && !tag.trimsAfter;
    return isWhole && tag.kind !== "close" && tag.kind !== "comment" ? tag : undefined;
  } catch {
    return undefined;
  }
}

interface GrammarNode {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly path?: GrammarNode;
  readonly name?: GrammarNode;
  readonly params?: readonly GrammarNode[];
  readonly hash?: {
    readonly pairs: readonly { readonly key: string; readonly value: GrammarNode }[];
  };
  readonly inverse?: GrammarNode;
  readonly program?: GrammarNode;
  readonly body?: readonly GrammarNode[];
  readonly blockParams?: readonly string[];
}

/** As JSON has it. */
function parseByGrammar(tag: Tag): unknown {
  const { text, originalOffset } = normalizeDialect(tag.inner);
  const [before, after] = frameFor(tag, text);
  const framed = before + text + after;
  const template = parse(framed);
  // A block is put behind an "else": the name that would close it need not be known then.
  const isBranch = before.startsWith("{{#x}}");
  const [first, ...others] = template?.body ?? [];
  const node = isBranch ? first?.inverse?.body?.[0] : first;
  const named = node?.path ?? node?.name;
  if (node === undefined || named === undefined || others.length > 0) return undefined;
  const convert = ({ loc, ...inner }: GrammarNode): object => {
    const offset = offsetOf(framed, loc.start) - before.length;
    const start = tag.innerStart + originalOffset(offset);
    const { type, data, depth, parts, original, value } = inner as unknown as Record<
      string,
      unknown
    >;
    if (type === "PathExpression") return { type, data, depth, parts, original, start };
    if (type === "SubExpression") {
      return { type, path: convert(inner.path as GrammarNode), ...argumentsOf(inner), start };
    }
    if (type === "UndefinedLiteral" || type === "NullLiteral") return { type, start };
    return { type, value: Object.is(value, -0) ? "-0" : value, start };
  };
  const argumentsOf = ({ params = [], hash }: Pick<GrammarNode, "params" | "hash">): object => ({
    params: params.map(convert),
    ...(hash && {
      hash: { pairs: hash.pairs.map(({ key, value }) => ({ key, value: convert(value) })) },
    }),
  });
  const { blockParams } = node.program ?? {};
  return { path: convert(named), ...argumentsOf(node), ...(blockParams && { blockParams }) };
}

function frameFor({ kind, sigil }: Tag, text: string): readonly [before: string, after: string] {
  if (kind === "else") return ["{{#x}}{{", " }}{{/x}}"];
  if (kind === "raw") return ["{{{{ ", ` }}}}{{{{/${nameOfBlock(text)}}}}}`];
  if (sigil === "#>" || kind === "partial") return ["{{> ", " }}"];
  if (kind === "open" || kind === "inverse") return ["{{#x}}{{else ", " }}{{/x}}"];
  return [sigil === "" ? "{{ " : "{{& ", " }}"];
}

/** Lines are counted as the grammar counts them: a "\r" alone ends one too. */
function offsetOf(text: string, { line, column }: GrammarNode["loc"]["start"]): number {
  const lineEnd = /\r\n?|\n/g;
  for (let at = 1; at < line; at++) lineEnd.exec(text);
  return lineEnd.lastIndex + column;
}

function parse(text: string): GrammarNode | undefined {
  try {
    return Handlebars.parseWithoutProcessing(text) as unknown as GrammarNode;
  } catch {
    return undefined;
  }
}
