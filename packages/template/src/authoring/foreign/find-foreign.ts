// The source of a template → what in it is written as in other languages, and how it is written here.

import { builtInHelpers } from "../../serving/helpers/index.ts";
import type { HelperTable } from "../../serving/render/helper.ts";
import { MAX_BLOCK_DEPTH } from "../syntax/structure-error.ts";
import { createCallTable } from "./calls.ts";
import { type ForeignPath, parseExpression } from "./parse-expression.ts";
import { type ForeignPiece, scanPieces } from "./scan-pieces.ts";
import { type WriteContext, writeArgument, writeNode, writtenToTags } from "./write-node.ts";

/** People correct a few at a time. */
const MAX_EDITS = 500;

/** The constructs of other languages in `source`, in order. */
export function findForeign(
  source: string,
  helpers: HelperTable = builtInHelpers,
): readonly ForeignConstruct[] {
  const finder = new ForeignFinder(source, helpers);
  for (const piece of scanPieces(source)) finder.add(piece);
  return finder.finish();
}

interface OpenBlock {
  readonly start: number;
  /** What closes it where it is closed by name, and what closes it here. */
  readonly name: string;
  readonly ours: string;
  /** Whether its tags only make sense when they are all rewritten. */
  readonly isWhole: boolean;
  readonly isText: boolean;
  readonly scope?: BlockScope | undefined;
}

interface WrittenArgument {
  readonly text: string;
  readonly isForeign: boolean;
  readonly isGuess: boolean;
}

/** Liquid reads `a and b or c` from the right, and Jinja takes `and` first. */
function isAmbiguous(condition: string): boolean {
  return /\sand\s/.test(condition) && /\sor\s/.test(condition);
}

const ASSIGNMENT = /^(?:set|assign|capture|macro|import|increment|decrement)\s+(\w+)/;

type OpenStatement = Extract<ForeignStatement, { kind: "open" }>;

type ElseStatement = Extract<ForeignStatement, { kind: "else" }>;

/** In workflows of GitHub Actions. */
const WORKFLOW_FIELD = /^github\.event\.([\w.-]+)$/;

class ForeignFinder {
  readonly #source: string;
  readonly #helpers: HelperTable;
  readonly #calls: WriteContext["calls"] = createCallTable();
  readonly #edits: ForeignConstruct[] = [];
  readonly #open: OpenBlock[] = [];
  /** Names that `{% set x = 1 %}` and the like define, which do not exist here. */
  readonly #assigned = new Set<string>();
  /** The outermost of the whole blocks that are closed. */
  #blocks: WholeBlock[] = [];

  constructor(source: string, helpers: HelperTable) {
    this.#source = source;
    this.#helpers = helpers;
  }

  add(piece: ForeignPiece): void {
    if (this.#edits.length >= MAX_EDITS || this.#open.length >= MAX_BLOCK_DEPTH) return;
    const statement = piece.kind === "text" ? undefined : readStatement(piece);
    const [, assigned] = (piece.kind === "statement" && ASSIGNMENT.exec(piece.inner)) || [];
    if (assigned !== undefined) this.#assigned.add(assigned);
    if (statement?.kind === "open" && !this.#isValueHelper(statement.name)) {
      this.#openBlock(piece, statement);
    } else if (statement?.kind === "open") this.#addValue(piece);
    else if (statement?.kind === "else") this.#addElse(piece, statement);
    else if (statement?.kind === "close") this.#closeBlock(piece, statement.name);
    else if (piece.kind === "statement") this.#edit(piece, undefined);
    else if (/^[#^]/.test(piece.sigil)) this.#openOther(piece);
    else if (/^[&{]?$/.test(piece.sigil)) this.#addValue(piece);
  }

  /** An integrator may have a helper named `range` or `loop`. */
  #isValueHelper(name: string): boolean {
    return this.#helpers.get(name)?.kind === "value";
  }

  finish(): readonly ForeignConstruct[] {
    return joinEdits(this.#source, this.#edits, this.#blocks);
  }

  #openBlock(piece: ForeignPiece, statement: OpenStatement): void {
    const { block, expression, names, isGo, name } = statement;
    const isWhole = piece.sigil !== "#" || name !== block;
    const argument = this.#argument(expression, block === "if" || block === "unless");
    const as = names.length === 0 ? "" : ` as |${names.join(" ").replaceAll("$", "")}|`;
    const { isGuess = false } = argument ?? {};
    if (argument !== undefined && (isWhole || !statement.isOurs || argument.isForeign)) {
      this.#edit(piece, writeTag(piece, `#${block} ${argument.text}${as}`), isGuess);
    } else if (argument === undefined && isWhole) this.#edit(piece, undefined);
    const { start, kind } = piece;
    const foreignKind = isGo ? "context" : "names";
    const scope: BlockScope = { kind: isWhole ? foreignKind : "own", names };
    const scopes = block === "each" || block === "with" ? { scope } : undefined;
    this.#open.push({ start, name, ours: block, isWhole, isText: kind !== "tag", ...scopes });
  }

  #addElse(piece: ForeignPiece, { expression, isOurs }: ElseStatement): void {
    if (expression === undefined) {
      if (!isOurs) this.#edit(piece, writeTag(piece, "else"));
      return;
    }
    const argument = this.#argument(expression, true);
    if (argument === undefined && !isOurs) this.#edit(piece, undefined);
    if (argument === undefined || (isOurs && !argument.isForeign)) return;
    this.#edit(piece, writeTag(piece, `else if ${argument.text}`), argument.isGuess);
  }

  #closeBlock(piece: ForeignPiece, name: string | undefined): void {
    const block = this.#open.at(-1);
    if (block === undefined) {
      if (piece.kind === "statement") this.#edit(piece, undefined);
      return;
    }
    // `{{end}}` may be a field.
    if (name === undefined && piece.inner === "end" && !block.isWhole) return;
    if (name !== undefined && name !== block.name) {
      // It is no longer known what is open.
      this.#open.length = 0;
      return;
    }
    this.#open.pop();
    if (!block.isWhole && name !== undefined) return;
    this.#edit(piece, writeTag(piece, `/${block.ours}`));
    const { start, isText } = block;
    this.#blocks = this.#blocks.filter((inner) => inner.start < start);
    this.#blocks.push({ start, end: piece.end, isText });
  }

  /** `{{#ifEquals a b}}`, `{{#eq a b}}`, and blocks of our language. */
  #openOther(piece: ForeignPiece): void {
    const { inner, start, sigil } = piece;
    const name = inner.replace(/\s.*$/s, "");
    const call =
      sigil === "#" && name !== inner
        ? parseExpression(inner.replace(/^if_?(?=[A-Z])/, ""))
        : undefined;
    const context = this.#context();
    const argument =
      call?.node.type === "call" ? writeArgument(call.node, context, "condition") : undefined;
    if (argument !== undefined) {
      this.#edit(piece, writeTag(piece, `#if ${argument}`), context.isGuess);
    }
    if (inner === "") return;
    const isWhole = argument !== undefined;
    this.#open.push({ start, name, ours: isWhole ? "if" : name, isWhole, isText: false });
  }

  #addValue(piece: ForeignPiece): void {
    const ofWorkflow = this.#readWorkflow(piece);
    if (ofWorkflow !== undefined) {
      this.#edits.push({ ...ofWorkflow, isText: false });
      return;
    }
    const inner = respell(piece.inner);
    const parsed = parseExpression(inner);
    const context = this.#context();
    const written = parsed && writeNode(parsed.node, context);
    if (parsed !== undefined && written === undefined) this.#addUnknown(piece);
    if (parsed === undefined || written === undefined) return;
    const text = writtenToTags(written);
    const isForeign = parsed.isForeign || context.isForeign || piece.kind === "text";
    // n8n writes "=" before a text with expressions.
    if (inner.startsWith("$") && piece.start === 1 && this.#source.startsWith("=")) {
      this.#edits.push({ start: 0, end: piece.end, text, isText: false });
      return;
    }
    const isRespelled = inner !== piece.inner;
    const isRenamed = this.#hasNames && text !== `{{${piece.inner}}}`;
    if (isForeign || isRespelled || isRenamed || piece.isDashed) {
      this.#edit(piece, withTrims(piece, text), context.isGuess);
    }
  }

  /** `${{ github.event.issue.title }}`: what GitHub Actions calls the event is our payload. */
  #readWorkflow({ inner, start, end }: ForeignPiece): Omit<ForeignConstruct, "isText"> | undefined {
    const [, field] = WORKFLOW_FIELD.exec(inner) ?? [];
    if (field === undefined || this.#source[start - 1] !== "$") return undefined;
    return { start: start - 1, end, text: `{{${field}}}` };
  }

  /** A block of another language around it cannot be rewritten without it. */
  #addUnknown(piece: ForeignPiece): void {
    if (this.#open.some(({ isWhole }) => isWhole)) this.#edit(piece, undefined);
  }

  #edit({ start, end, kind }: ForeignPiece, text: string | undefined, isGuess = false): void {
    this.#edits.push({ start, end, text, isText: kind !== "tag", ...(isGuess && { isGuess }) });
  }

  #context(): WriteContext {
    const scopes = this.#open.flatMap(({ scope }) => scope ?? []);
    const rename: WriteContext["rename"] = (path) =>
      this.#assigned.has(path.steps[0] as string) ? undefined : renamePath(path, scopes);
    const calls = this.#calls;
    return { helpers: this.#helpers, calls, rename, isForeign: false, isGuess: false };
  }

  /** Whether a loop of Jinja or Liquid is around, in which the other names keep their meaning. */
  get #hasNames(): boolean {
    return this.#open.some(({ scope }) => scope?.kind === "names");
  }

  #argument(expression: string, isCondition: boolean): WrittenArgument | undefined {
    const parsed = parseExpression(expression, { isArgument: true });
    const context = this.#context();
    const text = parsed && writeArgument(parsed.node, context, isCondition ? "condition" : "value");
    if (parsed === undefined || text === undefined) return undefined;
    const isRenamed = this.#hasNames && text !== expression;
    const isForeign = parsed.isForeign || context.isForeign || isRenamed;
    return { text, isForeign, isGuess: context.isGuess || isAmbiguous(expression) };
  }
}

/** Spellings of one expression in another language → another spelling, which the parser knows. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^\$(?:\([^()]*\)|node\[[^[\]]*\])\.(?:item\.|first\(\)\.|last\(\)\.)?json(?=[.[]|$)/, "$$json"],
  // Go calls a function without parentheses.
  [/^([A-Za-z]\w*)\s+\.([A-Za-z_][\w.]*)$/, "$1($2)"],
  [/^now\(\)$/, "now"],
  [/\.\*(?=\.[A-Za-z_]|$)/g, "[*]"],
  // Make puts the number of a module before the field.
  [/^\d+\.(?=[A-Za-z_][\w.]*\[\])/, ""],
  [/[“”„‟]/g, '"'],
  [/[‘’‚‛]/g, "'"],
];

function respell(inner: string): string {
  return SPELLINGS.reduce((text, [form, spelling]) => text.replace(form, spelling), inner);
}

type BlockName = "if" | "unless" | "each" | "with";

type ForeignStatement =
  | {
      readonly kind: "open";
      readonly block: BlockName;
      /** Its condition, list or value. */
      readonly expression: string;
      /** What it names the element, and then its index or key. */
      readonly names: readonly string[];
      /** Whether its fields are written with a dot, as in Go. */
      readonly isGo: boolean;
      /** Whether our language opens such a block in the same way. */
      readonly isOurs: boolean;
      /** What closes it, where it is closed by name. */
      readonly name: string;
    }
  | { readonly kind: "else"; readonly expression?: string | undefined; readonly isOurs: boolean }
  /** Without a name, it closes whatever is open. */
  | { readonly kind: "close"; readonly name?: string };

const LOOP = "(?:for|foreach|forEach|each|loop)";

const LOOP_IN = new RegExp(
  String.raw`^${LOOP}\s+(\$?\w+)(?:\s*,\s*(\$?\w+))?\s+(?:in|of)\s+(.+)$`,
  "s",
);

const LOOP_AS = new RegExp(String.raw`^${LOOP}\s+(\S[^|]*?)\s+as\s+(\$?\w+)(?:\s*=>\s*(\$?\w+))?$`);

const LOOP_OVER = /^(for|foreach|forEach|loop)\s+(.+)$/s;

const RANGE = /^range\s+(?:(\$\w+)\s*(?:,\s*(\$\w+)\s*)?:=\s*)?(.+)$/s;

const CONDITION = /^(if|unless|with|each)\s+(.+)$/s;

const ELSE_IF = /^(?:elif|elsif|elseif|elseIf|else\s+if)\s+(.+)$/s;

/** Of blocks in our language: `as |item index|`. */
const BLOCK_NAMES = /^(.*?)\s+as\s+\|([^|]*)\|$/s;

/** The inside of a tag → the statement that it is in any of the languages; undefined for an expression. */
function readStatement(piece: ForeignPiece): ForeignStatement | undefined {
  const { inner, sigil } = piece;
  if (sigil === "/") return { kind: "close", name: inner };
  if (sigil !== "" && sigil !== "#") return undefined;
  const isOurs = sigil === "#";
  const elseIf = ELSE_IF.exec(inner)?.[1];
  const isOurElse = piece.kind === "tag" && sigil === "" && inner.startsWith("else");
  if (elseIf !== undefined) {
    return { kind: "else", expression: elseIf, isOurs: isOurElse && /^else\s/.test(inner) };
  }
  if (inner === "else") return { kind: "else", isOurs: isOurElse };
  if (sigil === "" && /^end\w*$/.test(inner)) return { kind: "close" };
  return readLoop(inner) ?? readCondition(inner, isOurs);
}

function readLoop(inner: string): ForeignStatement | undefined {
  const loop = { kind: "open", block: "each", isGo: false, isOurs: false } as const;
  const name = /^\w+/.exec(inner)?.[0] ?? "";
  const [, first = "", second, list] = LOOP_IN.exec(inner) ?? [];
  if (list !== undefined) {
    // Of two names, the first is the key.
    const names = second === undefined ? [first] : [second, first];
    return { ...loop, expression: list.replace(/\.items\(\)$/, ""), names, name };
  }
  const [, source, key = "", value] = LOOP_AS.exec(inner) ?? [];
  if (source !== undefined) {
    return { ...loop, expression: source, names: value === undefined ? [key] : [value, key], name };
  }
  const [, index, element, range] = RANGE.exec(inner) ?? [];
  if (range !== undefined) {
    const names = [element, index].filter((one) => one !== undefined);
    return { ...loop, isGo: true, expression: range, names, name };
  }
  const [, word, over] = LOOP_OVER.exec(inner) ?? [];
  const isLoop = word !== undefined && over !== undefined && !over.includes("|");
  return isLoop ? { ...loop, isGo: true, expression: over, names: [], name: word } : undefined;
}

function readCondition(inner: string, isOurs: boolean): ForeignStatement | undefined {
  const [, word, rest] = CONDITION.exec(inner) ?? [];
  if (rest === undefined) return undefined;
  const [, expression = rest, names = ""] = BLOCK_NAMES.exec(rest) ?? [];
  return {
    kind: "open",
    block: word as BlockName,
    expression,
    names: names.split(/\s+/).filter((name) => name !== ""),
    isGo: !isOurs,
    isOurs,
    name: word as string,
  };
}

/** One block around. */
interface BlockScope {
  /**
   * `names`: Jinja and Liquid, where the loop names its element and all other names keep their meaning.
   * `context`: Go, where `.name` is a field of the element. `own`: a block in our language.
   */
  readonly kind: "names" | "context" | "own";
  readonly names: readonly string[];
}

/** The names of a loop in Jinja, Liquid and Twig. */
const LOOP_FIELDS: ReadonlyMap<string, string> = new Map(
  ["loop", "forloop"].flatMap((loop) => [
    [`${loop}.index`, "(add @index 1)"],
    [`${loop}.index0`, "@index"],
    [`${loop}.first`, "@first"],
    [`${loop}.last`, "@last"],
  ]),
);

const LOOP_NAMES: ReadonlySet<string> = new Set("loop forloop parentloop".split(" "));

/** Names of our templates that mean the same within every block. */
const ROOTS: ReadonlySet<string> = new Set("headers query path now payload item index".split(" "));

/** The path here; undefined if there is none. */
function renamePath(
  { steps, isDotted }: ForeignPath,
  scopes: readonly BlockScope[],
): string | undefined {
  const [head = "", ...rest] = steps;
  const isNamed = scopes.some(({ names }) => names.includes(head));
  if (isNamed) return [head.replace("$", ""), ...rest].join(".");
  const isInLoop = scopes.length > 0;
  if (head.startsWith("$")) return renameDollar(head, rest, isInLoop);
  const loop = scopes.at(-1)?.kind === "names" ? LOOP_FIELDS.get(steps.join(".")) : undefined;
  if (loop !== undefined) return loop;
  // `loop.length` and the like do not exist here.
  if (LOOP_NAMES.has(head) && scopes.some(({ kind }) => kind === "names")) return undefined;
  const isOuter = scopes.some(({ kind }) => kind === "names") && !isDotted && !ROOTS.has(head);
  return (isOuter ? ["@root", ...steps] : steps).join(".");
}

/** `$json.body.a` of n8n, `$.a` of JSONPath and Go. */
function renameDollar(
  head: string,
  rest: readonly string[],
  isInLoop: boolean,
): string | undefined {
  if (head === "$now") return "now";
  if (head !== "$json" && head !== "$") return undefined;
  const isJson = head === "$json";
  if (isJson && REQUEST_PARTS.has(rest[0] ?? "")) return rest.join(".");
  const steps = isJson && rest[0] === "body" ? rest.slice(1) : rest;
  if (isInLoop) return ["@root", ...steps].join(".");
  return steps.length === 0 ? "payload" : steps.join(".");
}

/** What n8n's webhook node puts beside the body. */
const REQUEST_PARTS: ReadonlySet<string> = new Set(["headers", "query"]);

/** A piece of a template that is not written in our language. */
export interface ForeignConstruct {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** What to write instead; undefined if our language cannot say it. */
  readonly text: string | undefined;
  /** Whether the text is only close, and may render something else: a person decides. */
  readonly isGuess?: boolean;
  /** Whether it is in the text, not in double braces. */
  readonly isText: boolean;
}

/** A block whose tags only make sense when they are all rewritten. */
type WholeBlock = Omit<ForeignConstruct, "text" | "isGuess">;

/** `blocks` are not within each other, and in order, as `edits` are. */
function joinEdits(
  source: string,
  edits: readonly ForeignConstruct[],
  blocks: readonly WholeBlock[],
): readonly ForeignConstruct[] {
  const single = edits.filter((edit) => !blocks.some((block) => contains(block, edit)));
  const whole = blocks.map((block) => {
    const inner = edits.filter((edit) => contains(block, edit));
    // A block of which one tag stays as it was makes sense in neither language.
    const isKnown = inner.every(({ text }) => text !== undefined);
    const isGuess = inner.some((edit) => edit.isGuess === true);
    return { ...block, text: isKnown ? rewrite(source, inner, block) : undefined, isGuess };
  });
  return [...single, ...whole].toSorted((one, other) => one.start - other.start);
}

function rewrite(source: string, edits: readonly ForeignConstruct[], block: WholeBlock): string {
  let text = "";
  let at = block.start;
  for (const edit of edits) {
    text += source.slice(at, edit.start) + (edit.text as string);
    at = edit.end;
  }
  return text + source.slice(at, block.end);
}

function contains(outer: WholeBlock, inner: WholeBlock): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function writeTag({ trimsBefore, trimsAfter }: ForeignPiece, inner: string): string {
  return `{{${trimsBefore ? "~" : ""}${inner}${trimsAfter ? "~" : ""}}}`;
}

/** The white space around the tags goes where it went around the one tag. */
function withTrims({ trimsBefore, trimsAfter }: ForeignPiece, text: string): string {
  const before = trimsBefore ? text.replace(/^\{\{/, "{{~") : text;
  return trimsAfter ? before.replace(/\}\}$/, "~}}") : before;
}
