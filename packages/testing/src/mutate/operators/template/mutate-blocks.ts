// The tags of a template → changes of its blocks: conditions turned round, and halves that are not there.

import type { Tag } from "@hookwright/template/internal";
import { scanTemplate, type Token } from "@hookwright/template/internal";
import type { TemplateChange, TemplateEdit } from "./edit.ts";

interface OpenBlock {
  readonly tag: Tag;
  readonly others: Tag[];
}

export function mutateBlocks(source: string): readonly TemplateChange[] {
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
  edits: readonly [TemplateEdit, ...TemplateEdit[]],
): TemplateChange {
  const label = `${source.slice(start, end)} turned to "${edits[0].text}"`;
  return { operator: "if-negate", span: { start, end }, label, edits };
}

function renameIn({ inner, innerStart }: Tag, name: RegExp): TemplateEdit | undefined {
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
