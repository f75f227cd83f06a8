// A template → the same without one of its lines that have nothing but literal text.
import { scanTemplate } from "@hookwright/template/internal";
import type { TemplateChange } from "./edit.ts";

export function mutateText(source: string): readonly TemplateChange[] {
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
