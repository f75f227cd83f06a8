// A template → all changes of it, one at a time; none for an invalid template.
import { findEndOfSpan } from "@hookwright/core/plan";
import { parseTemplate, scanTemplate, type Tag, type Token } from "@hookwright/template/compile";
import type {
  CallNode,
  ExpressionNode,
  MustacheNode,
  ParsedSource,
  ProgramNode,
  StatementNode,
  TextSpan,
} from "@hookwright/template/runtime";
import type { FindSibling } from "./find-sibling.ts";
import type { MutationOperator } from "./model.ts";

interface TemplateChangeOptions extends ExpressionOptions {
  /** Whether lines of literal text are dropped, too. */
  readonly text: boolean;
}

export function changesOfTemplate(
  source: string,
  { text, ...options }: TemplateChangeOptions,
): readonly TemplateChange[] {
  const read = parseTemplate(source);
  if (!read.ok) return [];
  return [
    ...mutateExpressions(read.parsed, options),
    ...mutateBlocks(source),
    ...(text ? mutateText(source) : []),
  ];
}

interface OpenBlock {
  readonly tag: Tag;
  readonly others: Tag[];
}

/** Changes of blocks: negated conditions and dropped halves. */
function mutateBlocks(source: string): readonly TemplateChange[] {
  const open: OpenBlock[] = [];
  const found: TemplateChange[] = [];
  for (const tag of scanTemplate(source).filter(isTag)) {
    if (tag.kind === "open" || tag.kind === "inverse") open.push({ tag, others: [] });
    else if (tag.kind === "else") open.at(-1)?.others.push(tag);
    else if (tag.kind === "close") {
      const block = open.pop() as OpenBlock;
      found.push(...negate(source, block, tag), ...dropElses(source, block, tag));
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

function isTag(token: Token): token is Tag {
  return token.type === "Tag";
}

const NAME = /^(\s*)(if|unless)(?=\s)/;

const CHAINED = /^(\s*else\s+)(if|unless)(?=\s)/;

function negate(source: string, { tag, others }: OpenBlock, close: Tag): readonly TemplateChange[] {
  const ofBlock = tag.sigil === "#" ? renameIn(tag, NAME) : undefined;
  const ofClose = renameIn({ ...close, inner: `${close.inner} ` }, NAME);
  return [
    ...(ofBlock === undefined || ofClose === undefined
      ? []
      : [negation(source, tag, [ofBlock, ofClose])]),
    ...others.flatMap((one) => {
      const edit = renameIn(one, CHAINED);
      return edit === undefined ? [] : [negation(source, one, [edit])];
    }),
  ];
}

function negation(
  source: string,
  { start, end }: Tag,
  edits: readonly [SourceEdit, ...SourceEdit[]],
): TemplateChange {
  const label = `${source.slice(start, end)} turned to "${edits[0].text}"`;
  return { operator: "if-negate", span: { start, end }, label, edits };
}

function renameIn({ inner, innerStart }: Tag, name: RegExp): SourceEdit | undefined {
  const [, before = "", word] = name.exec(inner) ?? [];
  if (word === undefined) return undefined;
  const start = innerStart + before.length;
  return { start, end: start + word.length, text: word === "if" ? "unless" : "if" };
}

function dropElses(
  source: string,
  { tag, others }: OpenBlock,
  close: Tag,
): readonly TemplateChange[] {
  return others.map(({ start, end }, index) => {
    const until = (others[index + 1] ?? close).start;
    const of = source.slice(tag.start, tag.end);
    const label = `without ${source.slice(start, end)} of ${of}`;
    const edits = [{ start, end: until, text: "" }];
    return { operator: "else-drop", span: { start, end }, label, edits };
  });
}

interface ExpressionOptions {
  /** `key-merge` in session keys. */
  readonly blank: MutationOperator;
  readonly siblingOf: FindSibling;
}

/** Changes of expressions: blank, a sibling, or without a helper. */
function mutateExpressions(
  { source, program }: ParsedSource,
  { blank, siblingOf }: ExpressionOptions,
): readonly TemplateChange[] {
  const found: TemplateChange[] = [];
  /** `isAtRoot`: whether names are fields of the payload, and not of a block's context. */
  const visit = (inner: ProgramNode | undefined, isAtRoot: boolean): void => {
    for (const node of inner?.body ?? []) visitStatement(node, isAtRoot);
  };
  const visitStatement = (node: StatementNode, isAtRoot: boolean): void => {
    switch (node.type) {
      case "MustacheStatement":
        found.push(blanked(source, node, blank));
        if (isAtRoot) found.push(...siblings(source, node, siblingOf));
        visitCall(node);
        break;
      case "BlockStatement": {
        if (node.isRaw) break;
        found.push(...firstOfEach(source, node));
        visitArguments(node);
        const { path } = node;
        const keepsScope = path.type === "PathExpression" && KEEPS_SCOPE.has(path.original);
        visit(node.program, isAtRoot && keepsScope);
        visit(node.inverse, isAtRoot);
        break;
      }
      case "PartialBlockStatement":
        visit(node.program, false);
        break;
      default:
        break;
    }
  };
  const visitArguments = ({ params, hash }: Pick<CallNode, "params" | "hash">): void => {
    const values = hash?.pairs.map(({ value }) => value) ?? [];
    for (const one of [...params, ...values]) if (one.type === "SubExpression") visitCall(one);
  };
  const visitCall = (node: Call): void => {
    found.push(...mutateCall(source, node));
    visitArguments(node);
  };
  visit(program, true);
  return found;
}

const KEEPS_SCOPE: ReadonlySet<string> = new Set(["if", "unless"]);

type Call = MustacheNode | Extract<ExpressionNode, { type: "SubExpression" }>;

function blanked(
  source: string,
  { start, end }: MustacheNode,
  operator: MutationOperator,
): TemplateChange {
  const label = `without ${source.slice(start, end)}`;
  return { operator, span: { start, end }, label, edits: [{ start, end, text: "" }] };
}

function siblings(
  source: string,
  { start, end, path, params }: MustacheNode,
  siblingOf: FindSibling,
): readonly TemplateChange[] {
  if (path.type !== "PathExpression" || path.data || path.depth > 0) return [];
  const { original, parts, start: from } = path;
  const to = from + original.length;
  if (params.length > 0 || source.slice(from, to) !== original) return [];
  const sibling = siblingOf(parts);
  const last = parts.at(-1) as string;
  if (sibling === undefined || !original.endsWith(last)) return [];
  const text = `${original.slice(0, -last.length)}${sibling}`;
  const label = `{{${original}}} → {{${text}}}`;
  const edits = [{ start: from, end: to, text }];
  return [{ operator: "expr-sibling", span: { start, end }, label, edits }];
}

function firstOfEach(source: string, { path, params, start }: CallNode): readonly TemplateChange[] {
  const [list] = params;
  if (path.type !== "PathExpression" || path.original !== "each" || list === undefined) return [];
  const { text, ...span } = textOf(source, list);
  const label = `{{#each ${text}}} with the first element only`;
  const edits = [{ ...span, text: `(slice ${text} 0 1)` }];
  return [
    { operator: "each-first", span: { start, end: findEndOfSpan(source, start) }, label, edits },
  ];
}

function mutateCall(source: string, node: Call): readonly TemplateChange[] {
  const { path, params, hash } = node;
  if (path.type !== "PathExpression" || params.length === 0) return [];
  const name = path.original;
  const all = [...params, ...(hash?.pairs.map(({ value }) => value) ?? [])];
  const whole = { start: node.start, end: findEndOfSpan(source, node.start) };
  const kept = params.find(({ type }) => !type.endsWith("Literal"));
  const drops: TemplateChange[] = [];
  if (kept !== undefined) {
    const { text } = textOf(source, kept);
    const isInTag = node.type === "MustacheStatement";
    // A call in a tag has no parentheses.
    const written = isInTag && text.startsWith("(") ? text.slice(1, -1) : text;
    const end = Math.max(...all.map((one) => textOf(source, one).end));
    const call = isInTag ? { start: path.start, end } : whole;
    drops.push({
      operator: name === "default" ? "default-drop" : "helper-drop",
      span: whole,
      label: `${source.slice(call.start, call.end)} → ${written}`,
      edits: [{ ...call, text: written }],
    });
  }
  return [...drops, ...mutateLiterals(source, all, whole)];
}

function textOf(source: string, { start }: ExpressionNode): TextSpan & { readonly text: string } {
  const end = findEndOfSpan(source, start);
  return { start, end, text: source.slice(start, end) };
}

/** Changes each literal argument of a call a little, one at a time. */
function mutateLiterals(
  source: string,
  args: readonly ExpressionNode[],
  call: TextSpan,
): readonly TemplateChange[] {
  return args.flatMap((arg): readonly TemplateChange[] => {
    const { text: written, ...span } = textOf(source, arg);
    const text = otherLiteral(arg, written);
    if (text === undefined) return [];
    const label = `${written} → ${text} in ${source.slice(call.start, call.end)}`;
    return [{ operator: "helper-arg", span: call, label, edits: [{ ...span, text }] }];
  });
}

/** A string gets one more character, inside its quotes. */
function otherLiteral(node: ExpressionNode, written: string): string | undefined {
  if (node.type === "NumberLiteral") return String(Number(node.value) + 1);
  if (node.type === "BooleanLiteral") return String(!node.value);
  return node.type === "StringLiteral" ? `${written.slice(0, -1)}~${written.at(-1)}` : undefined;
}

/** Drops one line of literal text at a time. */
function mutateText(source: string): readonly TemplateChange[] {
  const tags = scanTemplate(source).filter((token) => token.type !== "ContentStatement");
  const found: TemplateChange[] = [];
  for (const { 0: line, index: start } of source.matchAll(/[^\n]*(?:\n|$)/g)) {
    const end = start + line.length;
    const isLiteral = tags.every((tag) => tag.end <= start || tag.start >= end);
    if (!isLiteral || line.trim() === "") continue;
    const label = `without the line ${JSON.stringify(line.trim())}`;
    const edits = [{ start, end, text: "" }];
    found.push({ operator: "text-drop", span: { start, end }, label, edits });
  }
  return found;
}

/** One change of a template: everything outside the edits stays. */
interface TemplateChange {
  readonly operator: MutationOperator;
  /** What the change is about. */
  readonly span: TextSpan;
  readonly label: string;
  readonly edits: readonly SourceEdit[];
}

interface SourceEdit extends TextSpan {
  readonly text: string;
}

export function applySourceEdits(source: string, edits: readonly SourceEdit[]): string {
  let text = "";
  let from = 0;
  for (const edit of edits) {
    text += source.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + source.slice(from);
}
