// The bodies of a template or a block → the same with white space removed: where "~" asks for it, and
// around a tag that is alone on its line. The rules are those of Handlebars, also the odd ones.
import type {
  ContentNode,
  DecoratorNode,
  LocatedText,
  StatementNode,
} from "../../serving/syntax-tree.ts";

/** Text that is still trimmed; whether a tag is alone on its line depends on the text as it was written. */
interface TrimmedText {
  readonly node: {
    readonly type: "ContentStatement";
    value: string;
    /** Whether no tag precedes it on its line: it begins the template, or the tag had a line to itself. */
    opensLine: boolean;
    start?: number;
    end?: number;
  };
  readonly written: string;
  /** Whether a whole line was already trimmed at that end. */
  isStartTrimmed: boolean;
  isEndTrimmed: boolean;
}

/** Whether a tag removes the white space before and after it, with "~". */
export interface Trims {
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
}

/** What a statement does to the text before and after it. */
interface TagEdges extends Trims {
  /** A comment or a partial, which may have a line to itself. */
  readonly isInline?: boolean;
  /** Whether the opening tag of a block ends its line, and the closing tag begins one. */
  readonly opensAtLineEnd?: boolean;
  readonly closesAtLineStart?: boolean;
  /** The text that follows the opening tag on its line, and that precedes the closing one. */
  readonly first?: Body;
  readonly last?: Body;
}

export interface BodyStatement {
  readonly node: (Exclude<StatementNode, ContentNode> & { indent?: string }) | DecoratorNode;
  readonly edges: TagEdges;
}

export type BodyItem = TrimmedText | BodyStatement;
export type Body = readonly BodyItem[];

export function createText(
  { value, start, end }: Pick<LocatedText, "value" | "start" | "end">,
  opensLine = false,
): TrimmedText {
  const at = start === undefined || end === undefined ? {} : { start, end };
  const node = { type: "ContentStatement", value, opensLine, ...at } as const;
  return { node, written: value, isStartTrimmed: false, isEndTrimmed: false };
}

function isText(item: BodyItem | undefined): item is TrimmedText {
  return item !== undefined && "written" in item;
}

/** The text between the statements of one body. */
export function trimBody(body: Body, isRoot: boolean): void {
  for (const [index, item] of body.entries()) {
    if (isText(item)) continue;
    const before = { text: body[index - 1], beyond: body[index - 2], isRoot };
    const after = { text: body[index + 1], beyond: body[index + 2], isRoot };
    trimAround(item, before, after);
  }
}

function trimAround({ node, edges }: BodyStatement, before: Side, after: Side): void {
  const startsLine = isLineStart(before);
  const endsLine = isLineEnd(after);
  if (edges.trimsAfter) trimStart(after.text, "all");
  if (edges.trimsBefore) trimEnd(before.text, "all");
  if (edges.isInline && startsLine && endsLine) {
    trimStart(after.text, "line");
    const indent = trimEnd(before.text, "line");
    if (node.type === "PartialStatement") node.indent = indent;
  }
  if (edges.opensAtLineEnd && startsLine) {
    trimStart(edges.first?.[0], "line");
    trimEnd(before.text, "line");
  }
  if (edges.closesAtLineStart && endsLine) {
    trimStart(after.text, "line");
    trimEnd(edges.last?.at(-1), "line");
  }
}

/** The two halves of a block in the order of the tree: of `{{^x}}…{{else}}…` the second comes first. */
interface BlockBodies {
  readonly main: Body | undefined;
  /** What is shown otherwise; of a chain, the branch of the first "else if". */
  readonly other: { readonly body: Body; readonly branch: Body } | undefined;
  readonly open: Trims;
  /** The "else" between the halves, where there is one. */
  readonly between: Trims | undefined;
  readonly close: Trims;
}

/** The text at the inner edges of a block. */
export function trimBlock(block: BlockBodies): TagEdges {
  const { open, between, close } = block;
  const first = (block.main ?? block.other?.body) as Body;
  const second = block.main && block.other?.branch;
  const edges: TagEdges = {
    trimsBefore: open.trimsBefore,
    trimsAfter: close.trimsAfter,
    opensAtLineEnd: isLineEnd(sideAfter(first)),
    closesAtLineStart: isLineStart(sideBefore(second ?? first)),
    first,
    last: (block.other?.body ?? block.main) as Body,
  };
  if (open.trimsAfter) trimStart(first[0], "all");
  if (second !== undefined && between?.trimsBefore) trimEnd(first.at(-1), "all");
  if (second !== undefined && between?.trimsAfter) trimStart(second[0], "all");
  if (close.trimsBefore) trimEnd((second ?? first).at(-1), "all");
  if (second !== undefined && isLineStart(sideBefore(first)) && isLineEnd(sideAfter(second))) {
    trimEnd(first.at(-1), "line");
    trimStart(second[0], "line");
  }
  return edges;
}

/** The text beside a tag. */
interface Side {
  readonly text: BodyItem | undefined;
  readonly beyond: BodyItem | undefined;
  readonly isRoot: boolean;
}

function sideAfter(body: Body): Side {
  return { text: body[0], beyond: body[1], isRoot: false };
}

function sideBefore(body: Body): Side {
  return { text: body.at(-1), beyond: body.at(-2), isRoot: false };
}

/** Whether only blanks are between the tag and the line break before it, or the start of the template. */
function isLineStart({ text, beyond, isRoot }: Side): boolean {
  if (text === undefined) return isRoot;
  if (!isText(text)) return false;
  const blanks = text.written.slice(lengthWithoutEnd(text.written, /\s/));
  if (blanks.includes("\n")) return true;
  return isRoot && beyond === undefined && blanks === text.written;
}

function isLineEnd({ text, beyond, isRoot }: Side): boolean {
  if (text === undefined) return isRoot;
  if (!isText(text)) return false;
  const blanks = /^\s*/.exec(text.written)?.[0] as string;
  if (blanks.includes("\n")) return true;
  return isRoot && beyond === undefined && blanks === text.written;
}

/** All white space, or the rest of a line that is blank. A line is trimmed once, "all" always. */
type Extent = "all" | "line";

function trimStart(item: BodyItem | undefined, extent: Extent): void {
  if (!isText(item) || (extent === "line" && item.isStartTrimmed)) return;
  const { node } = item;
  const before = node.value;
  node.value = before.replace(extent === "all" ? /^\s+/ : /^[ \t]*\r?\n?/, "");
  const removed = before.length - node.value.length;
  if (node.start !== undefined) node.start += removed;
  item.isStartTrimmed = removed > 0;
  if (extent === "line" && before[removed - 1] === "\n") node.opensLine = true;
}

/** Returns what was removed. */
function trimEnd(item: BodyItem | undefined, extent: Extent): string {
  if (!isText(item) || (extent === "line" && item.isEndTrimmed)) return "";
  const { node } = item;
  const kept = lengthWithoutEnd(node.value, extent === "all" ? /\s/ : /[ \t]/);
  const removed = node.value.slice(kept);
  node.value = node.value.slice(0, kept);
  if (node.end !== undefined) node.end -= removed.length;
  item.isEndTrimmed = removed !== "";
  return removed;
}

/** From behind: `/\s+$/` would start again at each of a run of blanks. */
function lengthWithoutEnd(text: string, blank: RegExp): number {
  let length = text.length;
  while (length > 0 && blank.test(text.charAt(length - 1))) length -= 1;
  return length;
}
